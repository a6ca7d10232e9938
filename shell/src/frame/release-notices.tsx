import { callInProgress, locale, toast, useSession } from "@souffleur/shared-ui";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { scaledTimeout } from "../browser/timeout-scale.ts";
import { whenIdle } from "../browser/when-idle.ts";
import { liveRegistry } from "../releases/registry.ts";
import { remotes } from "../remotes/remotes.ts";
import { callRemote, currentScreens } from "../screens/screens.ts";
import { t } from "../texts/texts.ts";

/** The minimum time between two requests for the registry. */
const askAgainMs = 5000;
const list = new Intl.ListFormat(locale);

/**
 * Fetches the registry at every change of the screen, and when the page becomes visible again. Its screens apply at once.
 * New releases of loaded remotes are offered, and used only when the user accepts; the page is not reloaded, and the other
 * remotes are not affected.
 */
export function ReleaseNotices({ id, firstPath }: { id: string; firstPath: string }) {
  const { pathname } = useLocation();
  // What the session says of the user anew must not end a wait.
  const userId = useSession().user?.id;
  const shown = useRef(firstPath);
  const askedAt = useRef(0);
  useEffect(() => {
    if (userId === undefined) return undefined;
    let stop = () => {};
    const ask = () => {
      stop();
      const wait = setTimeout(
        () => {
          // The screen that is being opened has priority.
          stop = whenIdle(() => {
            askedAt.current = Date.now();
            // If there is no answer, the next change of the screen requests it again.
            liveRegistry.refresh().then(
              () => offer(id),
              () => undefined,
            );
          });
        },
        Math.max(0, askedAt.current + scaledTimeout(askAgainMs) - Date.now()),
      );
      stop = () => clearTimeout(wait);
    };
    const askAgain = () => {
      if (document.visibilityState === "visible") ask();
    };
    if (shown.current !== pathname) ask();
    shown.current = pathname;
    document.addEventListener("visibilitychange", askAgain);
    return () => {
      document.removeEventListener("visibilitychange", askAgain);
      stop();
    };
  }, [id, pathname, userId]);
  return null;
}

function offer(id: string): void {
  const names = outdated();
  if (names.length === 0) return;
  toast.info(t("A new version of {names} is available.", { names: list.format(names.map(titleOf)) }), {
    id,
    lasting: true,
    action: {
      label: t("Update"),
      onPress: () => {
        // Determined again, because a call may have started since the offer.
        for (const name of outdated()) void remotes.update(name);
      },
    },
  });
}

function outdated(): string[] {
  return remotes.outdated().filter((name) => name !== callRemote || callInProgress() === undefined);
}

function titleOf(name: string): string {
  return currentScreens().find(({ remote }) => remote === name)?.title ?? name;
}
