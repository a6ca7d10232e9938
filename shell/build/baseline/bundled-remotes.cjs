const { existsSync, readdirSync } = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../../..");
const names = readdirSync(root).filter((name) => existsSync(path.join(root, name, "remote.json")));
/** @param {string} name */
const file = (name) => JSON.stringify(path.join(root, name, "src/routes.tsx"));

/**
 * A loader: what the one bundle has in the place of the shell's `registry.ts` and `federation.ts`. It holds the screens
 * of the workspace's remotes, known when it is built and fetched lazily. `require.ensure` rather than `import()`, which
 * would run the modules of what is only fetched ahead: the shell does not run them either.
 */
module.exports = () => `
const screens = {
  ${names
    .map(
      (name) => `"${name}": () => require.ensure([], (require) => () => require(${file(name)}), "${name}"),`,
    )
    .join("\n")}
};
const remotes = Object.fromEntries(Object.keys(screens).map((name) => [name, { name }]));
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
