import { t } from "../texts/texts.ts";
import { classNames } from "./class-names.ts";
import styles from "./logo.module.css";

/** The prompter's box with two sound waves. */
export function Logo({ size = 24, pulsing = false }: { size?: number; pulsing?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={classNames(styles.logo, pulsing && styles.pulse)}
    >
      <rect x="1" y="1" width="22" height="22" rx="7" fill="currentColor" />
      <path d="M6 15.5c0-3 2.2-5.2 5.2-5.2" stroke="var(--on-accent)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M6 10.5c1.2-2.6 3.7-4.3 6.7-4.3"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".55"
      />
      <circle cx="15.5" cy="15.2" r="2.6" fill="var(--on-accent)" />
    </svg>
  );
}

/** Shown while it is not known yet which screen to show; the logo pulses every two seconds. */
export function LoadingScreen() {
  return (
    <div role="status" aria-label={t("Loading")} className={styles.screen}>
      <Logo size={56} pulsing />
    </div>
  );
}
