import { type EndpointAnswer, limits, listCalls } from "@souffleur/contracts";
import {
  type PlaybookEntry,
  type PlaybookMatch,
  playbookLimits,
  tryPlaybook,
} from "@souffleur/contracts/playbook";
import {
  Badge,
  Button,
  Card,
  call,
  EmptyState,
  formatDateTime,
  Notice,
  Segmented,
  SelectField,
  TextField,
} from "@souffleur/shared-ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureText } from "../users/failure-text.ts";
import { countedEntries } from "./labels.ts";
import styles from "./playbook.module.css";

interface TryTabProps {
  userId: string;
  /** Of the draft. */
  entries: readonly PlaybookEntry[];
  /** Resolves once the draft is saved: that one is tried. */
  save: () => Promise<void>;
  onOpen: (entryId: string) => void;
}

const texts = {
  refused: "That could not be tried.",
  unanswered: "That could not be tried. Please check your connection.",
};
const callsTexts = {
  refused: "Recent calls could not be loaded.",
  unanswered: "Recent calls could not be loaded. Please check your connection.",
};

/** What the draft and the published playbook suggest for a line, or at each line of a kept call. */
export function TryTab({ userId, entries, save, onOpen }: TryTabProps) {
  const [kind, setKind] = useState<"line" | "call">("line");
  const [text, setText] = useState("");
  const [callId, setCallId] = useState("");
  const calls = useQuery({
    queryKey: ["playbook", userId, "calls"],
    queryFn: async ({ signal }) => {
      const query = { status: "ended", limit: limits.callsPageMax } as const;
      return (await call(listCalls, { query }, signal)).data.calls;
    },
    enabled: kind === "call",
  });
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async (body: { text: string } | { callId: string }) => {
      await save();
      return { ...(await call(tryPlaybook, { body })).data, isCall: "callId" in body };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isReady = kind === "line" ? text.trim() !== "" : callId !== "";
    if (isReady && !isPending) mutate(kind === "line" ? { text } : { callId });
  };
  return (
    <>
      <Segmented
        label="Try"
        value={kind}
        options={[
          { value: "line", label: "A line" },
          { value: "call", label: "A recent call" },
        ]}
        onChange={(next) => {
          setKind(next);
          reset();
        }}
      />
      <form className={styles.form} onSubmit={submit}>
        {kind === "line" ? (
          <TextField
            label="What the client says"
            lang="fr"
            autoComplete="off"
            placeholder="C’est trop cher pour nous."
            maxLength={playbookLimits.tryMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <SelectField
            label="Call"
            value={callId}
            error={
              calls.error === null || calls.isFetching ? undefined : failureText(calls.error, callsTexts)
            }
            hint={calls.data?.length === 0 ? "No calls are kept yet." : undefined}
            onChange={(event) => setCallId(event.target.value)}
          >
            <option value="">{calls.isFetching ? "Loading…" : "Choose a call"}</option>
            {calls.data?.map((one) => (
              <option key={one.callId} value={one.callId}>
                {formatDateTime(one.startedAt)} · {one.clientName} · {one.agentName}
              </option>
            ))}
          </SelectField>
        )}
        <Button type="submit" variant="primary" busy={isPending}>
          Try
        </Button>
      </form>
      <div role="status" className={styles.results}>
        {error !== null && <Notice kind="error">{failureText(error, texts)}</Notice>}
        {data !== undefined && <Results {...data} entries={entries} onOpen={onOpen} />}
      </div>
    </>
  );
}

type ResultsProps = EndpointAnswer<typeof tryPlaybook>["data"] & {
  isCall: boolean;
  entries: readonly PlaybookEntry[];
  onOpen: (entryId: string) => void;
};

function Results({ lines, unreached, shadowed, isCall, entries, onOpen }: ResultsProps) {
  const isEmpty = lines.every(({ draft, published }) => draft.length + published.length === 0);
  return (
    <>
      {isEmpty && (
        <EmptyState>
          {isCall ? "No line of this call brings an entry up." : "This line brings no entry up."}
        </EmptyState>
      )}
      {!isEmpty && (
        <ol className={styles.rows} aria-label="Lines">
          {lines.map(({ seq, sender, text, draft, published }, at) => (
            <li key={seq ?? at}>
              <p>
                <Badge tone={sender === "client" ? "client" : "accent"}>
                  {sender === "client" ? "Client" : "Agent"}
                </Badge>{" "}
                <span lang="fr">{text}</span>
              </p>
              <div className={styles.sides}>
                <Matches title="Draft" matches={draft} others={published} onOpen={onOpen} />
                <Matches title="Published" matches={published} others={draft} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {isCall && (
        <div className={styles.sides}>
          <Card title="Shadowed">
            {shadowed.length === 0 ? (
              <p className={styles.second}>Every entry that came up was first at some line.</p>
            ) : (
              <ul className={styles.matches}>
                {shadowed.map(({ entryId, intent, by }) => (
                  <li key={entryId}>
                    <EntryLink intent={intent} onOpen={() => onOpen(entryId)} /> always behind{" "}
                    <span lang="fr">{entries.find(({ id }) => id === by)?.intent ?? by}</span>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title="Not reached">
            {unreached.length === 0 ? (
              <p className={styles.second}>This call reached every entry.</p>
            ) : (
              <details>
                <summary>{countedEntries(unreached.length)} not reached by this call</summary>
                <ul className={styles.matches}>
                  {unreached.map(({ entryId, intent }) => (
                    <li key={entryId}>
                      <EntryLink intent={intent} onOpen={() => onOpen(entryId)} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </Card>
        </div>
      )}
    </>
  );
}

interface MatchesProps {
  title: string;
  matches: readonly PlaybookMatch[];
  others: readonly PlaybookMatch[];
  onOpen?: (entryId: string) => void;
}

function Matches({ title, matches, others, onOpen }: MatchesProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {matches.length === 0 && <p className={styles.second}>Nothing</p>}
      <ol className={styles.matches}>
        {matches.map(({ entryId, intent, replies }) => (
          <li key={entryId}>
            {onOpen === undefined ? (
              <strong lang="fr">{intent}</strong>
            ) : (
              <EntryLink intent={intent} onOpen={() => onOpen(entryId)} />
            )}{" "}
            {!others.some((other) => other.entryId === entryId) && <Badge tone="warning">Only here</Badge>}
            <ul lang="fr">
              {replies.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function EntryLink({ intent, onOpen }: { intent: string; onOpen: () => void }) {
  return (
    <button type="button" className={styles.link} lang="fr" onClick={onOpen}>
      {intent}
    </button>
  );
}
