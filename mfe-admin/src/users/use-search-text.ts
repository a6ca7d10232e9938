import { useEffect, useEffectEvent, useState } from "react";

/** Browsers refuse to write the address at every key press; a pause this long (ms) ends a word. */
const quietMs = 200;

/**
 * The text of a search field. The list follows it after a pause; where the list is searched for something
 * else (a link led elsewhere), the field follows the list.
 */
export function useSearchText(searched: string, search: (text: string) => void) {
  const [text, setText] = useState(searched);
  const [sent, setSent] = useState(searched);
  const [seen, setSeen] = useState(searched);
  if (searched !== seen) {
    setSeen(searched);
    // What was sent from here comes back after more has been typed; only what is foreign is taken over.
    if (searched !== sent) {
      setSent(searched);
      setText(searched);
    }
  }
  const send = useEffectEvent(() => {
    if (text === searched) return;
    setSent(text);
    search(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text starts the pause anew
  useEffect(() => {
    const timer = setTimeout(() => send(), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
