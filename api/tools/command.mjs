// Starts every command: `node api/tools/command.mjs [--as-built] <file without .ts> [argument …]`.
import "./platform.mjs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Souffleur needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported after the check: an old Node.js could not load it, and would report that instead of its age.
const { startCommand } = await import("./start-command.mjs");
await startCommand(process.argv.slice(2));
