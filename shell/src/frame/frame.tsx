import { may, screenAt } from "@souffleur/contracts";
import { QuickActionsContext, useCallBar, useSession } from "@souffleur/shared-ui";
import { lazy, Suspense, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { callPath, useEntries, useScreens } from "../screens/screens.ts";
import { useHeldCall } from "../screens/use-held-call.ts";
import { usePrefetch } from "../screens/use-prefetch.ts";
import { Search } from "../search/search.tsx";
import { t } from "../texts/texts.ts";
import styles from "./frame.module.css";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { ScrollToTop } from "./scroll-to-top.tsx";
import { TopBar } from "./top-bar.tsx";

const PasskeyNotice = lazy(() => import("./passkey-notice.tsx"));
const HelpRequests = lazy(() => import("./help-requests.tsx"));
// A page whose file does not arrive works without notices.
const Notices = lazy<typeof import("./notices.tsx").default>(() =>
  import("./notices.tsx").catch(() => ({ default: () => [] })),
);

/** The parts of the page around the screens: the top bar, `main`, and the elements that float above it. */
export function Frame() {
  const { pathname } = useLocation();
  const { user, organization } = useSession();
  const passkeyFrom = usePasskeyFrom(pathname);
  const screens = useScreens();
  const CallBar = useCallBar();
  const main = useRef<HTMLElement>(null);
  const signedIn = user !== null && screenAt(screens, pathname)?.access !== "public";
  usePrefetch(screens);
  useHeldCall();
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it moves the focus, and must not change the address */}
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t("Skip to content")}
      </a>
      {signedIn && <TopBar user={user} screens={screens} />}
      {signedIn && may(user.role, "coach") && organization !== null && (
        <Suspense>
          <HelpRequests userId={user.id} />
        </Suspense>
      )}
      {signedIn && passkeyFrom !== null && pathname !== callPath && (
        <Suspense>
          <PasskeyNotice from={passkeyFrom} />
        </Suspense>
      )}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <QuickActionsContext value={useEntries("quickActions")}>
          <Outlet />
        </QuickActionsContext>
      </main>
      <ScrollToTop />
      {signedIn && (
        <>
          {CallBar && pathname !== callPath && <CallBar />}
          <LateNotices />
          <KeyboardHelp screens={screens} />
          <Search />
        </>
      )}
    </>
  );
}

/** The notices, which arrive after the screen that they are about may have been left. */
function LateNotices() {
  const { pathname } = useLocation();
  const [firstPath] = useState(pathname);
  return (
    <Suspense>
      <Notices firstPath={firstPath} />
    </Suspense>
  );
}

/** From when a passkey is demanded. A demand that is made while a screen is open waits for the next one: it would push this one down. */
function usePasskeyFrom(pathname: string): string | null {
  const { user, passkeyFrom } = useSession();
  const screen = `${user?.id} ${pathname}`;
  const [shown, setShown] = useState({ screen, passkeyFrom });
  if (shown.screen !== screen || (passkeyFrom === null && shown.passkeyFrom !== null))
    setShown({ screen, passkeyFrom });
  return shown.passkeyFrom;
}
