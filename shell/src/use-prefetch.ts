import type { User } from "@souffleur/contracts";
import { useEffect } from "react";
import { navigationFor } from "./navigation.ts";
import { remotes } from "./remotes.ts";
import { whenIdle } from "./when-idle.ts";

/** Prefetches the other screens' bundles, one after the other, while the browser is idle. */
export function usePrefetch(user: User | null): void {
  const role = user?.role;
  useEffect(() => {
    if (role === undefined) return undefined;
    const queued = navigationFor(role).map(({ remote }) => remote);
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
  }, [role]);
}
