import {
  type AnsweredOutcome,
  type Call,
  CallOutcome,
  isWon,
  Outcome,
  saveOutcome,
} from "@souffleur/contracts";
import { readNumber } from "@souffleur/contracts/numbers";
import type { Draft } from "@souffleur/shared-ui/saving";

/** An outcome as it is entered. */
export interface OutcomeForm {
  outcome: AnsweredOutcome | undefined;
  /** Used for a successful call only; kept while another outcome is selected. */
  amount: string;
  nextStep: string;
  /** Such as 2026-03-31; empty for none. */
  nextStepAt: string;
}

type OutcomeBody = Omit<CallOutcome, "revision" | "outcome"> & { outcome: Outcome | null };
type OutcomeErrors = Partial<Record<"amount" | "nextStep" | "nextStepAt", string>>;

export const emptyOutcome: OutcomeForm = { outcome: undefined, amount: "", nextStep: "", nextStepAt: "" };

export function formOf({ outcome, amount, nextStep = "", nextStepAt = "" }: Partial<Call>): OutcomeForm {
  return { outcome, amount: amount === undefined ? "" : String(amount), nextStep, nextStepAt };
}

/**
 * Whole USD as entered, such as `$1,200`, `1 200,00 $`, `12 k$` or `douze mille`; undefined if empty, NaN if it is no whole
 * amount, or one of another currency.
 */
export function parseAmount(text: string): number | undefined {
  const given = text.trim();
  if (given === "" || given === "$") return undefined;
  // Longer than any number that is read, and said to be too large.
  const digits = given.replace(/[\s$]/g, "");
  if (/^\d{17,}$/.test(digits)) return Number(digits);
  const { value = Number.NaN, decimals = 0, kind, unit = "USD" } = readNumber(given) ?? {};
  // More than two decimals are thousands with a slip ("1 200,000").
  const isAmount = kind === "cardinal" && unit === "USD" && Number.isInteger(value) && decimals <= 2;
  return isAmount ? value : Number.NaN;
}

/** The request body that the form describes. */
function bodyOf({ outcome, amount, nextStep, nextStepAt }: OutcomeForm): OutcomeBody {
  const dollars = isWon(outcome) ? parseAmount(amount) : undefined;
  return {
    // One that only a newer server knows goes back to it as it came.
    outcome: (outcome as Outcome | undefined) ?? null,
    ...(dollars !== undefined && { amount: dollars }),
    ...(nextStep.trim() !== "" && { nextStep: nextStep.trim() }),
    ...(nextStepAt !== "" && { nextStepAt }),
  };
}

/** The form as the server accepts it, or the texts below its fields. */
export function checkOutcome(form: OutcomeForm): { body?: OutcomeBody; errors: OutcomeErrors } {
  const body = bodyOf(form);
  const isKnown = Outcome.safeParse(body.outcome).success;
  const checked = saveOutcome.body.safeParse(isKnown ? body : { ...body, outcome: null });
  if (checked.success) return { body, errors: {} };
  return {
    // The first issue of each field.
    errors: Object.fromEntries(
      checked.error.issues.toReversed().map(({ path, message }) => [path[0], message]),
    ),
  };
}

interface Part {
  /** Equal for two forms of which the server would store the same. */
  textOf: (form: OutcomeForm) => string;
  take: (form: OutcomeForm) => Partial<OutcomeForm>;
}

/** The parts that two users can change without a conflict. */
const parts: readonly Part[] = [
  {
    textOf: ({ outcome, amount }) =>
      isWon(outcome) ? `${outcome} ${parseAmount(amount) ?? ""}` : (outcome ?? ""),
    take: ({ outcome, amount }) => ({ outcome, amount }),
  },
  { textOf: ({ nextStep }) => nextStep.trim(), take: ({ nextStep }) => ({ nextStep }) },
  { textOf: ({ nextStepAt }) => nextStepAt, take: ({ nextStepAt }) => ({ nextStepAt }) },
];

export function isSameOutcome(one: OutcomeForm, other: OutcomeForm): boolean {
  return parts.every(({ textOf }) => textOf(one) === textOf(other));
}

/** Takes each part from the side that has changed it; undefined if both have changed one differently. */
export function mergeOutcome(
  { value, base }: Draft<OutcomeForm>,
  stored: OutcomeForm,
): OutcomeForm | undefined {
  let merged = value;
  for (const { textOf, take } of parts) {
    const isMine = textOf(value) !== textOf(base);
    const isTheirs = textOf(stored) !== textOf(base);
    if (isMine && isTheirs && textOf(value) !== textOf(stored)) return undefined;
    if (!isMine) merged = { ...merged, ...take(stored) };
  }
  return merged;
}

const texts = ["amount", "nextStep", "nextStepAt"] as const;

/** A form from this browser's storage. */
export function readOutcomeForm(stored: unknown): OutcomeForm | undefined {
  const { outcome, ...rest } = stored as Record<string, unknown>;
  if (texts.some((name) => typeof rest[name] !== "string")) return undefined;
  const { amount, nextStep, nextStepAt } = rest as Omit<OutcomeForm, "outcome">;
  if (nextStepAt !== "" && Number.isNaN(Date.parse(nextStepAt))) return undefined;
  return { outcome: CallOutcome.shape.outcome.safeParse(outcome).data, amount, nextStep, nextStepAt };
}
