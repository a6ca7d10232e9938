import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ReleaseContract } from "@souffleur/contracts";
import * as z from "zod";
import { root } from "../../tools/run-step.mjs";
import type { Logger } from "../http/logger.ts";
import { withPrevious } from "./previous-releases.ts";
import { openRegistry, type RegistryStore } from "./registry.ts";
import { type ServedShell, serveShell } from "./serve-shell.ts";

interface PagesOptions {
  releasesDir: string;
  log: Logger;
  /** The folder with the packages' builds; by default this project. */
  projectDir?: string;
  /**
   * How pages load remotes: the deadline of each file in milliseconds (4 s by default), and whether a card or the
   * release before takes the place of one that can't be loaded (a card by default).
   */
  loading?: { timeoutMs: number; fallback: "card" | "previous" };
}

/** What a shell's build states of itself; an earlier one did not know its commit. */
const ShellBuild = z.object({ contract: ReleaseContract, commit: z.string().nullable().default(null) });

/** The shell that is served here, with the registry of its remotes. */
export interface Pages extends ServedShell {
  registry: RegistryStore;
  shell: {
    /** The folder of its build. */
    dir: string;
    /** The hash of its page, which names its files. */
    version: string;
    commit: string | null;
    /** What it shares with remotes; undefined where its build does not say. */
    contract: ReleaseContract | undefined;
  };
}

/**
 * The one-machine set-up: publishes the bundles that are built here and serves them with the shell.
 * @returns undefined where no shell is built, as on a machine that serves the API alone
 */
export async function createPages({
  releasesDir,
  log,
  projectDir = root,
  loading,
}: PagesOptions): Promise<Pages | undefined> {
  const shellDir = path.join(projectDir, "shell/dist");
  if (!existsSync(path.join(shellDir, "index.html"))) {
    log.warn("no shell is built here; only the API is served");
    return undefined;
  }
  const registry = await openRegistry(releasesDir, log);
  // Folders without a release in them, as the shell's own, are passed over.
  const folders = (await readdir(projectDir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  await registry.publishBuilds(folders.map(({ name }) => path.join(projectDir, name, "dist")).sort());
  const served = await serveShell({
    shellDir,
    releasesDir,
    registry: loading?.fallback === "previous" ? withPrevious(registry) : registry,
    fileTimeoutMs: loading?.timeoutMs,
  });
  const build = await readShellBuild(shellDir);
  const page = await readFile(path.join(shellDir, "index.html"));
  const version = createHash("sha256").update(page).digest("hex").slice(0, 16);
  const shell = { dir: shellDir, version, commit: build?.commit ?? null, contract: build?.contract };
  return { ...served, registry, shell };
}

/** What a shell's build shares with remotes; undefined where it does not say. */
export async function shellContract(shellDir: string): Promise<ReleaseContract | undefined> {
  return (await readShellBuild(shellDir))?.contract;
}

async function readShellBuild(shellDir: string): Promise<z.infer<typeof ShellBuild> | undefined> {
  const text = await readFile(path.join(shellDir, "shell.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : ShellBuild.parse(JSON.parse(text));
}
