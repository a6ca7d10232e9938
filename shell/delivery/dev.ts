import path from "node:path";
import { prepareEngine } from "@souffleur/api/tools/c-library";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { freePort } from "@souffleur/api/tools/network";
import { explain, root, StepError } from "@souffleur/api/tools/run-step.mjs";
import { allBundles, allRemotes } from "@souffleur/api/tools/workspace";
import { buildBundles, isBuilt } from "./bundles.ts";
import { runApi } from "./dev-api.ts";
import { watchPages } from "./dev-pages.ts";
import { serveRemote } from "./dev-remote.ts";
import { listen, serveProduct } from "./dev-server.ts";

export const command = defineCommand({
  name: "npm run dev",
  summary:
    "Watches API, shell and all remotes, or those that are named, on one origin;\n" +
    "with --shell, shows one remote in a deployed shell.",
  operands: { usage: "[remote …]", among: allRemotes },
  options: {
    shell: { type: "string", value: "<address>", help: "of a deployment" },
    port: { type: "string", value: "<port>", help: "of the remote, with --shell", read: portNumber },
    "no-open": { type: "boolean", help: "opens no browser, with --shell" },
  },
  async run({ shell, port, "no-open": closed }, names) {
    if (shell === undefined) return watchEverything(names.length > 0 ? names : allRemotes());
    const [name] = names;
    if (name === undefined || names.length > 1)
      throw new StepError("With --shell one remote is named, the one to replace there.");
    onStop(await serveRemote(name, { shell, port, open: !closed }));
  },
});

/** Watches the shell, the named remotes and the API, all on one origin. */
async function watchEverything(watched: string[]): Promise<void> {
  const port = Number(process.env.PORT || 3000);
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  await demandOwnMachine(publicUrl);
  await prepareEngine();
  // Remotes that are not watched come from their builds.
  await buildBundles(allBundles()).catch((error) => {
    // Sources with an error are edited here; an older build is enough to begin with.
    if (!allBundles().every(isBuilt)) throw error;
    explain(error);
  });
  // First of all, since the port may be taken: nothing has to be stopped then.
  const server = await listen(port, process.env.HOST || "127.0.0.1", "set PORT to another one");
  const api = runApi({ port: await freePort(), publicUrl });
  const pages = await watchPages(watched, path.join(root, ".cache/dev"));
  serveProduct(server, { pages, api });
  onStop(async () => {
    server.close();
    pages.stop();
    await api.stop();
  });
  await Promise.all([api.ready(), pages.current()]);
  console.log(`Development: ${publicUrl} (watched: api, shell, ${watched.join(", ")})\n`);
}

/** The API listens on this machine only, whatever HOST is, so HOST is checked here. */
async function demandOwnMachine(publicUrl: string): Promise<void> {
  const { ConfigError, readConfig } = await import("@souffleur/api/src/config");
  try {
    readConfig({ ...process.env, PUBLIC_URL: publicUrl });
  } catch (error) {
    throw error instanceof ConfigError ? new StepError(error.message) : error;
  }
}

function onStop(stop: () => unknown): void {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new Error(`holds "${text}"; it may hold a port from 1 to 65535`);
  return port;
}
