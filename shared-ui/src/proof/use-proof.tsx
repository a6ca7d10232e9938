import { limits, prove } from "@souffleur/contracts";
import { Button, call, Dialog, PasswordField, RequestError, sharedText as t } from "@souffleur/shared-ui";
import { type FormEvent, useState } from "react";
import styles from "./proof.module.css";

/** Runs a task that may need a proof; undefined where the user gave none. */
export type WithProof = <Result>(task: () => Promise<Result>) => Promise<Result | undefined>;

interface Proof {
  /** Proves it in another way than by the password. */
  run: () => Promise<void>;
  label: string;
  /** The text of its failure, which is not the password's; undefined for none. */
  failureText: (error: unknown) => string | undefined;
}

interface Question {
  /** Why the password is needed. */
  description: string;
  /** The text of a password that was not accepted; undefined for none. */
  failureText: (error: unknown) => string | undefined;
  other?: Proof | false;
}

/** Asks for the password again where the server wants a proof, and then repeats what it refused. */
export function useProof(question: Question) {
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
  return { withProof, dialog: answer && <ProofDialog {...question} onAnswer={answer} /> };
}

interface ProofDialogProps extends Question {
  onAnswer: (isProven: boolean) => void;
}

function ProofDialog({ description, failureText, other, onAnswer }: ProofDialogProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [hint, setHint] = useState<string>();
  const [busy, setBusy] = useState(false);

  const run = async (proof: () => Promise<unknown>, onFailure: (failure: unknown) => void) => {
    setBusy(true);
    setError(undefined);
    setHint(undefined);
    try {
      await proof();
      onAnswer(true);
    } catch (failure) {
      onFailure(failure);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What a password manager has put there may have caused no event.
    const typed = new FormData(event.currentTarget).get("password");
    const body = { password: typeof typed === "string" ? typed : password };
    void run(
      () => call(prove, { body }),
      (failure) => setError(failureText(failure)),
    );
  };
  return (
    <Dialog
      title={t("Enter your password")}
      description={description}
      busy={busy}
      onClose={() => onAnswer(false)}
    >
      <form noValidate className={styles.form} onSubmit={submit}>
        <PasswordField
          label={t("Password")}
          name="password"
          autoComplete="current-password"
          maxLength={limits.passwordMax}
          value={password}
          error={error}
          hint={hint}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t("Continue")}
        </Button>
        {other && (
          <Button
            disabled={busy}
            onClick={() => void run(other.run, (failure) => setHint(other.failureText(failure)))}
          >
            {other.label}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
