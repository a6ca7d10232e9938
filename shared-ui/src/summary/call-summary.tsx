import type { Sender } from "@souffleur/contracts";
import {
  Button,
  CheckIcon,
  ErrorState,
  RequestError,
  shortcutsOn,
  sharedText as t,
} from "@souffleur/shared-ui";
import { useAutosave } from "@souffleur/shared-ui/saving";
import { useKeyPress } from "@souffleur/shared-ui/wrap-up";
import { FollowUp } from "./follow-up.tsx";
import { followUpMail } from "./follow-up-mail.ts";
import { keysOf, partsOf, type SummaryPart, type TakenInto } from "./parts.ts";
import styles from "./summary.module.css";
import { useSummary } from "./use-summary.ts";

export interface CallSummaryProps {
  callId: string;
  /** Changes with the call's lines and its end. */
  version: string;
  names: Readonly<Record<Sender, string>>;
  /** In ms since the epoch. */
  startedAt: number;
  senderOf: (seq: number) => Sender | undefined;
  /** Shows a line of the call. */
  onLine: (seq: number) => void;
  /** Undefined for a reader, who takes nothing. */
  into: TakenInto | undefined;
}

/**
 * What was said in a call, each statement with its lines. The agent takes the parts that are right into the outcome and the
 * notes, by a press or a key; nothing is saved unasked.
 */
export function CallSummary(props: CallSummaryProps) {
  const { callId, version, names, startedAt, senderOf } = props;
  const { data, error, draft, refetch } = useSummary(callId, version);
  // The page around it says that the call is gone.
  if (error instanceof RequestError && error.status === 404) return null;
  const mail = data && followUpMail({ summary: data, names, startedAt, senderOf });
  return (
    <>
      <div
        role="group"
        aria-label={t("Notes from the call")}
        aria-busy={data === undefined && error === null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
        tabIndex={0}
        className={styles.box}
      >
        {data !== undefined ? (
          <Found {...props} summary={data} />
        ) : error !== null ? (
          <ErrorState onRetry={() => void refetch()}>{t("The summary could not be loaded.")}</ErrorState>
        ) : (
          <p lang={draft === "" ? undefined : "fr"} className={styles.draft}>
            {draft || t("Summarizing…")}
          </p>
        )}
      </div>
      {mail && data.points.length > 0 && <FollowUp key={callId} callId={callId} mail={mail} />}
    </>
  );
}

function Found({ summary, into, onLine }: CallSummaryProps & Pick<TakenPartsProps, "summary">) {
  return (
    <>
      <p className={styles.second}>
        {summary.points.length === 0
          ? t("No words were found to note. That doesn't mean nothing was said: check the transcript.")
          : summary.provider === "model"
            ? t("Written by the language model, with notes from the call. Check before you use it.")
            : t(
                "Found by words in the conversation. What was said in other words, such as an objection, may be missing. Check before you use it.",
              )}
      </p>
      {into === undefined ? (
        <Parts parts={partsOf(summary, undefined)} onLine={onLine} />
      ) : (
        <TakenParts summary={summary} into={into} onLine={onLine} />
      )}
    </>
  );
}

interface TakenPartsProps extends Pick<CallSummaryProps, "onLine"> {
  summary: Parameters<typeof partsOf>[0];
  into: TakenInto;
}

function TakenParts({ summary, into, onLine }: TakenPartsProps) {
  useAutosave(into.outcome);
  return into.notes === undefined ? (
    <KeyedParts parts={partsOf(summary, into)} onLine={onLine} />
  ) : (
    <NotedParts summary={summary} into={into} notes={into.notes} onLine={onLine} />
  );
}

function NotedParts({
  summary,
  into,
  notes,
  onLine,
}: TakenPartsProps & { notes: NonNullable<TakenInto["notes"]> }) {
  useAutosave(notes);
  return <KeyedParts parts={partsOf(summary, into)} onLine={onLine} />;
}

/** Whether the focus is on a control outside the parts: what is typed then is meant for a field that was missed. */
function isOnOtherControl(): boolean {
  const focused = document.activeElement?.closest("a, button, input, select, summary");
  return focused != null && focused.closest(`.${styles.box}`) === null;
}

function KeyedParts({ parts, onLine }: { parts: readonly SummaryPart[]; onLine: (seq: number) => void }) {
  const keys = keysOf(parts);
  useKeyPress(({ key, control, modified, typing, repeated }) => {
    const part = keys.get(key);
    if (!shortcutsOn() || control || modified || typing || repeated || part?.toggle === undefined)
      return false;
    if (isOnOtherControl()) return false;
    part.toggle();
    return true;
  });
  return <Parts parts={parts} keys={shortcutsOn() ? keys : undefined} onLine={onLine} />;
}

interface PartsProps {
  parts: readonly SummaryPart[];
  keys?: ReadonlyMap<string, SummaryPart> | undefined;
  onLine: (seq: number) => void;
}

function Parts({ parts, keys, onLine }: PartsProps) {
  const keyOf = new Map([...(keys ?? [])].map(([key, { id }]) => [id, key]));
  return (
    <ul className={styles.parts}>
      {parts.map(({ id, label, text, taken = text, isSaid, lines, isTaken, toggle }) => {
        const key = keyOf.get(id);
        const [first] = lines;
        return (
          <li key={id}>
            <div>
              <span className={styles.kind}>{label}</span>
              {first === undefined ? (
                <span lang={isSaid ? "fr" : undefined}>{text}</span>
              ) : (
                <button
                  type="button"
                  lang="fr"
                  className={styles.said}
                  title={t("Go to line {line}", { line: first })}
                  onClick={() => onLine(first)}
                >
                  {text}
                </button>
              )}
            </div>
            {toggle !== undefined && (
              <Button
                small
                variant={isTaken ? "quiet" : "secondary"}
                aria-pressed={isTaken}
                {...(key !== undefined && { "aria-keyshortcuts": key })}
                onClick={toggle}
              >
                {isTaken ? <CheckIcon aria-hidden /> : key && <kbd aria-hidden>{key.toUpperCase()}</kbd>}
                <span>{isTaken ? t("Taken") : t("Take")}</span>
                {/* What is seen begins the name, so that it can be said to the browser. */}
                <span className="visually-hidden">{` ${taken}`}</span>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
