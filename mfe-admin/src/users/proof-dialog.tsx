import { limits, prove } from "@souffleur/contracts";
import { Button, call, Dialog, PasswordField, RequestError } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { t } from "../texts/texts.ts";
import { endsSession, ownFailureText } from "./failure-text.ts";
import styles from "./users.module.css";

interface ProofDialogProps {
  /** Why the password is needed. */
  reason: string;
  onProven: () => void;
  onClose: () => void;
}

/**
 * Runs tasks that may need a proof: where the server wants one, the password is asked for and the task is repeated.
 * @param reason why the password is needed
 */
export function useProof(reason: string) {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>();

  /** @returns undefined where none was given */
  async function withProof<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "PROOF_REQUIRED") throw error;
      const isProven = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(undefined);
      return isProven ? task() : undefined;
    }
  }
  const dialog = answer && (
    <ProofDialog reason={reason} onProven={() => answer(true)} onClose={() => answer(false)} />
  );
  return { withProof, dialog };
}

/** Asks for the caller's password again. */
function ProofDialog({ reason, onProven, onClose }: ProofDialogProps) {
  const [password, setPassword] = useState("");
  const mutation = useMutation({
    mutationFn: () => call(prove, { body: { password } }),
    onSuccess: onProven,
  });
  const error =
    mutation.error === null || endsSession(mutation.error)
      ? undefined
      : ownFailureText(mutation.error, "The password could not be checked.");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate();
  };
  return (
    <Dialog
      title={t("Enter your password")}
      description={`${reason} ${t("Without a password, sign out and in again.")}`}
      onClose={onClose}
    >
      <form noValidate className={styles.proof} onSubmit={submit}>
        <PasswordField
          label={t("Password")}
          autoComplete="current-password"
          maxLength={limits.passwordMax}
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={mutation.isPending}>
          {t("Continue")}
        </Button>
      </form>
    </Dialog>
  );
}
