const { existsSync, readdirSync } = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../../..");
const names = readdirSync(root).filter((name) => existsSync(path.join(root, name, "remote.json")));
/** @param {string} name */
const file = (name) => JSON.stringify(path.join(root, name, "src/routes.tsx"));

/**
 * A loader that replaces the shell's `registry.ts` and `federation.ts` in the one bundle: its screens are known when it is
 * built, and are fetched lazily. `require.ensure` rather than `import()`, which would run prefetched modules; the shell
 * does not run them either.
 */
module.exports = () => `
const screens = {
  ${names
    .map(
      (name) => `"${name}": () => require.ensure([], (require) => () => require(${file(name)}), "${name}"),`,
    )
    .join("\n")}
};
const remotes = Object.fromEntries(
  Object.keys(screens).map((name) => [name, { name, base: "/", entry: "", scripts: [], styles: [], integrity: {} }]),
);
const registry = { schema: 1, remotes };

exports.liveRegistry = {
  current: () => registry,
  refresh: async () => registry,
  subscribe: () => () => {},
};
exports.fetchRelease = async ({ name }) => {
  const read = await screens[name]?.();
  return () => read?.().default;
};
`;
