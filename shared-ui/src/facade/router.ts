/**
 * The module that the shell shares as `react-router-dom`. A shared package is not tree-shaken, so only what screens use
 * is exported here. `#react-router` is the package itself; its own name resolves to this file.
 */

export type { RouteObject } from "#react-router";
export {
  createBrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
  useSearchParams,
} from "#react-router";
