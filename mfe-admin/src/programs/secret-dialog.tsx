import { Button, CopyIcon, Dialog, TextField } from "@souffleur/shared-ui";
import { useCopy } from "@souffleur/shared-ui/transcript";
import styles from "./programs.module.css";

interface SecretDialogProps {
  title: string;
  description: string;
  /** What the secret is of. */
  name: string;
  secret: string;
  copyText: string;
  copiedText: string;
  onClose: () => void;
}

/** Shows a new secret, once. */
export function SecretDialog({ name, secret, copyText, copiedText, ...dialog }: SecretDialogProps) {
  const { copied, copy } = useCopy();
  return (
    <Dialog {...dialog}>
      <div className={styles.form}>
        <TextField
          label={name}
          readOnly
          spellCheck={false}
          className={styles.secret}
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="primary" onClick={() => void copy(secret)}>
          <CopyIcon aria-hidden />
          <span aria-live="polite">{copied ? copiedText : copyText}</span>
        </Button>
      </div>
    </Dialog>
  );
}
