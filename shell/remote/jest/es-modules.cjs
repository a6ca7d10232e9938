const { existsSync, readFileSync, realpathSync } = require("node:fs");
const path = require("node:path");

/**
 * The packages with nothing but ES modules that a remote's own dependencies lead to, such as d3-shape and d3-path: Jest
 * runs CommonJS, so they are compiled for it.
 */
module.exports = function esModules(folder) {
  const names = new Set();
  const seen = new Set();
  const visit = (from) => {
    for (const name of Object.keys(read(from).dependencies ?? {})) {
      const found = find(name, from);
      // What the workspace itself depends on is in the list of its configuration.
      if (!found || seen.has(found) || name.startsWith("@souffleur/")) continue;
      seen.add(found);
      if (hasOnlyEsModules(read(found))) names.add(name);
      visit(found);
    }
  };
  if (existsSync(path.join(folder, "package.json"))) visit(realpathSync(folder));
  return [...names];
};

const read = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

function find(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (existsSync(path.join(candidate, "package.json"))) return realpathSync(candidate);
    if (folder === path.dirname(folder)) return undefined;
  }
}

function hasOnlyEsModules({ type, main = "", exports }) {
  if (/"require"|\.cjs"/.test(JSON.stringify(exports ?? ""))) return false;
  return main.endsWith(".mjs") || (type === "module" && !main.endsWith(".cjs"));
}
