import { limits } from "@souffleur/contracts";
import { type Webhook, type WebhookEvent, WebhookInput, webhookEvents } from "@souffleur/contracts/webhooks";
import { Button, Dialog, TextField } from "@souffleur/shared-ui";
import { type FormEvent, useState } from "react";
import { fieldMessages } from "../field-messages.ts";
import { ChoicesField } from "../programs/choices-field.tsx";
import type { CreateDialogProps } from "../programs/create-dialog-props.ts";
import styles from "../programs/programs.module.css";
import { SecretDialog } from "../programs/secret-dialog.tsx";
import { t } from "../texts/texts.ts";
import { eventTexts } from "./event-texts.ts";

/** Asks where events are sent, and which ones. */
export function CreateWebhookDialog({
  open,
  busy,
  error,
  onCreate,
  onClose,
}: CreateDialogProps<WebhookInput>) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<WebhookEvent[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const errors = error === undefined ? wrong : { ...wrong, [error.field]: error.text };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { url, events };
    const read = WebhookInput.safeParse(input);
    setWrong(fieldMessages(read.error));
    if (read.success) onCreate(input);
  };
  return (
    <Dialog open={open} title={t("Create webhook")} busy={busy} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t("Address")}
          type="url"
          inputMode="url"
          hint={t("Of a program that takes events, such as https://crm.example.com/events")}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.webhookUrlMax}
          value={url}
          error={errors.url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <ChoicesField
          legend={t("Events")}
          texts={eventTexts}
          values={webhookEvents}
          chosen={events}
          error={errors.events}
          onChange={setEvents}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t("Create webhook")}
        </Button>
      </form>
    </Dialog>
  );
}

interface NewSecretDialogProps {
  webhook: Webhook & { secret: string };
  onClose: () => void;
}

export function NewSecretDialog({ webhook: { url, secret, secrets }, onClose }: NewSecretDialogProps) {
  const isRenewed = secrets.length > 1;
  return (
    <SecretDialog
      title={t(isRenewed ? "New secret" : "Webhook created")}
      description={t(
        isRenewed
          ? "Copy the secret now: it is not shown again. The former one is valid for 24 hours more."
          : "Copy the secret now: it is not shown again. The receiver checks signatures with it.",
      )}
      name={new URL(url).host}
      secret={secret}
      copyText={t("Copy secret")}
      copiedText={t("Secret copied")}
      onClose={onClose}
    />
  );
}
