import type { ConversationSummary, Sender } from "@souffleur/contracts";
import {
  Button,
  CheckIcon,
  ErrorState,
  RequestError,
  Skeleton,
  shortcutsOn,
  sharedText as t,
} from "@souffleur/shared-ui";
import { useAutosave } from "@souffleur/shared-ui/saving";
import { KeyHint, useKeyPress, useKeysLive } from "@souffleur/shared-ui/wrap-up";
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
 * What was said in a call, each statement with its lines: three lines, and the rest on demand. The agent takes what is right into
 * the outcome and the notes, by a press or a key; nothing is saved unasked.
 */
export function CallSummary(props: CallSummaryProps) {
  const { callId, version, into, onLine } = props;
  const { data, error, draft, refetch } = useSummary(callId, version);
  // The page around it says that the call is gone.
  if (error instanceof RequestError && error.status === 404) return null;
  return (
    <div
      role="group"
      aria-label={t("Notes from the call")}
      aria-busy={data === undefined && error === null}
      data-empty={(data && isNothingFound(data)) || undefined}
      className={styles.box}
    >
      {data !== undefined ? (
        into === undefined ? (
          <Parts {...props} summary={data} parts={partsOf(data, undefined)} />
        ) : (
          <TakenParts {...props} summary={data} into={into} onLine={onLine} />
        )
      ) : error !== null ? (
        <ErrorState onRetry={() => void refetch()}>{t("The summary could not be loaded.")}</ErrorState>
      ) : (
        <Awaited draft={draft} />
      )}
    </div>
  );
}

/** Then a sentence says so, and the room of the three lines is not kept. */
const isNothingFound = ({ points, outcome, nextStep }: ConversationSummary) =>
  points.length === 0 && outcome === undefined && nextStep === undefined;

/** The places of the three lines; what the language model has written so far is in that of its sentence. */
function Awaited({ draft }: { draft: string }) {
  return (
    <ul className={styles.parts}>
      {[t("Outcome"), t("Next step")].map((label) => (
        <li key={label} aria-hidden>
          <span className={styles.kind}>{label}</span>
          <Skeleton />
        </li>
      ))}
      <li>
        <span className={styles.kind}>{t("In short")}</span>
        <p lang={draft === "" ? undefined : "fr"} className={styles.text}>
          {draft || t("Summarizing…")}
        </p>
      </li>
    </ul>
  );
}

interface TakenPartsProps extends CallSummaryProps {
  summary: ConversationSummary;
  into: TakenInto;
}

function TakenParts(props: TakenPartsProps) {
  const { into } = props;
  useAutosave(into.outcome);
  return into.notes === undefined ? <KeyedParts {...props} /> : <NotedParts {...props} notes={into.notes} />;
}

function NotedParts({ notes, ...props }: TakenPartsProps & { notes: NonNullable<TakenInto["notes"]> }) {
  useAutosave(notes);
  return <KeyedParts {...props} />;
}

/** Whether letters are kept by a control elsewhere: what is typed then is meant for a field that was missed. */
function keepsLetters(focused: Element | null): boolean {
  const control = focused?.closest("a, button, input:not([type=radio]), select, textarea, summary");
  return control != null && control.closest(`.${styles.parts}`) === null;
}

function KeyedParts(props: TakenPartsProps) {
  const parts = partsOf(props.summary, props.into);
  const keys = keysOf(parts.lines);
  const areLive = useKeysLive(keepsLetters);
  useKeyPress(({ key, control, modified, typing, repeated }) => {
    const part = keys.get(key);
    if (!areLive || control || modified || typing || repeated || part?.toggle === undefined) return false;
    part.toggle();
    return true;
  });
  return <Parts {...props} parts={parts} keys={shortcutsOn() ? keys : undefined} areKeysLive={areLive} />;
}

interface PartsProps extends CallSummaryProps {
  summary: ConversationSummary;
  parts: ReturnType<typeof partsOf>;
  keys?: ReadonlyMap<string, SummaryPart> | undefined;
  areKeysLive?: boolean;
}

function Parts({
  summary,
  parts: { lines, rest },
  keys = new Map(),
  areKeysLive = false,
  ...props
}: PartsProps) {
  const { callId, names, startedAt, senderOf, into, onLine } = props;
  const isEmpty = summary.points.length === 0;
  const keyOf = new Map([...keys].map(([key, { id }]) => [id, key]));
  const list = (parts: readonly SummaryPart[]) => (
    <ul className={styles.parts}>
      {parts.map((part) => (
        <Part key={part.id} part={part} hint={keyOf.get(part.id)} isKeyLive={areKeysLive} onLine={onLine} />
      ))}
    </ul>
  );
  return (
    <>
      {lines.length > 0 && !isNothingFound(summary) && list(lines)}
      {isEmpty ? (
        <p className={styles.second}>
          {t("No words were found to note. That doesn't mean nothing was said: check the transcript.")}
        </p>
      ) : (
        <details open={into === undefined} className={styles.more}>
          <summary>{t("More")}</summary>
          <p className={styles.second}>
            {summary.provider === "model"
              ? t("Written by the language model, with notes from the call. Check before you use it.")
              : t(
                  "Found by words in the conversation. What was said in other words, such as an objection, may be missing. Check before you use it.",
                )}
          </p>
          {rest.length > 0 && list(rest)}
          <FollowUp
            key={callId}
            callId={callId}
            mail={followUpMail({ summary, names, startedAt, senderOf })}
          />
        </details>
      )}
    </>
  );
}

interface PartProps {
  part: SummaryPart;
  /** The key that takes it. */
  hint: string | undefined;
  isKeyLive: boolean;
  onLine: (seq: number) => void;
}

function Part({ part, hint, isKeyLive, onLine }: PartProps) {
  const { label, text, said, taken = text, isSaid, lines, isTaken, toggle } = part;
  const [first] = lines;
  return (
    <li>
      <span className={styles.kind}>{label}</span>
      {first === undefined ? (
        <p
          lang={isSaid ? "fr" : undefined}
          className={isSaid || toggle !== undefined ? styles.text : styles.second}
        >
          {text}
        </p>
      ) : (
        <button
          type="button"
          lang={isSaid ? "fr" : undefined}
          className={styles.said}
          title={t("Go to line {line}", { line: first })}
          onClick={() => onLine(first)}
        >
          <span className={styles.text}>
            <span>{text}</span>
            {said !== undefined && <q lang="fr">{said}</q>}
          </span>
        </button>
      )}
      {toggle !== undefined && (
        <Button
          small
          variant={isTaken ? "quiet" : "secondary"}
          aria-pressed={isTaken}
          {...(hint !== undefined && { "aria-keyshortcuts": hint })}
          onClick={toggle}
        >
          {isTaken ? (
            <CheckIcon aria-hidden />
          ) : (
            hint && <KeyHint isLive={isKeyLive}>{hint.toUpperCase()}</KeyHint>
          )}
          <span>{isTaken ? t("Taken") : t("Take")}</span>
          {/* What is seen begins the name, so that it can be said to the browser. */}
          <span className="visually-hidden">{` ${taken}`}</span>
        </Button>
      )}
    </li>
  );
}
