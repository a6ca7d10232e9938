import { spawn } from "node:child_process";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import type { Registry, ReleaseContract } from "@souffleur/contracts";
import express, { type Router } from "express";
import { portOf, readManifest } from "../remote-folder.ts";
import { listen, onStop } from "./dev-server.ts";
import { watchBundles } from "./dev-watch.ts";
import type { TypeCheck } from "./late-checks.ts";

const answerMs = 10_000;
const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer" };

/** Options of the commands that serve one remote. */
export const remoteOptions = {
  port: {
    type: "string",
    value: "<port>",
    help: "of the remote, with --shell, else its package.json's config.port",
    read: portNumber,
  },
  "no-open": { type: "boolean", help: "opens no browser, with --shell" },
} as const;

interface Remote {
  name: string;
  /** The folder of its sources. */
  folder: string;
  /** The folder of its bundles. */
  output: string;
  /** The versions that it is built against. */
  contract: ReleaseContract;
  types: TypeCheck;
}

interface Options {
  /** The address of the deployment. */
  shell: string;
  port?: number | undefined;
  open: boolean;
}

/**
 * Bundles one remote at every change, and serves it to pages of a deployed shell, until a signal ends it.
 * @throws StepError if the shell does not respond or allows no overrides, or if the port is taken
 */
export async function serveRemote(
  { name, folder, output, contract, types }: Remote,
  { shell, port = portOf(folder), open }: Options,
): Promise<void> {
  const origin = shellOrigin(shell);
  await requireOverrides(origin);
  await compareContracts(origin, name, contract);

  const server = await listen(port, "127.0.0.1", "name another one with --port");
  const bundles = watchBundles(output, [folder], types);
  // Before the first build: the bundler would go on behind a command that was ended during it.
  onStop(() => {
    server.close();
    return bundles.stop();
  });
  server.serve(
    routes(origin, port, {
      folder,
      files: path.join(output, "releases", name, "dev"),
      builds: bundles.router,
    }),
  );
  await bundles.allBuilt;

  const address = new URL("/remote-override", origin);
  address.searchParams.set("remote", name);
  address.searchParams.set("address", `http://127.0.0.1:${port}`);
  console.log(`\n${name} in the shell of ${origin}:\n  ${address.href}\n`);
  if (open) openBrowser(address.href);
}

function shellOrigin(shell: string): string {
  const url = URL.canParse(shell) ? new URL(shell) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new StepError(
      `--shell is set to "${shell}"; it must be a deployment's address, such as https://souffleur.example.`,
    );
  }
  return url.origin;
}

async function ask<Answer>(origin: string, at: string): Promise<Answer | undefined> {
  const answer = await fetch(`${origin}${at}`, { signal: AbortSignal.timeout(answerMs) }).catch((error) => {
    throw new StepError(`${origin} does not answer (${error.cause?.code ?? error.message}).`);
  });
  return answer.json().then(
    (body) => body as Answer,
    () => undefined,
  );
}

async function requireOverrides(origin: string): Promise<void> {
  const answer = await ask<{ data?: { allowed?: unknown } }>(origin, "/api/remote-override");
  const allowed = answer?.data?.allowed;
  if (typeof allowed !== "boolean") {
    throw new StepError(`${origin} is not a Souffleur server, or an older one than this command.`);
  }
  if (!allowed) {
    throw new StepError(
      `${origin} takes no remote from a developer's machine: it must be started with REMOTE_OVERRIDES=localhost.`,
    );
  }
}

/** Prints differences of the shared versions: with another major version the shell refuses the remote. */
async function compareContracts(origin: string, name: string, contract: ReleaseContract): Promise<void> {
  const { remotes = {} } = (await ask<Registry>(origin, "/remotes.json")) ?? {};
  // Without a release of this remote, any other has the shell's versions.
  const released = remotes[name] ?? Object.values(remotes)[0];
  if (released === undefined) throw new StepError(`${origin} has no release of any remote.`);
  const there: Record<string, string> = released.contract;
  const differences = Object.entries(contract)
    .filter(([part, version]) => there[part] !== version)
    .map(([part, version]) => `${part} ${version} (${released.name} there: ${there[part]})`);
  if (differences.length > 0) console.log(`Built here against another ${differences.join(", ")}.`);
}

/** The remote's files and builds, for the shell's pages only, because other sites must not read the sources. */
function routes(
  origin: string,
  port: number,
  { folder, files, builds }: { folder: string; files: string; builds: Router },
): Router {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const router = express.Router();
  router.use((req, res, next) => {
    // Another host name means DNS rebinding.
    if (!hosts.has(req.headers.host ?? "")) {
      res.status(403).end();
      return;
    }
    res.set({
      "Access-Control-Allow-Origin": origin,
      // For requests without an Origin header, which the line above does not cover.
      "Cross-Origin-Resource-Policy": "same-origin",
      Vary: "Origin",
    });
    next();
  });
  router.use(builds);
  router.get("/remote.json", (_req, res) => {
    const { manifest } = readManifest(folder);
    if (manifest === undefined) res.status(404).end();
    else res.set("Cache-Control", "no-store").json(manifest);
  });
  // Files change under one name, and browsers guess how long one stays the same.
  const setHeaders = (res: ServerResponse) => void res.setHeader("Cache-Control", "no-cache");
  router.use(express.static(files, { setHeaders, index: false }));
  return router;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new Error(`is "${text}"; it must be a port from 1 to 65535`);
  return port;
}

/** Opens an address in the user's browser, if there is one. */
function openBrowser(address: string): void {
  const opener = spawn(openers[process.platform] ?? "xdg-open", [address], {
    stdio: "ignore",
    detached: true,
  });
  opener.once("error", () => console.log("No browser could be opened here: open the address yourself."));
  opener.unref();
}
