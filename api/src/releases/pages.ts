import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { contractMismatches, type Registry, ReleaseContract } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import * as z from "zod";
import { root } from "../../tools/run-step.mjs";
import type { Logger } from "../http/logger.ts";
import { sendReleased } from "./send-file.ts";
import { type ServedShell, serveShell } from "./serve-shell.ts";
import { withPrevious } from "./store/previous-releases.ts";
import { openRegistry, type RegistryStore } from "./store/registry.ts";

interface PagesOptions {
  /** The database with the releases. */
  connection: Connection;
  log: Logger;
  /** The folder with the packages' builds; by default this project. */
  projectDir?: string;
  /**
   * How pages load remotes: the timeout of each file in milliseconds (4 s by default), and whether a card (the default)
   * or the previous release replaces one that can't be loaded.
   */
  loading?: { timeoutMs: number; fallback: "card" | "previous" };
}

/** The `shell.json` of a shell's build; earlier builds had no commit in it. */
const ShellBuild = z.object({ contract: ReleaseContract, commit: z.string().nullable().default(null) });

/** The served shell, with the registry of its remotes. */
export interface Pages extends ServedShell {
  registry: RegistryStore;
  shell: {
    /** The folder of its build. */
    dir: string;
    /** The hash of its page, which names its files. */
    version: string;
    commit: string | null;
    /** The versions that it shares with remotes; undefined where its build does not state them. */
    contract: ReleaseContract | undefined;
  };
}

/**
 * Publishes the builds of this machine, and serves the live releases with the shell.
 * @returns undefined where no shell is built, as on a machine that serves only the API
 */
export async function createPages({
  connection,
  log,
  projectDir = root,
  loading,
}: PagesOptions): Promise<Pages | undefined> {
  const shellDir = path.join(projectDir, "shell/dist");
  if (!existsSync(path.join(shellDir, "index.html"))) {
    log.warn("no shell is built here; only the API is served");
    return undefined;
  }
  const registry = openRegistry(connection, log);
  // Folders without a release, such as the shell's own, are skipped.
  const folders = (await readdir(projectDir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  await registry.publishBuilds(folders.map(({ name }) => path.join(projectDir, name, "dist")).sort());
  const served = await serveShell({
    shellDir,
    sendRemoteFile: sendReleased(registry),
    registry: loading?.fallback === "previous" ? withPrevious(registry) : registry,
    fileTimeoutMs: loading?.timeoutMs,
  });
  const build = await readShellBuild(shellDir);
  if (build !== undefined) warnOfMisfits(await registry.current(), build.contract, log);
  const page = await readFile(path.join(shellDir, "index.html"));
  const version = createHash("sha256").update(page).digest("hex").slice(0, 16);
  const shell = { dir: shellDir, version, commit: build?.commit ?? null, contract: build?.contract };
  return { ...served, registry, shell };
}

/** A newer shell may share other versions than a live release was built for: its screens then show a card. */
function warnOfMisfits({ remotes }: Registry, shell: ReleaseContract, log: Logger): void {
  for (const { name, version, contract } of Object.values(remotes)) {
    const mismatches = contractMismatches(contract, shell);
    if (mismatches.length > 0)
      log.warn({ remote: name, version, mismatches }, "a live release does not fit this shell");
  }
}

/** The versions that a shell's build shares with remotes; undefined where it does not state them. */
export async function shellContract(shellDir: string): Promise<ReleaseContract | undefined> {
  return (await readShellBuild(shellDir))?.contract;
}

async function readShellBuild(shellDir: string): Promise<z.infer<typeof ShellBuild> | undefined> {
  const text = await readFile(path.join(shellDir, "shell.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : ShellBuild.parse(JSON.parse(text));
}
