import { Card, Skeleton } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import styles from "./analytics.module.css";
import performersStyles from "./top-performers.module.css";

const sections = [
  "Call Volume",
  "Conversion",
  "Average Duration",
  "Revenue vs Target",
  "Top Performers",
  "Call Success Analysis",
  "Revenue Insights",
] as const satisfies readonly Text[];

/** Placeholders for the sections while their figures are loading, in their final heights. */
export function AnalyticsSkeleton() {
  return (
    <div className={styles.grid} role="status" aria-label={t("Loading analytics")}>
      {sections.map((title) =>
        title === "Top Performers" ? (
          <Card key={title} title={t(title)} className={styles.wide}>
            <div className={performersStyles.placeholder}>
              <Skeleton height="100%" />
            </div>
          </Card>
        ) : (
          <Card key={title} title={t(title)} className={styles.card}>
            <Skeleton width={120} height={32} />
            <Skeleton width={220} height={22} />
            <Skeleton height={216} />
            <Skeleton width={112} height={28} />
          </Card>
        ),
      )}
    </div>
  );
}
