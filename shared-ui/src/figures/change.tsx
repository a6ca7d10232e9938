import { Badge, sharedText as t } from "@souffleur/shared-ui";
import { formatRate, formatTenths } from "./format-rate.ts";

interface ChangeProps {
  /** In percent of the previous period, or in percentage points. */
  by: number;
  unit?: "%" | "pts";
  /** The previous period's length; without it the text is left to the place of the change. */
  days?: number;
  /** Whether an increase is neither better nor worse. */
  neutral?: boolean;
}

/** The change of the figure next to it. */
export function Change({ by, unit = "%", days, neutral = false }: ChangeProps) {
  // As it is shown: a change of less than a tenth is none.
  const size = Number(Math.abs(by).toFixed(1));
  const sign = size === 0 ? "" : by < 0 ? "−" : "+";
  return (
    <>
      <Badge tone={neutral || size === 0 ? "neutral" : by < 0 ? "danger" : "success"}>
        {sign + (unit === "%" ? formatRate(size) : t("{points} pts", { points: formatTenths(size) }))}
      </Badge>
      {days !== undefined && <small>{t("vs previous {days} days", { days })}</small>}
    </>
  );
}

/** In percent of the previous figure; undefined where that was 0. */
export function growth(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now / before - 1) * 100;
}
