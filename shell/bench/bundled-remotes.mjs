// What the one bundle has in the place of the shell's `registry.ts` and `federation.ts`: the same screens,
// known when it is built and loaded lazily.
const screens = {
  "mfe-auth": () => import(/* webpackChunkName: "mfe-auth" */ "../../mfe-auth/src/routes.tsx"),
  "mfe-dashboard": () => import(/* webpackChunkName: "mfe-dashboard" */ "../../mfe-dashboard/src/routes.tsx"),
  "mfe-live-call": () => import(/* webpackChunkName: "mfe-live-call" */ "../../mfe-live-call/src/routes.tsx"),
  "mfe-analytics": () => import(/* webpackChunkName: "mfe-analytics" */ "../../mfe-analytics/src/routes.tsx"),
  "mfe-admin": () => import(/* webpackChunkName: "mfe-admin" */ "../../mfe-admin/src/routes.tsx"),
};
const remotes = Object.fromEntries(Object.keys(screens).map((name) => [name, { name }]));

export const inlinedRegistry = () => ({ schema: 1, remotes });
export const fetchRegistry = async () => inlinedRegistry();
export const loadRelease = async ({ name }) => (await screens[name]()).default;
