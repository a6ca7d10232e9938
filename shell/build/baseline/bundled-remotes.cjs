// What the one bundle has in the place of the shell's `registry.ts` and `federation.ts`: the same screens, known
// when it is built and fetched lazily. `require.ensure` rather than `import()`, which would run the modules of what
// is only fetched ahead: the shell does not run them either.
/** @type {Record<string, () => Promise<() => { default: unknown }>>} */
const screens = {
  "mfe-auth": () =>
    require.ensure([], (require) => () => require("../../../mfe-auth/src/routes.tsx"), "mfe-auth"),
  "mfe-dashboard": () =>
    require.ensure([], (require) => () => require("../../../mfe-dashboard/src/routes.tsx"), "mfe-dashboard"),
  "mfe-live-call": () =>
    require.ensure([], (require) => () => require("../../../mfe-live-call/src/routes.tsx"), "mfe-live-call"),
  "mfe-analytics": () =>
    require.ensure([], (require) => () => require("../../../mfe-analytics/src/routes.tsx"), "mfe-analytics"),
  "mfe-admin": () =>
    require.ensure([], (require) => () => require("../../../mfe-admin/src/routes.tsx"), "mfe-admin"),
};
const remotes = Object.fromEntries(Object.keys(screens).map((name) => [name, { name }]));

const registry = { schema: 1, remotes };

exports.liveRegistry = {
  current: () => registry,
  refresh: async () => registry,
  subscribe: () => () => {},
};
/** @param {{ name: string }} release */
exports.fetchRelease = async ({ name }) => {
  const read = await screens[name]?.();
  return () => read?.().default;
};
