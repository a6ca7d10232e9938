import { CheckIcon } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import styles from "./auth-page.module.css";
import type { SignUpStage } from "./sign-in-state.ts";

const steps: readonly { name: Text; text: Text }[] = [
  { name: "Verify", text: "Open the link in that email." },
  { name: "Approval", text: "An administrator reviews your account. We'll email you." },
  { name: "Start", text: "Sign in here and practice your first call." },
];

/**
 * The way from the registration to the first call; the steps before the present one are done. Nothing where nobody has just
 * registered.
 */
export function SignUpSteps({ done }: { done: SignUpStage | undefined }) {
  if (done === undefined) return null;
  const current = done === "registered" ? 0 : 1;
  return (
    <ol aria-label={t("Next steps")} className={styles.steps}>
      {steps.map(({ name, text }, at) => (
        <li key={name} data-done={at < current} aria-current={at === current ? "step" : undefined}>
          <span aria-hidden className={styles.mark}>
            {at < current ? <CheckIcon /> : at + 1}
          </span>
          <strong>{t(name)}</strong>
          <span>{t(at < current ? "Done" : text)}</span>
        </li>
      ))}
    </ol>
  );
}
