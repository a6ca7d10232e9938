import "./node-version.mjs";

// Not imported above: an old Node.js would stop at what these need before it could say that it is too old.
const { build } = await import("./build.mjs");
const { fail, root } = await import("./run.mjs");
const { install, prepareDatabase } = await import("./setup.mjs");

// What .data and the like are relative to, from wherever this is called.
process.chdir(root);

try {
  await install();
  await prepareDatabase();
  await build();
} catch (error) {
  fail(error);
}

// In this very process: it gets the signals itself, and its exit code is the command's.
await import("../dist/server.js");
