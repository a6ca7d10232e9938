import type { Language } from "@souffleur/contracts";

const locales = { en: "en-US", fr: "fr-FR" } as const;

/** Whole US dollars, as the language writes them. */
export function dollars(amount: number, language: Language): string {
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
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
