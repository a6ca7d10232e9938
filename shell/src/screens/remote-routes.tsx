import { type RouteEntry, screenAt } from "@souffleur/contracts";
import { LoadingScreen, toast, useSession } from "@souffleur/shared-ui";
import { type ComponentType, useEffect, useMemo, useRef } from "react";
import { Navigate, type RouteObject, useLocation, useRoutes } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { RemoteScreen } from "./remote-boundary.tsx";
import { RouteGuard } from "./route-guard.tsx";
import { useScreens } from "./screens.ts";

/** The routes of all remotes' screens, as the registry has them; any other path redirects to the dashboard. */
export function RemoteRoutes() {
  const { pathname } = useLocation();
  const screens = useScreens();
  useGoneNotice(screenAt(screens, pathname), pathname);
  const routes = useMemo(() => routesOf(screens, ScreenRoute), [screens]);
  return useRoutes(routes);
}

/** A route for each screen, which gets its path's parameters and the base of its relative links from the router. */
export function routesOf(
  screens: readonly RouteEntry[],
  Screen: ComponentType<{ entry: RouteEntry }>,
): RouteObject[] {
  return [
    // By path, so that no screen gets the state of another one.
    ...screens.map((entry) => ({ path: entry.path, element: <Screen key={entry.path} entry={entry} /> })),
    { path: "*", element: <UnknownPath /> },
  ];
}

function ScreenRoute({ entry }: { entry: RouteEntry }) {
  return (
    <RouteGuard entry={entry}>
      <RemoteScreen entry={entry} />
    </RouteGuard>
  );
}

/** Until the user is known, it may be the path of a screen that only some users have. */
function UnknownPath() {
  const { loading } = useSession();
  return loading ? <LoadingScreen /> : <Navigate to="/dashboard" replace />;
}

/** Explains the redirect from a screen that its remote no longer has, for example after a rollback. */
function useGoneNotice(entry: RouteEntry | undefined, pathname: string): void {
  const id = useSession().user?.id;
  const shown = useRef<{ pathname: string; title: string; id: string | undefined }>(undefined);
  useEffect(() => {
    if (entry !== undefined) {
      shown.current = { pathname, title: entry.title, id };
      return;
    }
    const last = shown.current;
    shown.current = undefined;
    // After a sign-out or a sign-in the previous screen was another user's.
    if (last?.pathname === pathname && last.id === id)
      toast.info(t("{title} is no longer available.", { title: last.title }));
  }, [entry, pathname, id]);
}
