import { routeTable, runningCall, toast, useSession } from "@souffleur/shared-ui";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { fetchRegistry } from "../registry.ts";
import { remotes } from "../remotes.ts";
import { whenIdle } from "../when-idle.ts";

/** The registry is asked for again at most this often. */
const askAgainMs = 5000;
const id = "releases";
/** While a call runs its screen stays as it is. */
const callRemote = "mfe-live-call";
const list = new Intl.ListFormat("en-US");

/**
 * Looks for new releases of the loaded remotes at every change of the screen, and offers them. Nothing changes until
 * the user accepts; then the page is not reloaded, and the other remotes go on.
 */
export function ReleaseNotices() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const shown = useRef(pathname);
  const askedAt = useRef(0);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (user === null || Date.now() - askedAt.current < askAgainMs) return;
    // The screen that is being opened comes first.
    return whenIdle(() => {
      askedAt.current = Date.now();
      // Without an answer the next change of the screen asks again.
      fetchRegistry().then(offer, () => undefined);
    });
    function offer(registry: Awaited<ReturnType<typeof fetchRegistry>>) {
      const names = outdated(registry);
      if (names.length === 0) return;
      toast.info(`A new version of ${list.format(names.map(titleOf))} is available.`, {
        id,
        lasting: true,
        action: {
          label: "Update",
          onPress: () => {
            // Asked again: a call may have begun since the offer.
            for (const name of outdated(registry)) void remotes.update(registry, name);
          },
        },
      });
    }
  }, [pathname, user]);
  useEffect(() => () => toast.dismiss(id), []);
  return null;
}

function outdated(registry: Parameters<typeof remotes.outdated>[0]): string[] {
  return remotes.outdated(registry).filter((name) => name !== callRemote || runningCall() === undefined);
}

function titleOf(name: string): string {
  return routeTable.find(({ remote }) => remote === name)?.title ?? name;
}
