import { Button, ErrorIcon, Logo, type NoticeAction, SuccessIcon } from "@souffleur/shared-ui";
import { useNavigate } from "react-router-dom";
import { AuthPage, Foot } from "../layout/auth-page.tsx";
import { SignUpSteps } from "../layout/sign-up-steps.tsx";
import { t } from "../texts/texts.ts";
import { texts } from "./verification-texts.ts";
import styles from "./verify-email.module.css";

export type Result = { state: "verifying" } | { state: "success" } | { state: "failed"; text: string };

interface ResultViewProps {
  result: Result;
  onRequestNew: () => void;
}

/** The result of a verification. */
export function ResultView({ result, onRequestNew }: ResultViewProps) {
  if (result.state === "verifying")
    return <WaitingView title={t("Verifying your email")} label={t("Verifying")} />;
  if (result.state === "success") {
    return (
      <AuthPage title={t("Email verified")} foot={<Foot />}>
        <div role="status" className={styles.result} data-tone="success">
          <SuccessIcon aria-hidden />
          <p>{texts.verified}</p>
        </div>
        {/* The sentence is the specification's; an account also needs its approval, which the steps tell. */}
        <SignUpSteps done="verified" />
      </AuthPage>
    );
  }
  return (
    <FailureView
      title={t("Verification failed")}
      text={result.text}
      action={{ label: t("Request New Verification"), onPress: onRequestNew }}
    />
  );
}

/** Shown until the server has judged a mailed link. */
export function WaitingView({ title, label }: { title: string; label: string }) {
  return (
    <AuthPage title={title} foot={<Foot />}>
      <div role="status" aria-label={label} className={styles.result}>
        <Logo size={40} pulsing />
        <p>{t("One moment…")}</p>
      </div>
    </AuthPage>
  );
}

interface FailureViewProps {
  title: string;
  text: string;
  /** What the person can do besides going back. */
  action?: Pick<NoticeAction, "label" | "onPress"> | undefined;
}

/** Why a mailed link leads no further. */
export function FailureView({ title, text, action }: FailureViewProps) {
  const navigate = useNavigate();
  return (
    <AuthPage title={title} foot={<Foot />}>
      <div role="alert" className={styles.result} data-tone="danger">
        <ErrorIcon aria-hidden />
        <p>{text}</p>
      </div>
      <div className={styles.buttons}>
        {action && (
          <Button variant="primary" wide onClick={action.onPress}>
            {action.label}
          </Button>
        )}
        <Button wide onClick={() => navigate("/login")}>
          {t("Back to Login")}
        </Button>
      </div>
    </AuthPage>
  );
}
