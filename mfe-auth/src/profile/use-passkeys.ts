import { listPasskeys, type Passkey } from "@souffleur/contracts/passkeys";
import { call } from "@souffleur/shared-ui";
import { useCallback, useEffect, useState } from "react";
import { textOf } from "./proof.tsx";

interface Loaded {
  /** Undefined while they load and after a failure. */
  passkeys?: readonly Passkey[];
  failure?: string;
}

export type Passkeys = ReturnType<typeof usePasskeys>;

/** The user's passkeys; `reload` keeps those that are shown until the answer arrives. */
export function usePasskeys() {
  const [loaded, setLoaded] = useState<Loaded>({});
  const load = useCallback(async (signal?: AbortSignal) => {
    try {
      const { data } = await call(listPasskeys, {}, signal);
      if (!signal?.aborted) setLoaded({ passkeys: data.passkeys });
    } catch (error) {
      if (!signal?.aborted) setLoaded({ failure: textOf(error) });
    }
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [load]);
  const hasUsable = loaded.passkeys?.some(({ isBlocked }) => !isBlocked) ?? false;
  return { ...loaded, hasUsable, reload: () => load() };
}
