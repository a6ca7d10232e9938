const { readFileSync } = require("node:fs");
const path = require("node:path");

const shell = path.join(__dirname, "..");

/**
 * Aliases of the federation runtime's packages to their ES modules. Without them the shell, which provides the runtime to
 * all remotes, contains the CommonJS modules too (8.6 kB compressed).
 */
function federationRuntime() {
  const runtime = folderOf("@module-federation/runtime", shell);
  return Object.fromEntries(
    ["runtime-core", "sdk", "error-codes"].map((name) => {
      const folder = folderOf(`@module-federation/${name}`, runtime);
      const { module } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
      return [`@module-federation/${name}$`, path.join(folder, module)];
    }),
  );
}

/**
 * A package's folder, even if its `exports` do not include its package.json.
 * @param {string} name
 * @param {string} from
 */
function folderOf(name, from) {
  const file = require.resolve(name, { paths: [from] });
  const folder = path.join("node_modules", name);
  return file.slice(0, file.lastIndexOf(folder) + folder.length);
}

module.exports = { federationRuntime };
