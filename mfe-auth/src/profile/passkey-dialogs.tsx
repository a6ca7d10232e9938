import { limits } from "@souffleur/contracts";
import { PasskeyName } from "@souffleur/contracts/passkeys";
import { Button, contractText, Dialog, TextField } from "@souffleur/shared-ui";
import { type FormEvent, useState } from "react";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";

interface NameDialogProps {
  title: string;
  description?: string;
  /** On the button. */
  verb: string;
  name?: string;
  busy: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a passkey. */
export function NameDialog({ title, description, verb, name = "", busy, onName, onClose }: NameDialogProps) {
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = PasskeyName.safeParse(typed);
    setError(read.error && contractText(read.error.issues[0]?.message ?? ""));
    if (read.success && !busy) onName(read.data);
  };
  return (
    <Dialog title={title} description={description} busy={busy} onClose={onClose}>
      <form className={styles.nameForm} onSubmit={submit} noValidate>
        <TextField
          label={t("Passkey name")}
          hint={t("For example: work laptop.")}
          autoComplete="off"
          maxLength={limits.passkeyNameMax}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {verb}
        </Button>
      </form>
    </Dialog>
  );
}
