import { limits, prove } from "@souffleur/contracts";
import { Button, call, Dialog, PasswordField } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { t } from "../texts/texts.ts";
import { endsSession, ownFailureText } from "../users/failure-text.ts";
import styles from "./single-sign-on.module.css";

interface ProofDialogProps {
  /** Why the password is needed. */
  reason: string;
  onProven: () => void;
  onClose: () => void;
}

/** Asks for the caller's password again. */
export function ProofDialog({ reason, onProven, onClose }: ProofDialogProps) {
  const [password, setPassword] = useState("");
  const mutation = useMutation({
    mutationFn: () => call(prove, { body: { password } }),
    onSuccess: onProven,
  });
  const error =
    mutation.error === null || endsSession(mutation.error)
      ? undefined
      : ownFailureText(mutation.error, {
          refused: "The password could not be checked.",
          unanswered: "The password could not be checked. Please try again.",
        });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate();
  };
  return (
    <Dialog
      open
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
