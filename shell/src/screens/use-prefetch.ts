import { type RouteEntry, remotesAhead } from "@souffleur/contracts";
import { useSession } from "@souffleur/shared-ui";
import { useEffect } from "react";
import { whenIdle } from "../browser/when-idle.ts";
import { remotes } from "../remotes/remotes.ts";
import { isOpenTo } from "./screens.ts";

/** Prefetches the bundles of the navigation's first screens, one after another, while the browser is idle. */
export function usePrefetch(screens: readonly RouteEntry[]): void {
  const session = useSession();
  useEffect(() => {
    if (session.user === null) return undefined;
    const queued = remotesAhead(screens.filter((screen) => isOpenTo(session, screen)));
    let stop = () => {};
    const fetchNext = () => {
      const name = queued.shift();
      if (name === undefined) return;
      stop = whenIdle(() => void remotes.prefetch(name).then(fetchNext));
    };
    fetchNext();
    return () => {
      queued.length = 0;
      stop();
    };
  }, [screens, session]);
}
