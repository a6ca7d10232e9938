// Imported first by every command: whatever comes after may use what this version brings.
const needed = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(`Souffleur needs Node.js ${needed.join(".")} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
