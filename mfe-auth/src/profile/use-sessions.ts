import { listSessions, type Session } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { useCallback, useEffect, useState } from "react";
import { textOf } from "./proof.tsx";

interface Loaded {
  /** Undefined while they load and after a failure. */
  sessions?: readonly Session[];
  failure?: string;
}

/** The user's sessions; `reload` keeps those that are shown until the answer arrives. */
export function useSessions() {
  const [loaded, setLoaded] = useState<Loaded>({});
  const load = useCallback(async (signal?: AbortSignal) => {
    try {
      const { data } = await call(listSessions, {}, signal);
      if (!signal?.aborted) setLoaded({ sessions: data.sessions });
    } catch (error) {
      if (!signal?.aborted) setLoaded({ failure: textOf(error) });
    }
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [load]);
  return { ...loaded, reload: () => load() };
}
