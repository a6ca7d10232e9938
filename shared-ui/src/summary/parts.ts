import {
  type ConversationSummary,
  isWon,
  labelOf,
  outcomeLabels,
  type SummaryAmount,
  type SummaryPoint,
  type SummaryPointKind,
} from "@souffleur/contracts";
import { contractText, formatCount, formatMoney, sharedText as t } from "@souffleur/shared-ui";
import { formatDay } from "@souffleur/shared-ui/figures";
import type { Autosave } from "@souffleur/shared-ui/saving";
import { currencyOf, type Notes, type OutcomeForm, parseAmount } from "@souffleur/shared-ui/wrap-up";

const labels = {
  summary: "In short",
  need: "Need",
  objection: "Objection",
  answer: "The agent's answer",
  figure: "Figure",
  date: "Date",
  promise: "Promise",
} as const satisfies Record<SummaryPointKind, string>;

/** A part of a summary that can be taken into the outcome or the notes. */
export interface SummaryPart {
  id: string;
  label: string;
  text: string;
  /** The sentence that it follows from. */
  said?: string;
  /** What is taken, where it is not the whole text. */
  taken?: string;
  /** Whether the text is the call's, which is French. */
  isSaid: boolean;
  lines: readonly number[];
  isTaken: boolean;
  /** Takes it, or takes it back. Undefined where it cannot be taken. */
  toggle: (() => void) | undefined;
}

/** The form and the notes into which parts are taken; without notes, their parts are only shown. */
export interface TakenInto {
  outcome: Autosave<OutcomeForm>;
  notes: Notes | undefined;
}

/** An amount that was said. Taken is what the agent decides, and never one of another currency. */
function amountPart(
  { amount, currency, text, lines }: SummaryAmount,
  at: number,
  into: TakenInto,
): SummaryPart {
  const form = into.outcome.get().value;
  const own = currencyOf(form);
  const isOwn = (currency ?? own) === own;
  const isTaken = isOwn && parseAmount(form.amount, own) === amount;
  const shown = currency === undefined ? formatCount(amount) : formatMoney(amount, currency);
  return {
    id: `amount-${at}`,
    label: isOwn
      ? t("Possible amount: {amount}", { amount: shown })
      : t("Said in another currency: {amount}", { amount: shown }),
    text,
    taken: shown,
    isSaid: true,
    lines,
    isTaken,
    toggle: isOwn
      ? () => {
          const { value } = into.outcome.get();
          const change = isTaken ? { amount: "" } : { amount: String(amount), currency: own };
          into.outcome.change({ ...value, ...change });
        }
      : undefined,
  };
}

/** The line of what the conversation says nothing about. */
const missing = (id: string, label: string): SummaryPart => ({
  ...{ id, label, text: t("Nothing found."), isSaid: false },
  ...{ lines: [], isTaken: false, toggle: undefined },
});

/** The suggested outcome, with the amount where one alone is sure. */
function outcomePart(summary: ConversationSummary, into: TakenInto): SummaryPart[] {
  const { outcome, outcomeSaid, amount, nextStep = "" } = summary;
  if (outcome === undefined) return [missing("outcome", t("Outcome"))];
  const isTaken = into.outcome.get().value.outcome === outcome;
  const label = contractText(labelOf(outcomeLabels, outcome));
  const { currency = currencyOf({ amount: "", currency: "" }) } = summary;
  const isOfStep = isSameText(outcomeSaid?.text ?? "", nextStep);
  return [
    {
      id: "outcome",
      label: t("Outcome"),
      text: amount === undefined ? label : `${label} · ${formatMoney(amount, currency)}`,
      ...(outcomeSaid && !isOfStep && { said: outcomeSaid.text }),
      isSaid: false,
      lines: outcomeSaid?.lines ?? [],
      isTaken,
      toggle() {
        const { value } = into.outcome.get();
        const own = amount !== undefined && { amount: isTaken ? "" : String(amount), currency };
        into.outcome.change({ ...value, ...own, outcome: isTaken ? undefined : outcome });
      },
    },
  ];
}

