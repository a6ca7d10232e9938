import { Badge } from "@souffleur/shared-ui";

interface ChangeProps {
  /** In percent of the previous period, or in percentage points. */
  by: number;
  unit?: "%" | " pts";
  /** The previous period's length. */
  days: number;
  /** Whether more is neither better nor worse. */
  neutral?: boolean;
}

/** The change of the figure that it stands beside. */
export function Change({ by, unit = "%", days, neutral = false }: ChangeProps) {
  const sign = by < 0 ? "−" : "+";
  return (
    <>
      <Badge tone={neutral ? "neutral" : by < 0 ? "danger" : "success"}>
        {`${sign}${Math.abs(by).toFixed(1)}${unit}`}
      </Badge>
      <small>vs previous {days} days</small>
    </>
  );
}
