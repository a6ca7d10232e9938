import { type ConversationSummary, currencySaid, type SummaryAmount } from "@souffleur/contracts";

/** The deal's amount: where one alone may be it, surely, and in this currency. */
function dealAmount([one, other]: readonly SummaryAmount[], currency: string): number | undefined {
  return one?.isSure && other === undefined && one.currency === currency ? one.amount : undefined;
}

/**
 * A summary as an organization with this currency reads it. Amounts in others are never taken over.
 * @param stored without an amount, but that of former versions, which may have been said in any currency
 */
export function withAmount(
  { amount: _, amounts = [], ...stored }: ConversationSummary,
  currency: string,
): ConversationSummary {
  const said = amounts.map((one) =>
    one.currency === undefined ? one : { ...one, currency: currencySaid(one.currency, currency) },
  );
  const amount = dealAmount(said, currency);
  return {
    ...stored,
    ...(said.length > 0 && { amounts: said }),
    ...(amount !== undefined && { amount, currency }),
  };
}
