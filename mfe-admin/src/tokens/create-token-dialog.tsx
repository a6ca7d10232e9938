import { limits, type TokenScope, tokenScopes } from "@souffleur/contracts";
import { TokenInput } from "@souffleur/contracts/tokens";
import { Button, Dialog, TextField } from "@souffleur/shared-ui";
import { type FormEvent, useRef, useState } from "react";
import { fieldMessages } from "../field-messages.ts";
import { ChoicesField } from "../programs/choices-field.tsx";
import type { CreateDialogProps } from "../programs/create-dialog-props.ts";
import styles from "../programs/programs.module.css";
import { type Text, t } from "../texts/texts.ts";

/** What a token with the scope may do. */
export const scopeTexts: Readonly<Record<TokenScope, Text>> = {
  "calls:read": "Read calls",
  "calls:export": "Export calls",
  "customers:read": "Read customers",
  "customers:write": "Change customers",
  "users:provision": "Provision users (SCIM)",
};

const lastDay = "2099-12-31";

/** The end of a day in the reader's time zone; undefined for what is none. @param day as a date field has it */
function endOf(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59.999`);
  return day > lastDay || Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

/** Asks for what a token is named, what it is for, and when it ends. */
export function CreateTokenDialog({ open, busy, error, onCreate, onClose }: CreateDialogProps<TokenInput>) {
  const [name, setName] = useState("");
  const [day, setDay] = useState("");
  const [scopes, setScopes] = useState<TokenScope[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const dayField = useRef<HTMLInputElement>(null);
  const errors = error === undefined ? wrong : { ...wrong, [error.field]: error.text };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expiresAt = endOf(day);
    const input = { name, scopes, ...(expiresAt !== undefined && { expiresAt }) };
    const read = TokenInput.safeParse(input);
    // A field in which a part of a date is typed has no value.
    const isNoDay = expiresAt === undefined && (day !== "" || dayField.current?.validity.badInput === true);
    setWrong({
      ...fieldMessages(read.error),
      ...(isNoDay && { expiresAt: t("Enter a whole date by 2099, or none.") }),
    });
    if (read.success && !isNoDay) onCreate(input);
  };
  return (
    <Dialog open={open} title={t("Create token")} busy={busy} onClose={onClose}>
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
        <ChoicesField
          legend={t("What the token may do")}
          texts={scopeTexts}
          values={tokenScopes}
          chosen={scopes}
          error={errors.scopes}
          onChange={setScopes}
        />
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
