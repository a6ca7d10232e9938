import {
  Button,
  buttonClass,
  CopyIcon,
  MailIcon,
  TextAreaField,
  sharedText as t,
} from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useCopy } from "@souffleur/shared-ui/transcript";
import { type Mail, mailtoOf } from "./follow-up-mail.ts";
import styles from "./summary.module.css";

/** A draft of a mail to the customer, which the reader changes, copies, or opens in the mail program. */
export function FollowUp({ callId, mail }: { callId: string; mail: Mail }) {
  const [changed, setChanged] = useKeptState<string | undefined>(`souffleur.follow-up.${callId}`, undefined);
  const { copied, copy } = useCopy();
  const body = changed ?? mail.body;
  return (
    <details className={styles.mail}>
      <summary>{t("Follow-up email")}</summary>
      <p className={styles.second}>{t("A draft in French. Souffleur sends no email to customers.")}</p>
      <TextAreaField
        label={mail.subject}
        lang="fr"
        rows={8}
        maxLength={10_000}
        value={body}
        onChange={({ target }) => setChanged(target.value)}
      />
      <div className={styles.actions}>
        <Button onClick={() => void copy(`${mail.subject}\n\n${body}`)}>
          <CopyIcon aria-hidden />
          <span>{copied ? t("Copied") : t("Copy email")}</span>
        </Button>
        <a className={buttonClass()} href={mailtoOf({ ...mail, body })}>
          <MailIcon aria-hidden />
          <span>{t("Open in email program")}</span>
        </a>
      </div>
    </details>
  );
}
