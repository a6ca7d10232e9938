const { createHash } = require("node:crypto");
const { readdirSync, readFileSync, statSync } = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../..");

/**
 * Eight hexadecimal digits over all that a package's build is made from, so that the same sources give the
 * same files and a rebuild of what has not changed is no new release.
 * @param {string} name the package's folder
 */
function sourceHash(name) {
  const hash = createHash("sha256");
  const inputs = [
    `${name}/src`,
    `${name}/package.json`,
    "api/src/contracts",
    "shell/webpack",
    "pnpm-lock.yaml",
    "webpack.base.cjs",
  ];
  for (const file of inputs.flatMap((input) => filesIn(path.join(root, input)))) {
    hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 8);
}

function filesIn(input) {
  if (statSync(input).isFile()) return [input];
  return readdirSync(input, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

module.exports = { sourceHash };
