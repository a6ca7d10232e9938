import type { Language } from "@souffleur/contracts";

/** Whole US dollars, as the language writes them. */
export function dollars(amount: number, language: Language): string {
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  return amount.toLocaleString(language, { ...style, maximumFractionDigits: 0 });
}
