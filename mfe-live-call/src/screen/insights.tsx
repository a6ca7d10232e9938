import { limits } from "@souffleur/contracts";
import { classNames } from "@souffleur/shared-ui";
import { isSpokenIn, type LiveCallState } from "../call/live-call-state.ts";
import { type Store, useStore } from "../lib/store.ts";
import { t } from "../texts/texts.ts";
import styles from "./insights.module.css";

const radius = 13;
const circumference = 2 * Math.PI * radius;
/** The specification's static trend: from -1 (negative) to 1 (positive) over the call. */
const sentiment = [-0.1, 0.05, -0.15, 0.1, 0.25, 0.2, 0.4, 0.35, 0.55, 0.6, 0.7];
const points = sentiment.map((value, index) => `${index * 12},${20 - value * 18}`).join(" ");

/** The specification's fixed score and trend. They do not depend on the call, so they are labelled as samples. */
export function Insights({ store }: { store: Store<LiveCallState> }) {
  const isSpoken = useStore(store, isSpokenIn);
  const score = limits.outcomeScore;
  return (
    <div className={classNames(styles.insights, isSpoken && styles.spoken)}>
      <div
        role="meter"
        aria-label={t("Outcome score")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
        aria-valuetext={t("Sample: {score} out of 100", { score })}
        className={styles.ring}
      >
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <circle cx="16" cy="16" r={radius} className={styles.ringTrack} />
          <circle
            cx="16"
            cy="16"
            r={radius}
            className={styles.ringValue}
            strokeDasharray={`${(circumference * score) / 100} ${circumference}`}
          />
        </svg>
        <span>{score}</span>
      </div>
      <span className={styles.sample}>/ 100</span>
      <svg
        viewBox="0 0 120 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={t("Sentiment trend, a sample: rises from neutral to positive")}
        className={styles.trend}
      >
        <line x1="0" x2="120" y1="20" y2="20" />
        <polyline points={points} />
      </svg>
      <span className={styles.sample} title={t("Sample values, not from this call")}>
        {t("Sample")}
      </span>
    </div>
  );
}
