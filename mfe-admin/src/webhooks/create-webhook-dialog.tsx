import { limits } from "@souffleur/contracts";
import { type Webhook, type WebhookEvent, WebhookInput, webhookEvents } from "@souffleur/contracts/webhooks";
import { Button, CheckboxField, CopyIcon, contractText, Dialog, TextField } from "@souffleur/shared-ui";
import { useCopy } from "@souffleur/shared-ui/transcript";
import { type FormEvent, useId, useState } from "react";
import { t } from "../texts/texts.ts";
import { eventTexts } from "./event-texts.ts";
import styles from "./webhooks.module.css";

interface CreateWebhookDialogProps {
  /** While another dialog stands in its place, what was typed stays. */
  open: boolean;
  busy: boolean;
  /** What the server has refused. */
  error: { field: string; text: string } | undefined;
  onCreate: (input: WebhookInput) => void;
  onClose: () => void;
}

/** Asks where events are sent, and which ones. */
export function CreateWebhookDialog({ open, busy, error, onCreate, onClose }: CreateWebhookDialogProps) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly WebhookEvent[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const eventsId = useId();
  const errors = error === undefined ? wrong : { ...wrong, [error.field]: error.text };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { url, events: [...events] };
    const read = WebhookInput.safeParse(input);
    // The first message of a field counts.
    const issues = (read.error?.issues ?? []).toReversed();
    setWrong(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    if (read.success && !busy) onCreate(input);
  };
  const choose = (chosen: WebhookEvent, isChosen: boolean) =>
    setEvents(webhookEvents.filter((one) => (one === chosen ? isChosen : events.includes(one))));
  return (
    <Dialog open={open} title={t("Create webhook")} onClose={() => !busy && onClose()}>
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
        <fieldset className={styles.events} aria-describedby={errors.events && eventsId}>
          <legend>{t("Events")}</legend>
          {webhookEvents.map((event) => (
            <CheckboxField
              key={event}
              label={t(eventTexts[event])}
              checked={events.includes(event)}
              onChange={({ target }) => choose(event, target.checked)}
            />
          ))}
          <p id={eventsId} className={styles.error} aria-live="polite">
            {errors.events && contractText(errors.events)}
          </p>
        </fieldset>
        <Button type="submit" variant="primary" busy={busy}>
          {t("Create webhook")}
        </Button>
      </form>
    </Dialog>
  );
}

/** Shows a new secret, once. */
export function NewSecretDialog({
  webhook: { url, secret, secrets },
  onClose,
}: {
  webhook: Webhook & { secret: string };
  onClose: () => void;
}) {
  const { copied, copy } = useCopy();
  return (
    <Dialog
      open
      title={t(secrets.length > 1 ? "New secret" : "Webhook created")}
      description={
        secrets.length > 1
          ? t("Copy the secret now: it is not shown again. The former one is valid for 24 hours more.")
          : t("Copy the secret now: it is not shown again. The receiver checks signatures with it.")
      }
      onClose={onClose}
    >
      <div className={styles.form}>
        <TextField
          label={new URL(url).host}
          readOnly
          spellCheck={false}
          className={styles.secret}
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="primary" onClick={() => void copy(secret)}>
          <CopyIcon aria-hidden />
          <span aria-live="polite">{copied ? t("Secret copied") : t("Copy secret")}</span>
        </Button>
      </div>
    </Dialog>
  );
}
