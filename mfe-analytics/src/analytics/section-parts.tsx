import {
  defaultCurrency,
  type Analytics as Figures,
  formatMinutes,
  type TrendPoint,
  wonOutcome,
} from "@souffleur/contracts";
import { formatCount, formatMoney, formatPercent, locale, moneyStyle } from "@souffleur/shared-ui";
import { Change, formatRate, growth, localDay } from "@souffleur/shared-ui/figures";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import type { Bucket, totalOf } from "./buckets.ts";
import { durationSteps, numberSteps } from "./round-ticks.ts";
import type { Measure, Series } from "./trend-chart.tsx";

/** What all cards show of a range. */
export interface CardProps {
  figures: Figures;
  buckets: readonly Bucket[];
  /** The length of the range. */
  days: number;
  /** The sums of the range before. */
  before: ReturnType<typeof totalOf>;
  /** The list of a figure's calls, with further filters; undefined for the samples, which have none. */
  list: ((filters?: Record<string, string>) => string) | undefined;
}

/** The figure of a card, which leads to its calls. */
export function Figure({ to, children }: { to: string | undefined; children?: string }) {
  return to === undefined ? <span>{children}</span> : <Link to={to}>{children}</Link>;
}

export function Growth({
  now,
  before,
  days,
  neutral,
}: {
  now: number;
  before: number;
  days: number;
  neutral?: boolean;
}) {
  const by = growth(now, before);
  return by === undefined ? null : <Change by={by} days={days} {...(neutral && { neutral })} />;
}

export const counts: Measure = { tick: formatCount, format: formatCount, steps: numberSteps };
export const rates: Measure = { tick: formatPercent, format: formatRate, steps: numberSteps };
export const durations: Measure = { tick: formatMinutes, format: formatMinutes, steps: durationSteps };
/** Amounts in a currency; US dollars without one. */
export function money(currency: string = defaultCurrency): Measure {
  const compact = new Intl.NumberFormat(locale, {
    ...moneyStyle(currency),
    notation: "compact",
    maximumFractionDigits: 1,
  });
  return {
    tick: (value) => compact.format(value).replace("K", "k"),
    format: (value) => formatMoney(value, currency),
    steps: numberSteps,
  };
}

export const previous = (days: number, value: (point: TrendPoint) => number | null): Series => ({
  label: t("Previous {days} days", { days }),
  value: ({ previous: point }: Bucket) => (point === undefined ? null : value(point)),
  drawn: "previous",
});
export const average = (value: number | null): Series => ({
  label: t("Period average"),
  value: () => value,
  drawn: "average",
});

/** The ended calls since the range's first day. */
export function listOf([first]: readonly TrendPoint[], filters: Record<string, string>) {
  const from = localDay(first?.from ?? 0);
  const query = new URLSearchParams({ ...filters, status: "ended", from });
  return `/analytics/calls?${query}`;
}

/** The filter of the calls that were won. */
export const won = { outcome: wonOutcome };
