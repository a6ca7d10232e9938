import { limits, type RouteEntry } from "@souffleur/contracts";
import {
  LoadingScreen,
  Page,
  PageHeader,
  screenTexts,
  serverNow,
  sessionExpiredText,
  toast,
  useSession,
} from "@souffleur/shared-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { useScreenEntrance, useScreenTitle } from "./screen-entrance.ts";
import { isOpenTo } from "./screens.ts";

/** The only screen of a session that lacks a demanded passkey. */
const passkeyScreen = "/profile";

/** Shows the screen if this user has access to it. */
export function RouteGuard({ entry, children }: { entry: RouteEntry; children: ReactNode }) {
  return entry.access === "public" ? children : <SessionGuard entry={entry}>{children}</SessionGuard>;
}

function SessionGuard({ entry, children }: { entry: RouteEntry; children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session.isAuthenticated) wasSignedIn.current = true;
  }, [session.isAuthenticated]);

  if (session.loading) return <LoadingScreen />;
  if (session.user === null) {
    // After a sign-out nothing is remembered; otherwise the requested path is opened after the sign-in.
    const from = wasSignedIn.current && !session.expired ? undefined : `${pathname}${search}`;
    const to = session.expired
      ? `/login?error=${encodeURIComponent(session.error ?? sessionExpiredText())}`
      : "/login";
    return <Navigate to={to} replace state={from === undefined ? null : { from }} />;
  }
  const needsPasskey = session.passkeyFrom !== null && Date.parse(session.passkeyFrom) <= serverNow();
  if (needsPasskey && pathname !== passkeyScreen) return <Navigate to={passkeyScreen} replace />;
  if (isOpenTo(session, entry)) return children;
  const isForAdmins = entry.access === "admin" || entry.access === "platform";
  return isForAdmins ? <AccessDenied entry={entry} /> : <Navigate to="/dashboard" replace />;
}

/** Shows the refusal, and redirects to the dashboard after the specified two seconds. */
function AccessDenied({ entry }: { entry: RouteEntry }) {
  useScreenTitle(entry);
  useScreenEntrance(entry);
  const [over, setOver] = useState(false);
  useEffect(() => {
    toast.error(screenTexts.admin.denied, { id: "access-denied" });
    const timer = setTimeout(() => setOver(true), limits.accessDeniedRedirectMs);
    return () => clearTimeout(timer);
  }, []);
  if (over) return <Navigate to="/dashboard" replace />;
  return (
    <Page>
      <PageHeader title={entry.title} subtitle={t("Taking you to the dashboard…")} />
    </Page>
  );
}
