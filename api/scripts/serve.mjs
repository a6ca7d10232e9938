import "./node-version.mjs";

// Not imported above: an old Node.js would stop at what these need before it could say that it is too old.
const { isBuilt } = await import("./build.mjs");
const { fail, root, StepError } = await import("./run.mjs");

process.chdir(root);

if (!isBuilt()) fail(new StepError("Nothing is built yet: run `npm start` once, which installs and builds."));

await import("../dist/server.js");
