import { routeTable, useSession } from "@souffleur/shared-ui";
import { useRef } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { CallNotices } from "./call-notices.tsx";
import { ConnectionNotices } from "./connection-notices.tsx";
import styles from "./frame.module.css";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { ReleaseNotices } from "./releases/release-notices.tsx";
import { ScrollToTop } from "./scroll-to-top.tsx";
import { TopBar } from "./top-bar.tsx";
import { usePrefetch } from "./use-prefetch.ts";

/** The parts of the page around the screens: the top bar, `main`, and what floats over it. */
export function Frame() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const main = useRef<HTMLElement>(null);
  const shown = pathname.replace(/\/+$/, "");
  const isPublic = routeTable.some(({ path, access }) => path === shown && access === "public");
  const signedIn = user !== null && !isPublic;
  usePrefetch(user);
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
        Skip to content
      </a>
      {signedIn && <TopBar user={user} />}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <ScrollToTop />
      {signedIn && (
        <>
          <ConnectionNotices />
          <ReleaseNotices />
          <CallNotices />
          <KeyboardHelp user={user} />
        </>
      )}
    </>
  );
}
