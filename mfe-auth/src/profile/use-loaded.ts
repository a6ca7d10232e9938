import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "../layout/failures.ts";

/**
 * What a card shows of the account. `data` is undefined until it is loaded, or that has failed; `reload` keeps what is shown
 * until there is an answer. When the card goes, nothing is read for it any more.
 * @param read the same function in every render
 */
export function useLoaded<Data>(read: (signal?: AbortSignal) => Promise<Data>) {
  const [loaded, setLoaded] = useState<{ data?: Data; failure?: string }>({});
  const shown = useRef<AbortSignal>(undefined);
  const reload = useCallback(async () => {
    const signal = shown.current;
    try {
      const data = await read(signal);
      if (!signal?.aborted) setLoaded({ data });
    } catch (error) {
      if (!signal?.aborted)
        setLoaded(({ data }) => (data === undefined ? { failure: failureText(error) } : { data }));
    }
  }, [read]);
  useEffect(() => {
    const leaving = new AbortController();
    shown.current = leaving.signal;
    void reload();
    return () => leaving.abort();
  }, [reload]);
  return { ...loaded, reload };
}
