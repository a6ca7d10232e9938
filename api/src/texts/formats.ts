import { defaultCurrency, type Language } from "@souffleur/contracts";

const locales = { en: "en-US", fr: "fr-FR" } as const;

/** Whole units of a currency, as the language writes them; other dollars than those of the US name their country. */
export function money(amount: number, currency: string, language: Language): string {
  const currencyDisplay = currency === defaultCurrency ? "narrowSymbol" : "symbol";
  const style = { style: "currency", currency, currencyDisplay } as const;
  return amount.toLocaleString(language, { ...style, maximumFractionDigits: 0 });
}

/** Such as `Mar 12, 2026`, in UTC. */
export function dateText(at: Date, language: Language): string {
  return at.toLocaleDateString(locales[language], { dateStyle: "medium", timeZone: "UTC" });
}

/** Such as `Mar 12, 2026, 09:30 UTC`. */
export function momentText(at: Date, language: Language): string {
  const style = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone: "UTC" } as const;
  return `${at.toLocaleString(locales[language], style)} UTC`;
}
