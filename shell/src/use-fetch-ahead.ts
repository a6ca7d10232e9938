import type { User } from "@souffleur/contracts";
import { useEffect } from "react";
import { navigationFor } from "./navigation.ts";
import { remotes } from "./remotes.ts";
import { whenIdle } from "./when-idle.ts";

/** Fetches the other screens' bundles, one after the other, whenever the browser has nothing better to do. */
export function useFetchAhead(user: User | null): void {
  const role = user?.role;
  useEffect(() => {
    if (role === undefined) return undefined;
    const waiting = navigationFor(role).map(({ remote }) => remote);
    let stop = () => {};
    const fetchNext = () => {
      const name = waiting.shift();
      if (name === undefined) return;
      stop = whenIdle(() => void remotes.fetchAhead(name).then(fetchNext));
    };
    fetchNext();
    return () => {
      waiting.length = 0;
      stop();
    };
  }, [role]);
}
