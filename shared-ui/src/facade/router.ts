/**
 * What the shell shares under the name `react-router-dom`. A whole shared package can't be shaken; add here
 * what a screen needs. `#react-router` is the package itself: its own name would lead back to this file.
 */

export type {
  Blocker,
  LinkProps,
  Location,
  NavigateFunction,
  NavLinkProps,
  RouteObject,
  SetURLSearchParams,
  To,
} from "#react-router";
export {
  createBrowserRouter,
  createSearchParams,
  generatePath,
  isRouteErrorResponse,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLocation,
  useMatch,
  useMatches,
  useNavigate,
  useNavigationType,
  useParams,
  useResolvedPath,
  useRouteError,
  useSearchParams,
} from "#react-router";
