import {
  type AnsweredOutcome,
  type Call,
  CallOutcome,
  currencySaid,
  defaultCurrency,
  isWon,
  Outcome,
  saveOutcome,
} from "@souffleur/contracts";
import { readNumber } from "@souffleur/contracts/numbers";
import { ownCurrency } from "@souffleur/shared-ui";
import type { Draft } from "@souffleur/shared-ui/saving";

/** An outcome as it is entered. */
export interface OutcomeForm {
  outcome: AnsweredOutcome | undefined;
  /** Used for a successful call only; kept while another outcome is selected. */
  amount: string;
  /** The code of the currency in which the amount was entered; empty without an amount: the organization's own. */
  currency: string;
  nextStep: string;
  /** Such as 2026-03-31; empty for none. */
  nextStepAt: string;
}

type OutcomeBody = Omit<CallOutcome, "revision" | "outcome"> & { outcome: Outcome | null };
type OutcomeErrors = Partial<Record<"amount" | "nextStep" | "nextStepAt", string>>;

export const emptyOutcome: OutcomeForm = {
  outcome: undefined,
  amount: "",
  currency: "",
  nextStep: "",
  nextStepAt: "",
};

/** The currency of a form's amount. An amount that is there keeps its own, also where the organization has another one by now. */
export const currencyOf = ({ amount, currency }: Pick<OutcomeForm, "amount" | "currency">): string =>
  (amount.trim() !== "" && currency) || ownCurrency();

export function formOf({ amount, currency = defaultCurrency, ...call }: Partial<Call>): OutcomeForm {
  const { outcome, nextStep = "", nextStepAt = "" } = call;
  const entered = amount === undefined ? { amount: "", currency: "" } : { amount: String(amount), currency };
  return { outcome, ...entered, nextStep, nextStepAt };
}

/** The signs and the code of a currency, as Intl and people write them. */
const signsOf = (currency: string): readonly string[] =>
  [
    currency,
    ...(["symbol", "narrowSymbol"] as const).map((currencyDisplay) => {
      const style = { style: "currency", currency, currencyDisplay } as const;
      const parts = new Intl.NumberFormat("en", style).formatToParts(1);
      return parts.find(({ type }) => type === "currency")?.value ?? currency;
    }),
  ].filter((sign, at, all) => all.indexOf(sign) === at);

/** What the reader of numbers calls the unit where it is this currency: its "dollars" are Canadian ones in Canada. */
const unitsOf = (currency: string): readonly string[] =>
  ["$", "F"]
    .filter((said) => currencySaid(said, currency) === currency)
    .map((said) => currencySaid(said, ""));

/**
 * Whole units of a currency as entered, such as `$1,200`, `1 200,00 $`, `12 k$` or `douze mille`; undefined if empty, NaN if it
 * is no whole amount, or one of another currency.
 */
export function parseAmount(text: string, currency: string): number | undefined {
  const given = text.trim();
  const signs = signsOf(currency);
  if (given === "" || signs.includes(given)) return undefined;
  // Longer than any number that is read, and said to be too large.
  const digits = given.replace(/[^\d]/g, "");
  if (digits.length >= 17 && /^[\d\s\p{Sc}]+$/u.test(given)) return Number(digits);
  const read =
    readNumber(given) ??
    // Signs that the reader does not know ("1 200 kr").
    signs.map((sign) => readNumber(given.replace(sign, ""))).find((number) => number !== undefined);
  const { value = Number.NaN, decimals = 0, kind, unit = currency } = read ?? {};
  const isOwn = unit === currency || unitsOf(currency).includes(unit);
  // More than two decimals are thousands with a slip ("1 200,000").
  const isAmount = kind === "cardinal" && isOwn && Number.isInteger(value) && decimals <= 2;
  return isAmount ? value : Number.NaN;
}

/** The request body that the form describes. */
function bodyOf(form: OutcomeForm): OutcomeBody {
  const { outcome, nextStep, nextStepAt } = form;
  const currency = currencyOf(form);
  const amount = isWon(outcome) ? parseAmount(form.amount, currency) : undefined;
  return {
    // One that only a newer server knows goes back to it as it came.
    outcome: (outcome as Outcome | undefined) ?? null,
    ...(amount !== undefined && { amount, currency }),
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
    textOf: ({ outcome, ...form }) => {
      if (!isWon(outcome)) return outcome ?? "";
      const currency = currencyOf(form);
      const amount = parseAmount(form.amount, currency);
      return amount === undefined ? `${outcome}` : `${outcome} ${amount} ${currency}`;
    },
    take: ({ outcome, amount, currency }) => ({ outcome, amount, currency }),
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

const texts = ["amount", "currency", "nextStep", "nextStepAt"] as const;

/** A form from this browser's storage. */
export function readOutcomeForm(stored: unknown): OutcomeForm | undefined {
  const { outcome, ...rest } = stored as Record<string, unknown>;
  if (texts.some((name) => typeof rest[name] !== "string")) return undefined;
  const { amount, currency, nextStep, nextStepAt } = rest as Omit<OutcomeForm, "outcome">;
  if (nextStepAt !== "" && Number.isNaN(Date.parse(nextStepAt))) return undefined;
  return {
    outcome: CallOutcome.shape.outcome.safeParse(outcome).data,
    amount,
    currency,
    nextStep,
    nextStepAt,
  };
}
