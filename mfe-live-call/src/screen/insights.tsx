import { limits } from "@souffleur/contracts";
import { TrendUpIcon } from "@souffleur/shared-ui";
import styles from "./insights.module.css";

const radius = 20;
const circumference = 2 * Math.PI * radius;

/** The specification's fixed score out of 100. */
export function OutcomeScore() {
  const score = limits.outcomeScore;
  return (
    <div className={styles.outcome}>
      <div
        role="meter"
        aria-label="Outcome score"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
        aria-valuetext={`${score} out of 100`}
        className={styles.ring}
      >
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r={radius} className={styles.ringTrack} />
          <circle
            cx="24"
            cy="24"
            r={radius}
            className={styles.ringValue}
            strokeDasharray={`${(circumference * score) / 100} ${circumference}`}
          />
        </svg>
        <span className={styles.score}>{score}</span>
      </div>
      <div>
        <p className={styles.title}>Outcome score</p>
        <p className={styles.second}>out of 100</p>
      </div>
    </div>
  );
}

/** The specification's static trend: from -1 (negative) to 1 (positive) over the call. */
const sentiment = [-0.1, 0.05, -0.15, 0.1, 0.25, 0.2, 0.4, 0.35, 0.55, 0.6, 0.7];

export function SentimentTrend() {
  const points = sentiment.map((value, index) => `${index * 12},${20 - value * 18}`).join(" ");
  return (
    <div className={styles.sentiment}>
      <p className={styles.title}>Sentiment trend</p>
      <svg
        viewBox="0 0 120 40"
        preserveAspectRatio="none"
        role="img"
        aria-label="Sentiment rises from neutral to positive"
        className={styles.trend}
      >
        <line x1="0" x2="120" y1="20" y2="20" className={styles.neutral} />
        <polyline points={points} className={styles.curve} />
      </svg>
      <p className={styles.positive}>
        <TrendUpIcon aria-hidden />
        Positive
      </p>
    </div>
  );
}
