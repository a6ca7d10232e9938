import type { Sender, StoredSuggestion as Suggestion } from "@souffleur/contracts";
import { Switch } from "@souffleur/shared-ui";
import {
  type Bubble,
  BubbleRow,
  BubbleRows,
  isVirtual,
  type LineNotes,
  NotedLine,
  TranscriptToolbar,
  transcriptText,
  useFindKey,
  type useSearch,
} from "@souffleur/shared-ui/transcript";
import { Fragment, useMemo, useRef, useState } from "react";
import { t } from "../../texts/texts.ts";
import { addressOf, bubbleOf } from "./find-line.ts";
import { StoredSuggestion } from "./past-suggestion.tsx";
import styles from "./transcript-pane.module.css";

const overscan = 8;

interface TranscriptPaneProps {
  bubbles: readonly Bubble[];
  indexes: ReadonlyMap<number, number>;
  suggestions: readonly Suggestion[];
  lineNotes: LineNotes;
  names: Readonly<Record<Sender, string>>;
  /** The call's start in ms since the epoch. */
  startedAt: number;
  search: ReturnType<typeof useSearch>;
  /** The index of the current bubble; a new `visit` scrolls to it again. */
  current: number | undefined;
  visit: unknown;
}

/** What belongs to the conversation: what the agent used or said, and what colleagues whispered. */
const isTaken = ({ state, said, from }: Suggestion) => state === "used" || said || from !== undefined;

export function TranscriptPane({
  bubbles,
  indexes,
  suggestions,
  lineNotes,
  names,
  startedAt,
  search,
  current,
  visit,
}: TranscriptPaneProps) {
  const section = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [showsAll, showAll] = useState(false);
  const isLong = isVirtual(bubbles.length);
  useFindKey(section, searchBox, isLong);
  const taken = useMemo(() => suggestions.filter(isTaken), [suggestions]);
  const others = suggestions.length - taken.length;
  const byBubble = useMemo(() => {
    const groups = new Map<number, Suggestion[]>();
    for (const suggestion of showsAll ? suggestions : taken) {
      // A suggestion from before the first line is shown below it.
      const index = bubbleOf(indexes, suggestion.seq) ?? 0;
      groups.set(index, [...(groups.get(index) ?? []), suggestion]);
    }
    return groups;
  }, [suggestions, taken, showsAll, indexes]);
  return (
    <section ref={section} aria-labelledby="transcript-title" className={styles.pane}>
      <div className={styles.head}>
        <h2 id="transcript-title">{t("Transcript")}</h2>
        {others > 0 && (
          <Switch
            label={t("{others, plural, one {1 more suggestion} other {{others} more suggestions}}", {
              others,
            })}
            checked={showsAll}
            onChange={showAll}
          />
        )}
        <TranscriptToolbar
          search={search}
          searchBox={searchBox}
          isLong={isLong}
          transcript={bubbles.length === 0 ? undefined : () => transcriptText(bubbles, names, startedAt)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by the keyboard */}
      <div ref={scroller} role="region" aria-label={t("Lines")} tabIndex={0} className={styles.lines}>
        <BubbleRows bubbles={bubbles} scroller={scroller} overscan={overscan} current={current} visit={visit}>
          {(bubble, index) => (
            <Fragment key={bubble.id}>
              <NotedLine bubble={bubble} lineNotes={lineNotes}>
                <BubbleRow
                  bubble={bubble}
                  // After a suggestion the speaker's name is shown again.
                  before={byBubble.has(index - 1) ? undefined : bubbles[index - 1]}
                  name={names[bubble.sender]}
                  query={search.query.trim()}
                  current={index === current}
                  address={addressOf(bubble)}
                />
              </NotedLine>
              {byBubble.get(index)?.map((suggestion) => (
                <StoredSuggestion key={suggestion.id} suggestion={suggestion} />
              ))}
            </Fragment>
          )}
        </BubbleRows>
        {bubbles.length === 0 && <p className={styles.empty}>{t("Nothing was said in this call.")}</p>}
      </div>
    </section>
  );
}
