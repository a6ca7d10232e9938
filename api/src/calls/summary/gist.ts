import type { ConversationSummary, SummaryPoint } from "@souffleur/contracts";

/** Of one quotation, in UTF-16 units: three of them are two lines of a card. */
const quotationMax = 90;

const cut = (text: string) =>
  text.length <= quotationMax ? text : `${text.slice(0, quotationMax).replace(/\s+\S*$/u, "")}…`;

/**
 * What a call was about, as quotations: what the client needs, to what they object, and what was promised last. Empty where
 * the rules have found nothing of it.
 */
export function gistOf({ points }: Pick<ConversationSummary, "points">): string {
  const said = (kind: SummaryPoint["kind"]) => points.filter((one) => one.kind === kind);
  const chosen = [said("need")[0], said("objection")[0], said("promise").at(-1)];
  const texts = new Set(chosen.flatMap((one) => (one === undefined ? [] : [cut(one.text)])));
  return [...texts].map((text) => `«\u00a0${text}\u00a0»`).join(" ");
}
