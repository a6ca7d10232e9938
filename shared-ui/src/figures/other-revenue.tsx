import type { Analytics } from "@souffleur/contracts";
import { formatMoney, locale, sharedText as t } from "@souffleur/shared-ui";

/** What was won in other currencies than that of the figures, which never contain it. */
export function OtherRevenue({
  revenue,
  className,
}: {
  /** Undefined while it loads. */
  revenue: Analytics["revenue"] | undefined;
  className?: string | undefined;
}) {
  const { others = [] } = revenue ?? {};
  if (others.length === 0) return null;
  const amounts = others.map((one) => formatMoney(one.revenue, one.currency));
  return (
    <p className={className}>
      {t("Not included: {amounts} in other currencies.", {
        amounts: new Intl.ListFormat(locale, { type: "conjunction" }).format(amounts),
      })}
    </p>
  );
}
