import "./node-version.mjs";

// Not imported above: an old Node.js would stop at what these need before it could say that it is too old.
const { build } = await import("./build.mjs");
const { fail, root } = await import("./run.mjs");
const { install, prepareDatabase } = await import("./setup.mjs");

/** Runs one of the API's commands, given by its file in `api/dist`, with what it needs installed and built. */
const [, , command = "", ...args] = process.argv;

try {
  await install();
  await prepareDatabase();
  await build(["api"]);
} catch (error) {
  fail(error);
}

// What .data and the like are relative to, from wherever this is called.
process.chdir(root);
process.argv.splice(2, Infinity, ...args);
await import(`../dist/${command}.js`);
