import { limits, prove } from "@souffleur/contracts";
import { Button, call, Dialog, PasswordField, RequestError } from "@souffleur/shared-ui";
import { type FormEvent, useState } from "react";
import { failureText } from "../layout/failures.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { passkeyFailure, proveWithPasskey } from "../passkeys/ceremonies.ts";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";

/** Runs a task that may need a proof; undefined where the user gave none. */
export type WithProof = <Result>(task: () => Promise<Result>) => Promise<Result | undefined>;

/**
 * Asks for the password again, or for a passkey, where the server wants a proof, and then repeats what it refused.
 * @param hasPasskey whether the user has one
 */
export function useProof(hasPasskey: boolean) {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>();

  const withProof: WithProof = async (task) => {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "PROOF_REQUIRED") throw error;
      const isProven = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(undefined);
      return isProven ? task() : undefined;
    }
  };
  return { withProof, dialog: answer && <ProofDialog hasPasskey={hasPasskey} onAnswer={answer} /> };
}

interface ProofDialogProps {
  hasPasskey: boolean;
  onAnswer: (isProven: boolean) => void;
}

function ProofDialog({ hasPasskey, onAnswer }: ProofDialogProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const { busy, runOnce } = useOneAtATime();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What a password manager has put there may have caused no event.
    const typed = new FormData(event.currentTarget).get("password");
    void runOnce(async () => {
      setError(undefined);
      try {
        await call(prove, { body: { password: typeof typed === "string" ? typed : password } });
        onAnswer(true);
      } catch (failure) {
        setError(failureText(failure));
      }
    });
  };
  const askPasskey = () =>
    void runOnce(async () => {
      setError(undefined);
      try {
        await proveWithPasskey();
        onAnswer(true);
      } catch (failure) {
        setError(passkeyFailure(failure));
      }
    });
  return (
    <Dialog
      title={t("Enter your password")}
      description={t("This protects your account. You won't be asked again for five minutes.")}
      busy={busy}
      onClose={() => onAnswer(false)}
    >
      <form className={styles.proof} onSubmit={submit} noValidate>
        <PasswordField
          label={t("Password")}
          name="password"
          autoComplete="current-password"
          maxLength={limits.passwordMax}
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t("Continue")}
        </Button>
        {hasPasskey && "PublicKeyCredential" in window && (
          <Button disabled={busy} onClick={askPasskey}>
            {t("Use a passkey instead")}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
