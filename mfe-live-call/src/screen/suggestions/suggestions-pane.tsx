import type { Suggestion } from "@souffleur/contracts";
import { Button, GenerateIcon, Switch, shortcutsOn, takesText, toast } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { dismiss, isUnknownToServer, type LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { SuggestionCard } from "./suggestion-card.tsx";
import { readSuggestionKey } from "./suggestion-keys.ts";
import styles from "./suggestions.module.css";
import { useSuggestions } from "./use-suggestions.ts";

interface SuggestionsPaneProps {
  store: Store<LiveCallState>;
  /** Appends a reply to the agent's notes. @returns false where there is no room for it. */
  onUse: (text: string) => boolean;
}

export function SuggestionsPane({ store, onUse }: SuggestionsPaneProps) {
  const { list, generate, generating, auto, setAuto } = useSuggestions(store);
  const use = ({ text }: Suggestion) => {
    if (onUse(text)) toast.success("Added to the agent notes");
    else toast.error("The agent notes are full.");
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog or a menu keeps its keys.
    if (event.defaultPrevented || document.querySelector("[role=dialog], [role=menu]") !== null) return;
    const command = readSuggestionKey({
      key: event.key,
      code: event.code,
      control: event.ctrlKey,
      modified: event.altKey || event.metaKey,
      typing: takesText(event.target),
    });
    if (command === undefined || (command.kind !== "generate" && !shortcutsOn())) return;
    event.preventDefault();
    if (command.kind === "generate" && !generating) generate?.();
    if (command.kind === "dismiss") dismissAll();
    const used = command.kind === "use" ? list[command.index] : undefined;
    if (used !== undefined) use(used);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

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
  const dismissIds = (ids: readonly string[]) => store.set((state) => dismiss(state, ids));
  const dismissAll = () => dismissIds(list.map(({ id }) => id));
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
              shortcut={shortcutsOn() ? index + 1 : undefined}
              onUse={() => use(suggestion)}
              onDismiss={() => dismissIds([suggestion.id])}
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
