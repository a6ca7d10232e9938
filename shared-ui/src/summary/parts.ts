import {
  type ConversationSummary,
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

/**
 * An amount that was said. Taken is what the agent decides, and never one of another currency.
 * @param isAlone whether it is surely the deal's
 */
function amountPart(
  { amount, currency, text, lines }: SummaryAmount,
  at: number,
  isAlone: boolean,
  into: TakenInto,
): SummaryPart {
  const form = into.outcome.get().value;
  const own = currencyOf(form);
  const isOwn = (currency ?? own) === own;
  const isTaken = isOwn && parseAmount(form.amount, own) === amount;
  const shown = currency === undefined ? formatCount(amount) : formatMoney(amount, currency);
  return {
    id: `amount-${at}`,
    label: isAlone
      ? t("Amount ({currency}): {amount}", { currency: own, amount: shown })
      : isOwn
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

/** The suggested outcome, amount and next step, which `into` would have. */
function outcomeParts(summary: ConversationSummary, into: TakenInto): SummaryPart[] {
  const { outcome, amount, amounts = [], nextStep, nextStepAt, nextStepWhen: words } = summary;
  // The newest value: a key may follow another one before the page is drawn.
  const form = into.outcome.get().value;
  const part = (id: string, label: string, text: string, isTaken: boolean, change: Partial<OutcomeForm>) => ({
    id,
    label,
    text,
    isSaid: id === "nextStep",
    lines: [],
    isTaken,
    toggle: () => into.outcome.change({ ...into.outcome.get().value, ...change }),
  });
  const step = { nextStep, nextStepAt: nextStepAt ?? "" };
  const isStepTaken = form.nextStep === nextStep;
  // Words that leave two days, or none, ask for one.
  const open = words === undefined ? "" : ` (${t("choose the day: “{words}”", { words })})`;
  const when = nextStepAt === undefined ? open : ` (${formatDay(nextStepAt)})`;
  return [
    ...(outcome === undefined
      ? []
      : [
          part(
            "outcome",
            t("Outcome"),
            contractText(labelOf(outcomeLabels, outcome)),
            form.outcome === outcome,
            {
              outcome: form.outcome === outcome ? undefined : outcome,
            },
          ),
        ]),
    ...amounts.map((one, at) => amountPart(one, at, amount !== undefined, into)),
    ...(nextStep === undefined
      ? []
      : [
          part("nextStep", t("Next step"), `${nextStep}${when}`, isStepTaken, {
            ...(isStepTaken ? { nextStep: "", nextStepAt: "" } : { ...step, nextStep }),
          }),
        ]),
  ];
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

/**
 * All parts of a summary in the order in which they are shown: a language model's sentences stay where they were written.
 * @param into undefined for a reader
 */
export function partsOf(summary: ConversationSummary, into: TakenInto | undefined): SummaryPart[] {
  const points = summary.points.map((point, at) => pointPart(point, at, into?.notes));
  const sentences = summary.points.filter(({ kind }) => kind === "summary").length;
  return [
    ...points.slice(0, sentences),
    ...(into ? outcomeParts(summary, into) : []),
    ...points.slice(sentences),
  ];
}

/** The letters that take parts: "g" and "h" have another meaning, digits choose the outcome. */
const letters = "abcdefijklmnopqrstuvwxyz";

/** The key of each part that can be taken, as far as there are letters. */
export function keysOf(parts: readonly SummaryPart[]): ReadonlyMap<string, SummaryPart> {
  const takeable = parts.filter(({ toggle }) => toggle !== undefined);
  return new Map(takeable.slice(0, letters.length).map((part, at) => [letters[at] as string, part]));
}
