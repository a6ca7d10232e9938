import { useEffect, useEffectEvent, useState } from "react";

/** The pause after typing before the address changes, in ms, because browsers limit the rate of such changes. */
const quietMs = 200;

/**
 * The text of a search field. The list follows it after a pause, or at once by `send`. If the list's search changes in
 * another way, such as by a link, the field follows the list.
 */
export function useSearchText(searched: string, search: (text: string) => void) {
  const [text, setText] = useState(searched);
  const [sent, setSent] = useState(searched);
  const [seen, setSeen] = useState(searched);
  if (searched !== seen) {
    setSeen(searched);
    // The field's own text may return after more has been typed; only another text is adopted.
    if (searched !== sent) {
      setSent(searched);
      setText(searched);
    }
  }
  const send = (next: string) => {
    const wanted = next.trim();
    if (wanted === sent) return;
    setSent(wanted);
    search(wanted);
  };
  const sendLater = useEffectEvent(() => send(text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text restarts the pause
  useEffect(() => {
    const timer = setTimeout(() => sendLater(), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText, send] as const;
}
