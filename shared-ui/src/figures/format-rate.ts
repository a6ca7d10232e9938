import { locale, sharedText as t } from "@souffleur/shared-ui";

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, useGrouping: false });

/** With exactly one decimal, so that the figures of a column align: `4.0`. */
export function formatTenths(value: number): string {
  return tenths.format(Number(value.toFixed(1)));
}

/** `4.0%` */
export function formatRate(percent: number): string {
  return t("{rate}%", { rate: formatTenths(percent) });
}
