import { Badge } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import { formatRate, formatTenths } from "./figures.ts";

interface ChangeProps {
  /** In percent of the previous period, or in percentage points. */
  by: number;
  unit?: "%" | "pts";
  /** The previous period's length. */
  days: number;
  /** Whether an increase is neither better nor worse. */
  neutral?: boolean;
}

/** The change of the figure next to it. */
export function Change({ by, unit = "%", days, neutral = false }: ChangeProps) {
  const sign = by < 0 ? "−" : "+";
  const size = Math.abs(by);
  return (
    <>
      <Badge tone={neutral ? "neutral" : by < 0 ? "danger" : "success"}>
        {sign + (unit === "%" ? formatRate(size) : t("{points} pts", { points: formatTenths(size) }))}
      </Badge>
      <small>{t("vs previous {days} days", { days })}</small>
    </>
  );
}
