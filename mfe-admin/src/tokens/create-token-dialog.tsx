import { limits, type TokenScope, tokenScopes } from "@souffleur/contracts";
import { type OrganizationToken, TokenInput } from "@souffleur/contracts/tokens";
import { Button, CheckboxField, CopyIcon, contractText, Dialog, TextField } from "@souffleur/shared-ui";
import { useCopy } from "@souffleur/shared-ui/transcript";
import { type FormEvent, useId, useRef, useState } from "react";
import { t } from "../texts/texts.ts";
import { scopeTexts } from "./scopes.ts";
import styles from "./tokens.module.css";

interface CreateTokenDialogProps {
  /** While another dialog stands in its place, what was typed stays. */
  open: boolean;
  busy: boolean;
  /** What the server has refused. */
  error: { field: string; text: string } | undefined;
  onCreate: (input: TokenInput) => void;
  onClose: () => void;
}

const lastDay = "2099-12-31";

/** The end of a day in the reader's time zone; undefined for what is none. @param day as a date field has it */
function endOf(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59.999`);
  return day > lastDay || Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

/** Asks for what a token is named, what it is for, and when it ends. */
export function CreateTokenDialog({ open, busy, error, onCreate, onClose }: CreateTokenDialogProps) {
  const [name, setName] = useState("");
  const [day, setDay] = useState("");
  const [scopes, setScopes] = useState<readonly TokenScope[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const scopesId = useId();
  const dayField = useRef<HTMLInputElement>(null);
  const errors = error === undefined ? wrong : { ...wrong, [error.field]: error.text };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expiresAt = endOf(day);
    const input = { name, scopes: [...scopes], ...(expiresAt !== undefined && { expiresAt }) };
    const read = TokenInput.safeParse(input);
    // The first message of a field counts.
    const issues = (read.error?.issues ?? []).toReversed();
    const found = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
    // A field in which a part of a date is typed has no value.
    const isNoDay = expiresAt === undefined && (day !== "" || dayField.current?.validity.badInput === true);
    setWrong({ ...found, ...(isNoDay && { expiresAt: t("Enter a whole date by 2099, or none.") }) });
    if (read.success && !isNoDay && !busy) onCreate(input);
  };
  const choose = (scope: TokenScope, isChosen: boolean) =>
    setScopes(tokenScopes.filter((one) => (one === scope ? isChosen : scopes.includes(one))));
  return (
    <Dialog open={open} title={t("Create token")} onClose={() => !busy && onClose()}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t("Token name")}
          hint={t("Such as the program that uses it.")}
          autoComplete="off"
          maxLength={limits.tokenNameMax}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className={styles.scopes} aria-describedby={errors.scopes && scopesId}>
          <legend>{t("What the token may do")}</legend>
          {tokenScopes.map((scope) => (
            <CheckboxField
              key={scope}
              label={t(scopeTexts[scope])}
              checked={scopes.includes(scope)}
              onChange={(event) => choose(scope, event.target.checked)}
            />
          ))}
          <p id={scopesId} className={styles.error} aria-live="polite">
            {errors.scopes && contractText(errors.scopes)}
          </p>
        </fieldset>
        <TextField
          label={t("Last day (optional)")}
          type="date"
          ref={dayField}
          max={lastDay}
          hint={t("Without one it works until it is deleted.")}
          value={day}
          error={errors.expiresAt}
          onChange={(event) => setDay(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t("Create token")}
        </Button>
      </form>
    </Dialog>
  );
}

/** Shows a new token, once. */
export function NewTokenDialog({
  token: { name, token },
  onClose,
}: {
  token: OrganizationToken & { token: string };
  onClose: () => void;
}) {
  const { copied, copy } = useCopy();
  return (
    <Dialog
      open
      title={t("Token created")}
      description={t("Copy it now: it is not shown again.")}
      onClose={onClose}
    >
      <div className={styles.form}>
        <TextField
          label={name}
          readOnly
          spellCheck={false}
          className={styles.token}
          value={token}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="primary" onClick={() => void copy(token)}>
          <CopyIcon aria-hidden />
          <span aria-live="polite">{copied ? t("Token copied") : t("Copy token")}</span>
        </Button>
      </div>
    </Dialog>
  );
}
