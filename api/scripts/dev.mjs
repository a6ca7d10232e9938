import "./node-version.mjs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, isBuilt } from "./build.mjs";
import { runApi } from "./dev-api.mjs";
import { allRemotes, watchPages } from "./dev-pages.mjs";
import { explain, fail, root, StepError } from "./run.mjs";
import { install, prepareDatabase } from "./setup.mjs";

const usage = `npm run dev -- [${allRemotes().join("] [")}]
npm run dev -- <remote> --shell <address of a deployment> [--port <port>] [--no-open]`;

process.chdir(root);
await main().catch(fail);

async function main() {
  const { names, shell, port, open } = readArguments();
  await install();
  if (shell === undefined) return watchEverything(names.length > 0 ? names : allRemotes());
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw new StepError(`With --shell one remote is named, the one to replace there.\n${usage}`);
  }
  const { serveRemote } = await import("./dev-remote.mjs");
  const stop = await serveRemote(name, { shell, ...(port && { port }), open });
  onStop(stop);
}

/** Watches the shell, the remotes that are named and the API, all on one origin. */
async function watchEverything(watched) {
  const port = Number(process.env.PORT || 3000);
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  await prepareDatabase();
  // The API's own modules serve the pages, and remotes that are not watched come from their builds.
  await build().catch((error) => {
    // Sources with an error are what one edits here; an older build of them will do to begin with.
    if (!isBuilt()) throw error;
    explain(error);
  });

  // Here, because it needs packages that had to be installed first.
  const { freePort, listen, serveProduct } = await import("./dev-server.mjs");
  // Before anything is started that would have to be ended: the port may be taken.
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

function onStop(stop) {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
}

function readArguments() {
  const { values, positionals: names } = parse();
  const unknown = names.find((name) => !allRemotes().includes(name));
  if (unknown !== undefined) throw new StepError(`There is no remote ${unknown}.\n${usage}`);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new StepError(`--port holds "${values.port}"; it may hold a port from 1 to 65535.`);
  }
  return { names, shell: values.shell, port, open: !values["no-open"] };
}

function parse() {
  try {
    return parseArgs({
      options: {
        shell: { type: "string" },
        port: { type: "string" },
        "no-open": { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new StepError(`${error.message}\n${usage}`);
  }
}
