import { linesOfSummaryMin } from "@souffleur/contracts";
import { Card } from "@souffleur/shared-ui";
import type { CallSummaryProps } from "@souffleur/shared-ui/summary";
import { lazy, Suspense } from "react";
import { t } from "../../texts/texts.ts";
import styles from "./review.module.css";

/** A chunk of its own, because lists and figures do not need it. */
const CallSummary = lazy(async () => ({
  default: (await import("@souffleur/shared-ui/summary")).CallSummary,
}));

export type SummaryCardProps = CallSummaryProps & { lines: number };

/** What was said in a call, in a place of fixed height: nothing moves when it is there. */
export function SummaryCard({ lines, ...props }: SummaryCardProps) {
  if (lines < linesOfSummaryMin) return null;
  return (
    <Card title={t("Summary")} className={styles.onScreen}>
      <div className={styles.summary}>
        <Suspense>
          <CallSummary {...props} />
        </Suspense>
      </div>
    </Card>
  );
}
