import { defaultCurrency } from "@souffleur/contracts";
import { locale } from "./language/language.ts";
import { t } from "./texts/texts.ts";

/** Those of currencies, which are made once: one takes longer than all else that a row of a table does. */
const moneyFormats = new Map<string, Intl.NumberFormat>();
const count = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });
const longDate = new Intl.DateTimeFormat(locale, { dateStyle: "full" });
const shortDate = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const dateTime = new Intl.DateTimeFormat(locale, {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
});

/** How a currency is shown; dollars of another country than the US name it. */
export const moneyStyle = (currency: string) =>
  ({
    style: "currency",
    currency,
    currencyDisplay: currency === defaultCurrency ? "narrowSymbol" : "symbol",
  }) as const;

/** Whole units of a currency, the format of every amount and revenue. @param currency its code; US dollars without one */
export function formatMoney(amount: number, currency: string = defaultCurrency): string {
  let format = moneyFormats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { ...moneyStyle(currency), maximumFractionDigits: 0 });
    moneyFormats.set(currency, format);
  }
  return format.format(amount);
}

/** Whole US dollars, in which the samples are. */
export const formatDollars = (amount: number): string => formatMoney(amount);

export function formatCount(value: number): string {
  return count.format(value);
}

/** Such as `71.5%` or `70%`, with at most one decimal. */
export function formatPercent(value: number): string {
  return t("{percent}%", { percent: oneDecimal.format(Math.round(value * 10) / 10) });
}

export function formatLongDate(date: Date): string {
  return longDate.format(date);
}

export function formatShortDate(iso: string): string {
  return shortDate.format(new Date(iso));
}

/** Such as `Mar 12, 2026, 09:30` in local time. @param at an ISO text, or ms since the epoch */
export function formatDateTime(at: string | number): string {
  return dateTime.format(new Date(at));
}

/** The dashboard's welcome line; a user without a name is greeted as Agent. */
/** @param isFirst whether it is the user's first visit */
export function formatWelcome(firstName: string | undefined, isFirst = false): string {
  return t(isFirst ? "Welcome, {name}" : "Welcome back, {name}", { name: firstName || t("Agent") });
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `N min ago`, `N hours ago` or `N days ago`; a time in the future (a slow clock) is `0 min ago`. Both in ms. */
export function formatRelative(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < hour) return t("{count} min ago", { count: Math.floor(age / minute) });
  if (age < day)
    return t("{count, plural, one {# hour ago} other {# hours ago}}", { count: Math.floor(age / hour) });
  return t("{count, plural, one {# day ago} other {# days ago}}", { count: Math.floor(age / day) });
}
