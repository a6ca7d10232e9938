import { type RouteEntry, screenAt } from "@souffleur/contracts";
import { LoadingScreen, toast, useSession } from "@souffleur/shared-ui";
import { type ReactNode, useContext, useEffect, useRef } from "react";
import { matchPath, Navigate, UNSAFE_RouteContext, useLocation } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { RemoteScreen } from "./remote-boundary.tsx";
import { RouteGuard } from "./route-guard.tsx";
import { useScreens } from "./screens.ts";

/** The router's only route for the screens of all remotes; any other path redirects to the dashboard. */
export function RemoteRoute() {
  const { pathname } = useLocation();
  const { loading } = useSession();
  const entry = screenAt(useScreens(), pathname);
  useGoneNotice(entry, pathname);
  if (entry === undefined) {
    // Until the user is known, this may be the path of a screen that only some users have.
    return loading ? <LoadingScreen /> : <Navigate to="/dashboard" replace />;
  }
  return (
    <ScreenRoute key={entry.path} path={entry.path}>
      <RouteGuard entry={entry}>
        <RemoteScreen entry={entry} />
      </RouteGuard>
    </ScreenRoute>
  );
}

/** Provides the route that the router would have matched: its parameters, and the base of relative links. */
export function ScreenRoute({ path, children }: { path: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const context = useContext(UNSAFE_RouteContext);
  const match = matchPath(path, pathname);
  const matches = context.matches.map((one, at) =>
    at === context.matches.length - 1 ? { ...one, ...match } : one,
  );
  return (
    <UNSAFE_RouteContext.Provider value={{ ...context, matches }}>{children}</UNSAFE_RouteContext.Provider>
  );
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
