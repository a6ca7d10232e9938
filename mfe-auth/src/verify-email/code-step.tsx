import { limits, VerificationCode } from "@souffleur/contracts";
import { Button } from "@souffleur/shared-ui";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { AuthPage, Foot } from "../layout/auth-page.tsx";
import { useDelayed } from "../layout/use-delayed.ts";
import { t } from "../texts/texts.ts";
import { CodeInput, codeOf } from "./code-input.tsx";
import type { Outcome } from "./use-outcome.ts";
import type { Sent, SentMail } from "./use-sent-mail.ts";
import styles from "./verify-email.module.css";

interface CodeStepProps {
  notice: ReactNode;
  busy: boolean;
  sent: Sent;
  mail: SentMail;
  outcome: Outcome;
  onLink: () => void;
  onBack: () => void;
}

/** Asks for the code of one mail (each mail has its own instance); a complete code is sent automatically. */
export function CodeStep({ notice, busy, sent, mail, outcome, onLink, onBack }: CodeStepProps) {
  const { email, sessionId } = sent;
  const { send, cooldownSeconds: seconds } = mail;
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [tried, setTried] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const complete = code.length === limits.codeLength;
  const submit = () => {
    const entered = codeOf(field.current);
    const problem = VerificationCode.safeParse(entered).error?.issues[0]?.message;
    setCode(entered);
    setError(problem);
    if (problem !== undefined) {
      field.current?.focus();
      return;
    }
    setTried(entered);
    void outcome.submitCode(entered, sessionId);
  };
  // The same code is not sent automatically twice; Verify sends it again.
  useDelayed(complete && code !== tried && !busy && code, limits.codeAutoSubmitMs, submit);
  // Selected, so that the next code replaces a refused one as a whole. With the caret at the end of a full field each
  // typed digit would replace the last one, and every mixture would be sent as another attempt.
  useLayoutEffect(() => {
    if (busy) return;
    field.current?.focus();
    field.current?.select();
  }, [busy]);
  return (
    <AuthPage
      title={t("Enter your code")}
      subtitle={t("Check your inbox. The code is valid for 10 minutes.")}
      notice={notice}
      onBack={onBack}
      foot={<Foot />}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CodeInput
          ref={field}
          value={code}
          email={email}
          error={error}
          isWrong={code === outcome.wrongCode}
          onChange={(next) => {
            setCode(next);
            setTried("");
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {t("Verify")}
        </Button>
        <div className={styles.buttons}>
          <Button wide disabled={seconds > 0 || busy} onClick={() => void send(email, "code")}>
            {seconds > 0 ? t("Resend in {seconds}s", { seconds }) : t("Resend Code")}
          </Button>
          <Button wide variant="quiet" disabled={busy} onClick={onLink}>
            {t("Use secure link instead")}
          </Button>
        </div>
      </form>
    </AuthPage>
  );
}