function nextStepPart(summary: ConversationSummary, into: TakenInto): SummaryPart[] {
  const { nextStep, nextStepLines = [], nextStepAt, nextStepWhen: words } = summary;
  if (nextStep === undefined) return [missing("nextStep", t("Next step"))];
  const isTaken = into.outcome.get().value.nextStep === nextStep;
  // Words that leave two days, or none, ask for one.
  const open = words === undefined ? "" : ` (${t("choose the day: “{words}”", { words })})`;
  const when = nextStepAt === undefined ? open : ` (${formatDay(nextStepAt)})`;
  const step = isTaken ? { nextStep: "", nextStepAt: "" } : { nextStep, nextStepAt: nextStepAt ?? "" };
  return [
    {
      id: "nextStep",
      label: t("Next step"),
      text: `${nextStep}${when}`,
      isSaid: true,
      lines: nextStepLines,
      isTaken,
      toggle: () => into.outcome.change({ ...into.outcome.get().value, ...step }),
    },
  ];
}

/** The amounts that were said, while the chosen outcome has one and the sure one is not taken. */
function amountParts({ amount, amounts = [] }: ConversationSummary, into: TakenInto): SummaryPart[] {
  const form = into.outcome.get().value;
  const isTaken = amount !== undefined && parseAmount(form.amount, currencyOf(form)) === amount;
  return isWon(form.outcome) && !isTaken ? amounts.map((one, at) => amountPart(one, at, into)) : [];
}

/** A point as it is written into the notes. */
const noteOf = ({ kind, text }: SummaryPoint) => `${t(labelOf(labels, kind))}${t(": ")}${text}`;

function pointPart(point: SummaryPoint, at: number, notes: Notes | undefined): SummaryPart {
  const note = noteOf(point);
  const rows = () => notes?.get().value.split("\n") ?? [];
  // Its label may be in another language, as of a page before.
  const isSame = (row: string) => row === note || row.endsWith(` ${point.text}`);
  const isTaken = rows().some(isSame);
  return {
    id: String(at),
    label: t(labelOf(labels, point.kind)),
    text: point.text,
    isSaid: true,
    lines: point.lines,
    isTaken,
    toggle:
      notes &&
      (() => {
        if (rows().some(isSame))
          notes.type(
            rows()
              .filter((row) => !isSame(row))
              .join("\n"),
          );
        else notes.append(note);
      }),
  };
}

const wordsIn = (text: string) => text.toLowerCase().replace(/[\s.?!…]+$/u, "");
const isSameText = (one: string, other: string) => wordsIn(one) === wordsIn(other);

/** A clause with a figure or a day is no note of its own where a whole statement has it. */
const isClause = ({ kind }: SummaryPoint) => kind === "figure" || kind === "date";

function isRepeated(point: SummaryPoint, points: readonly SummaryPoint[]): boolean {
  const words = wordsIn(point.text);
  return points.some((other, at) => {
    if (other === point || !wordsIn(other.text).includes(words)) return false;
    if (!isSameText(other.text, point.text)) return true;
    return isClause(other) === isClause(point) ? at < points.indexOf(point) : isClause(point);
  });
}

/**
 * The parts of a summary: outcome, next step, what it was about in a sentence, and the amounts of what is won; and the rest.
 * @param into undefined for a reader, who sees what was decided elsewhere
 */
export function partsOf(
  summary: ConversationSummary,
  into: TakenInto | undefined,
): { lines: SummaryPart[]; rest: SummaryPart[] } {
  const { points, nextStep = "" } = summary;
  const gist = (["summary", "need", "objection"] as const).flatMap(
    (kind) => points.find((one) => one.kind === kind) ?? [],
  )[0];
  const parts = points.flatMap((point, at) => {
    const isInStep = into !== undefined && wordsIn(nextStep).includes(wordsIn(point.text));
    return point === gist || !(isInStep || isRepeated(point, points))
      ? [{ point, part: pointPart(point, at, into?.notes) }]
      : [];
  });
  const of = (isGist: boolean) =>
    parts.flatMap(({ point, part }) => ((point === gist) === isGist ? [part] : []));
  return {
    lines: into
      ? [
          ...outcomePart(summary, into),
          ...nextStepPart(summary, into),
          ...of(true),
          ...amountParts(summary, into),
        ]
      : of(true),
    rest: of(false),
  };
}

/** The key of each part that can be taken: a letter, because digits choose the outcome. */
export function keysOf(parts: readonly SummaryPart[]): ReadonlyMap<string, SummaryPart> {
  const takeable = parts.filter(({ toggle }) => toggle !== undefined);
  return new Map(takeable.map((part, at) => [String.fromCharCode(97 + at), part]));
}
