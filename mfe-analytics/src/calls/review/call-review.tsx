import { formatMinutes, labelOf, may, sourceLabels } from "@souffleur/contracts";
import { contractText, formatDateTime, Notice, Page, PageHeader, useSession } from "@souffleur/shared-ui";
import { type Bubble, useLineNotes, useSearch } from "@souffleur/shared-ui/transcript";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../../texts/texts.ts";
import { CustomerCard } from "./customer-card.tsx";
import { bubbleAt, bubbleIndexes, bubbleOf, readAddress } from "./find-line.ts";
import { OutcomeCard } from "./outcome-card.tsx";
import styles from "./review.module.css";
import { TalkCard } from "./talk-card.tsx";
import { TimeLine } from "./time-line.tsx";
import { TranscriptPane } from "./transcript-pane.tsx";
import type { useReview } from "./use-review.ts";

interface CallReviewProps {
  review: NonNullable<ReturnType<typeof useReview>["data"]>;
  tools: ReactNode;
}

export function CallReview({ review: { call, talk, suggestions, bubbles }, tools }: CallReviewProps) {
  const names = { agent: call.agentName, client: call.customer.name };
  const startedAt = Date.parse(call.startedAt);
  const seconds = Math.max(1, call.durationSeconds ?? 0, Math.ceil(talk.turns.at(-1)?.to ?? 0));
  const indexes = useMemo(() => bubbleIndexes(bubbles), [bubbles]);
  const search = useSearch(bubbles, useFoundLine(bubbles, indexes));
  const { current, visit, goTo } = usePosition(indexes, search);
  const lineNotes = useNotes(call);
  const inView = bubbles[current ?? 0];
  const facts = [
    call.agentName,
    formatDateTime(call.startedAt),
    call.durationSeconds !== undefined && formatMinutes(call.durationSeconds),
    contractText(labelOf(sourceLabels, call.source)),
    call.customer.number,
  ];
  return (
    <Page>
      <PageHeader title={call.customer.name} subtitle={facts.filter(Boolean).join(" · ")}>
        {tools}
      </PageHeader>
      {call.status === "active" && (
        <Notice kind="info">{t("This call is in progress. Its transcript is shown up to now.")}</Notice>
      )}
      {lineNotes.isFailed && <Notice kind="error">{t("The notes on lines could not be loaded.")}</Notice>}
      <TimeLine
        turns={talk.turns}
        names={names}
        seconds={seconds}
        at={{
          index: current ?? 0,
          seconds: inView === undefined ? 0 : Math.max(0, (inView.timestamp - startedAt) / 1000),
        }}
        onMove={(to) => goTo(bubbleAt(bubbles, startedAt + to * 1000))}
      />
      <div className={styles.columns}>
        <TranscriptPane
          bubbles={bubbles}
          indexes={indexes}
          suggestions={suggestions}
          lineNotes={lineNotes}
          names={names}
          startedAt={startedAt}
          search={search}
          current={current}
          visit={visit}
        />
        <div className={styles.side}>
          <OutcomeCard
            call={call}
            summary={{
              callId: call.callId,
              version: `${call.seq} ${call.status}`,
              lines: call.seq,
              names,
              startedAt,
              senderOf: (seq) => bubbles[bubbleOf(indexes, seq) ?? -1]?.sender,
              onLine: (seq) => goTo(bubbleOf(indexes, seq)),
            }}
          />
          <CustomerCard call={call} />
          <TalkCard talk={talk} names={names} />
        </div>
      </div>
    </Page>
  );
}

/** The notes on the call's lines, with what the signed-in user may do. */
function useNotes({ callId, agentId }: CallReviewProps["review"]["call"]) {
  const { user, organization } = useSession();
  const isAgent = agentId === user?.id;
  const mayWrite = !isAgent && user !== null && organization !== null && may(user.role, "coach");
  return useLineNotes(callId, { userId: user?.id ?? "", isAgent, mayWrite });
}

/** The initial state of the search: the words that the search of the list found, and their line. */
function useFoundLine(bubbles: readonly Bubble[], indexes: ReadonlyMap<number, number>) {
  const { hash, state } = useLocation();
  const found: unknown = typeof state === "object" && state !== null && "find" in state ? state.find : "";
  const index = bubbleOf(indexes, readAddress(hash) ?? 0);
  return {
    query: typeof found === "string" ? found : "",
    chosen: index === undefined ? undefined : bubbles[index]?.id,
  };
}

/** The last visited line: by its address, on the time line, or by the search. */
function usePosition(indexes: ReadonlyMap<number, number>, search: ReturnType<typeof useSearch>) {
  const { hash, key: entry } = useLocation();
  // An address that is typed has no key of its own.
  const key = entry + hash;
  const hit = search.position === undefined ? undefined : search.hits[search.position];
  const found = hit === undefined ? undefined : `${hit} ${search.query}`;
  const [position, setPosition] = useState<{
    index: number | undefined;
    visit: object;
    key?: string;
    found?: string;
  }>({ index: undefined, visit: {} });
  const goTo = (index: number | undefined) => setPosition({ index, visit: {}, key, found: found ?? "" });
  if (position.key !== key) {
    const seq = readAddress(hash);
    goTo(seq === undefined ? position.index : bubbleOf(indexes, seq));
  }
  const isSearching = found !== undefined && found !== position.found;
  return { current: isSearching ? hit : position.index, visit: position.visit, goTo };
}
