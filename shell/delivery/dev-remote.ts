import path from "node:path";
import { root, StepError } from "@souffleur/api/tools/run-step.mjs";
import type { Registry } from "@souffleur/contracts";
import express, { type RequestHandler, type Router } from "express";
import { listen } from "./dev-server.ts";
import { watchBundles } from "./dev-watch.ts";
import { openBrowser } from "./open-browser.ts";
import { contractVersions, portOf, readManifest } from "./packages.ts";

const answerMs = 10_000;

interface Options {
  /** The deployment's address. */
  shell: string;
  port?: number | undefined;
  open: boolean;
}

/**
 * Serves one remote, bundled again at every change, to pages of a deployed shell.
 * @returns a function that ends it
 * @throws StepError where the shell does not answer or takes no remote from here, or the port is taken
 */
export async function serveRemote(
  name: string,
  { shell, port = portOf(name), open }: Options,
): Promise<() => void> {
  const origin = shellOrigin(shell);
  await demandOverrides(origin);
  await compareContracts(origin, name);

  const folder = path.join(root, ".cache/dev-remote", name);
  const server = await listen(port, "127.0.0.1", "name another one with --port");
  const bundles = watchBundles(folder, [name]);
  server.serve(
    routes(origin, port, {
      name,
      folder: path.join(folder, "releases", name, "dev"),
      builds: bundles.stream,
    }),
  );
  await bundles.allBuilt;

  const address = new URL("/remote-override", origin);
  address.searchParams.set("remote", name);
  address.searchParams.set("address", `http://127.0.0.1:${port}`);
  console.log(`\n${name} in the shell of ${origin}:\n  ${address.href}\n`);
  if (open) openBrowser(address.href);
  return () => {
    server.close();
    bundles.stop();
  };
}

function shellOrigin(shell: string): string {
  const url = URL.canParse(shell) ? new URL(shell) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new StepError(
      `--shell holds "${shell}"; it may hold a deployment's address, such as https://souffleur.example.`,
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

async function demandOverrides(origin: string): Promise<void> {
  const answer = await ask<{ data?: { allowed?: unknown } }>(origin, "/api/remote-override");
  const allowed = answer?.data?.allowed;
  if (typeof allowed !== "boolean") {
    throw new StepError(`${origin} is no Souffleur, or one that is older than this command.`);
  }
  if (!allowed) {
    throw new StepError(
      `${origin} takes no remote from a developer's machine: it must be started with REMOTE_OVERRIDES=localhost.`,
    );
  }
}

/** The shell refuses a remote that was built against another major version of what they share. */
async function compareContracts(origin: string, name: string): Promise<void> {
  const { remotes = {} } = (await ask<Registry>(origin, "/remotes.json")) ?? {};
  // A remote that was never released there fits where the others do.
  const released = remotes[name] ?? Object.values(remotes)[0];
  if (released === undefined) throw new StepError(`${origin} has no release of any remote.`);
  const there: Record<string, string> = released.contract;
  const differences = Object.entries(contractVersions())
    .filter(([part, version]) => there[part] !== version)
    .map(([part, version]) => `${part} ${version} (${released.name} there: ${there[part]})`);
  if (differences.length > 0) console.log(`Built here against another ${differences.join(", ")}.`);
}

/** The remote's files and builds, for the shell's pages only: other sites must not read the sources. */
function routes(
  origin: string,
  port: number,
  { name, folder, builds }: { name: string; folder: string; builds: RequestHandler },
): Router {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const router = express.Router();
  router.use((req, res, next) => {
    // Another host name for this address is DNS rebinding.
    if (!hosts.has(req.headers.host ?? "")) {
      res.status(403).end();
      return;
    }
    res.set({
      "Access-Control-Allow-Origin": origin,
      // Only a request with its origin is checked against the line above.
      "Cross-Origin-Resource-Policy": "same-origin",
      Vary: "Origin",
    });
    next();
  });
  router.get("/@dev/builds", builds);
  router.get("/remote.json", (_req, res) => {
    const manifest = readManifest(name);
    if (manifest === undefined) res.status(404).end();
    else res.set("Cache-Control", "no-store").json(manifest);
  });
  router.use(express.static(folder, { cacheControl: false, index: false }));
  return router;
}
