import type { Suggestion, SuggestionFate } from "@souffleur/contracts";
import { Button, GenerateIcon, Switch, shortcutsOn, toast } from "@souffleur/shared-ui";
import { useEffect, useLayoutEffect, useRef } from "react";
import { dismiss, isUnknownToServer, type LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { useKeyPress } from "../../lib/use-key-press.ts";
import { SuggestionCard } from "./suggestion-card.tsx";
import { readSuggestionKey } from "./suggestion-keys.ts";
import styles from "./suggestions.module.css";
import { useSuggestions } from "./use-suggestions.ts";

interface SuggestionsPaneProps {
  store: Store<LiveCallState>;
  /** Appends a reply to the agent's notes. @returns false where there is no room for it. */
  onUse: (text: string) => boolean;
  /** Called with what becomes of a suggestion. */
  onFate: (suggestion: Suggestion, fate: SuggestionFate) => void;
}

export function SuggestionsPane({ store, onUse, onFate }: SuggestionsPaneProps) {
  const { list, generate, generating, auto, setAuto } = useSuggestions(store);
  // After a call the digits choose its outcome.
  const hasDigits = useStore(store, ({ call }) => call.status !== "ended") && shortcutsOn();
  const use = (suggestion: Suggestion) => {
    onFate(suggestion, "used");
    if (onUse(suggestion.text)) toast.success("Added to the agent notes");
    else toast.error("The agent notes are full.");
  };
  useKeyPress((press) => {
    const command = readSuggestionKey(press);
    if (command === undefined || (command.kind !== "generate" && !hasDigits)) return false;
    if (command.kind === "generate" && !generating) generate?.();
    if (command.kind === "dismiss") discard(list);
    const used = command.kind === "use" ? list[command.index] : undefined;
    if (used !== undefined) use(used);
    return true;
  });
  useEffect(() => {
    for (const suggestion of list) onFate(suggestion, "shown");
  }, [list, onFate]);

  const section = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  // A card that disappears loses the focus: it moves to the pane instead of the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards disappear when the list changes
  useLayoutEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    hasFocus.current = false;
    section.current?.focus();
  }, [list]);

  const isUnknown = useStore(store, isUnknownToServer);
  const emptyText = isUnknown
    ? "There are no replies in this call: the server does not know of it."
    : emptyTextOf({ inCall: generate !== undefined, generating, auto });
  const discard = (unwanted: readonly Suggestion[]) => {
    for (const suggestion of unwanted) onFate(suggestion, "dismissed");
    const ids = unwanted.map(({ id }) => id);
    store.set((state) => dismiss(state, ids));
  };
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="suggestions-title" className={styles.pane}>
      <div className={styles.head}>
        <h2 id="suggestions-title">Live Suggestions</h2>
        <Switch label="Auto-generate" checked={auto} onChange={setAuto} />
      </div>
      <Button
        wide
        disabled={generate === undefined}
        busy={generating}
        aria-keyshortcuts="Control+Enter"
        onClick={generate}
      >
        {!generating && <GenerateIcon aria-hidden />}
        Generate
      </Button>
      {list.length === 0 ? (
        <p className={styles.empty}>{emptyText}</p>
      ) : (
        <ul
          className={styles.list}
          aria-live="polite"
          onFocus={() => {
            hasFocus.current = true;
          }}
          onBlur={() => {
            hasFocus.current = false;
          }}
        >
          {list.map((suggestion, index) => (
            <SuggestionCard
              key={suggestion.id}
              suggestion={suggestion}
              shortcut={hasDigits ? index + 1 : undefined}
              onCopy={() => onFate(suggestion, "copied")}
              onUse={() => use(suggestion)}
              onDismiss={() => discard([suggestion])}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function emptyTextOf({
  inCall,
  generating,
  auto,
}: Record<"inCall" | "generating" | "auto", boolean>): string {
  if (generating) return "Looking for replies…";
  if (!inCall) return "Replies to what the client says appear here during a call.";
  return auto ? "Replies appear here as the client speaks." : "Press Generate for replies.";
}
