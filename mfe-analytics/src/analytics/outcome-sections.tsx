import { type TrendPoint, wonOutcome } from "@souffleur/contracts";
import { formatCount } from "@souffleur/shared-ui";
import { Change, formatRate } from "@souffleur/shared-ui/figures";
import { t } from "../texts/texts.ts";
import { ChartCard } from "./chart-card.tsx";
import { NamedBars } from "./named-bars.tsx";
import { average, type CardProps, counts, Figure, previous, rates, won } from "./section-parts.tsx";
import { TrendCard } from "./trend-card.tsx";
import type { Series } from "./trend-chart.tsx";

/** Without decided calls there is no rate. */
const conversionOf = ({ successful, calls, lost = calls - successful, conversionRate }: TrendPoint) =>
  successful + lost === 0 ? null : conversionRate;

export function CallVolume({ figures: { callVolume }, buckets, days, before, list }: CardProps) {
  const { total, successful, failed, open, lost } = callVolume;
  const bar = (label: string, value: Series["value"], color: string): Series => ({
    ...{ label, value, color: `var(--chart-${color})` },
    drawn: "bar",
  });
  const bars =
    lost === undefined
      ? [
          bar(t("Successful"), ({ successful }) => successful, "1"),
          bar(t("Failed"), ({ failed }) => failed, "5"),
        ]
      : [
          bar(t("Won"), ({ successful }) => successful, "1"),
          bar(t("Open"), ({ open = 0 }) => open, "3"),
          bar(t("Lost"), ({ lost = 0 }) => lost, "5"),
        ];
  return (
    <TrendCard
      title={t("Call Volume")}
      headline={
        <>
          <Figure to={list?.()}>{formatCount(total)}</Figure>
          {before.calls > 0 && <Change by={callVolume.changePercent} days={days} />}
        </>
      }
      note={
        before.calls === 0
          ? t("No calls in the previous period")
          : lost === undefined || open === undefined
            ? t("{successful, number} successful, {failed, number} failed", { successful, failed })
            : t("{won, number} won, {open, number} open, {lost, number} lost", {
                won: successful,
                open,
                lost,
              })
      }
      buckets={buckets}
      measure={counts}
      series={[
        ...bars,
        { label: t("Total"), value: ({ calls }) => calls },
        previous(days, ({ calls }) => calls),
      ]}
    />
  );
}

export function Conversion({
  figures: { callVolume, conversionRate },
  buckets,
  days,
  before,
  list,
}: CardProps) {
  const { total, successful, lost } = callVolume;
  const decided = successful + (lost ?? total - successful);
  const decidedBefore = before.successful + before.lost;
  return (
    <TrendCard
      title={t("Conversion")}
      headline={
        <>
          <Figure to={list?.(won)}>{decided > 0 ? formatRate(conversionRate) : "–"}</Figure>
          {decided > 0 && decidedBefore > 0 && (
            <Change by={conversionRate - (before.successful / decidedBefore) * 100} unit="pts" days={days} />
          )}
        </>
      }
      note={
        lost === undefined
          ? t("{successful, number} of {total, number} calls succeeded", { successful, total })
          : t("{won, number} won of {decided, number} won or lost", {
              won: successful,
              decided,
            })
      }
      buckets={buckets}
      measure={rates}
      series={[
        { label: t("Conversion"), value: conversionOf, drawn: "line", color: "var(--chart-1)" },
        average(decided > 0 ? conversionRate : null),
        previous(days, conversionOf),
      ]}
    />
  );
}

export function CallSuccess({ figures: { callVolume, lostReasons }, list }: CardProps) {
  const { total, successful, failed, open, lost } = callVolume;
  const isOwn = open !== undefined && lost !== undefined;
  const name = t(isOwn ? "Won" : "Successful");
  const outcomes = [
    { id: wonOutcome as string, name, value: successful, color: "var(--chart-2)" },
    ...lostReasons.map(({ reason, calls }) => ({
      id: reason,
      name: reason,
      value: calls,
      color: "var(--chart-5)",
    })),
  ].map((outcome) => ({ ...outcome, share: formatRate((outcome.value / total) * 100) }));
  return (
    <ChartCard
      title={t("Call Success Analysis")}
      headline={
        <Figure to={list?.(won)}>
          {isOwn
            ? t("{won, number} won", { won: successful })
            : t("{successful, number} successful", { successful })}
        </Figure>
      }
      note={
        isOwn
          ? t("{open, number} open, {lost, number} lost, by outcome", { open, lost })
          : t("{failed, number} failed, by reason", { failed })
      }
      columns={[t("Outcome"), t("Calls"), t("Share")]}
      rows={outcomes.map(({ name, value, share }) => [name, formatCount(value), share])}
    >
      <NamedBars
        bars={outcomes.map(({ share, ...outcome }) => ({
          ...outcome,
          label: `${formatCount(outcome.value)} · ${share}`,
        }))}
        measure={t("Calls")}
      />
    </ChartCard>
  );
}
