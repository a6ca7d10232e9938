import { may, type User } from "@souffleur/contracts";
import {
  type CustomerFields,
  createCustomer,
  customerLimits,
  type StoredCustomer,
  saveCustomer,
} from "@souffleur/contracts/customers";
import {
  Button,
  call,
  Dialog,
  Notice,
  RequestError,
  SelectField,
  TextAreaField,
  TextField,
} from "@souffleur/shared-ui";
import { newId } from "@souffleur/shared-ui/saving";
import { useMutation } from "@tanstack/react-query";
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { type Text, t } from "../texts/texts.ts";
import { bodyOf, type CustomerForm, emptyForm, fieldError, formOf } from "./customer-form.ts";
import styles from "./customers.module.css";
import { failureText, useStoredCustomer } from "./use-customers.ts";

interface CustomerDialogProps {
  user: User;
  /** Undefined for a new one. */
  stored: StoredCustomer | undefined;
  onStored: (customer: StoredCustomer) => void;
  onClose: () => void;
}

type Owner = "me" | "nobody" | "kept";

const textFields: readonly {
  name: Exclude<keyof CustomerForm, "notes">;
  label: Text;
  hint?: Text;
  max?: number;
}[] = [
  { name: "name", label: "Name", max: customerLimits.nameMax },
  { name: "company", label: "Company", max: customerLimits.companyMax },
  { name: "numbers", label: "Telephone numbers", hint: "Any format. Separate several with commas." },
  { name: "emails", label: "Email addresses", hint: "Separate several with commas." },
  { name: "tags", label: "Tags", hint: "Separate several with commas." },
];

/** The form of a new or stored customer. */
export function CustomerDialog({ user, stored, onStored, onClose }: CustomerDialogProps) {
  const [form, setForm] = useState(stored === undefined ? emptyForm : formOf(stored));
  const [base, setBase] = useState(stored);
  const [owner, setOwner] = useState(() => ownerOf(stored, user));
  const show = useStoredCustomer(user.id);
  const fields = useRef<HTMLFormElement>(null);
  const [requestId] = useState(newId);
  const mutation = useMutation({
    mutationFn: (entered: CustomerFields) =>
      store(base, requestId, {
        ...entered,
        ...(owner !== "kept" && { ownerId: owner === "me" ? user.id : null }),
      }),
    onSuccess: (saved) => {
      show(saved);
      onClose();
      onStored(saved);
    },
  });
  const { error } = mutation;
  useEffect(() => {
    if (error !== null) fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  const failure = error instanceof RequestError ? error : undefined;
  const standing =
    failure?.code === "INVALID_TRANSITION" ? (failure.current as StoredCustomer | undefined) : undefined;
  const other = failure?.code === "CUSTOMER_EXISTS" ? failure.current : undefined;
  const isOfField = failure !== undefined && Object.keys(failure.fields).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate(bodyOf(form));
  };
  const errorOf = (name: keyof CustomerForm) =>
    failure && mutation.variables && fieldError(failure, name, mutation.variables);
  return (
    <Dialog
      busy={mutation.isPending}
      onClose={onClose}
      title={stored === undefined ? t("Add customer") : t("Edit customer")}
    >
      <form ref={fields} noValidate className={styles.form} onSubmit={submit}>
        {standing && (
          <Notice
            kind="warning"
            action={{
              label: t("Show what stands"),
              busy: false,
              onPress: () => {
                setForm(formOf(standing));
                setBase(standing);
                mutation.reset();
              },
            }}
          >
            {t("This customer was changed elsewhere, and yours is not saved.")}
          </Notice>
        )}
        {error !== null && !standing && !isOfField && <Notice kind="error">{failureText(error)}</Notice>}
        {textFields.map(({ name, label, hint, max }) => (
          <TextField
            key={name}
            label={t(label)}
            hint={hint && t(hint)}
            autoComplete="off"
            spellCheck={false}
            maxLength={max}
            value={form[name]}
            error={errorOf(name)}
            errorAction={
              other !== undefined &&
              failure?.field === name && (
                <Link to={`/live-call/customers/${encodeURIComponent(String(other.id))}`} onClick={onClose}>
                  {t("Open {name}", { name: String(other.name) })}
                </Link>
              )
            }
            onChange={({ target }) => setForm({ ...form, [name]: target.value })}
            {...(hint && { onPaste: pasteList })}
          />
        ))}
        <TextAreaField
          label={t("Notes")}
          rows={3}
          maxLength={customerLimits.notesMax}
          value={form.notes}
          error={errorOf("notes")}
          onChange={({ target }) => setForm({ ...form, notes: target.value })}
        />
        <OwnerField user={user} stored={stored} value={owner} onChange={setOwner} />
        <div className={styles.actions}>
          <Button disabled={mutation.isPending} onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" variant="primary" busy={mutation.isPending}>
            {stored === undefined ? t("Add customer") : t("Save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Stores a new customer, or what was changed since `base`. */
async function store(
  base: StoredCustomer | undefined,
  requestId: string,
  body: CustomerFields & { ownerId?: string | null },
): Promise<StoredCustomer> {
  if (base === undefined) return (await call(createCustomer, { body: { ...body, requestId } })).data;
  const params = { customerId: base.id };
  return (await call(saveCustomer, { params, body: { ...body, revision: base.revision } })).data;
}

/** Lines that are pasted into a field of several values stay apart; the browser would join them. */
function pasteList(event: ClipboardEvent): void {
  const lines = event.clipboardData
    .getData("text")
    .split(/[\r\n\t]+/u)
    .filter((line) => line.trim() !== "");
  if (lines.length < 2) return;
  event.preventDefault();
  // In contrast to a new value it can be undone.
  document.execCommand("insertText", false, lines.join(", "));
}

/** As the server does it: an agent's customer is their own, and those of others have no owner. */
function ownerOf(stored: StoredCustomer | undefined, user: User): Owner {
  if (stored === undefined) return may(user.role, "viewAllCalls") ? "nobody" : "me";
  if (stored.owner === undefined) return "nobody";
  return stored.owner.userId === user.id ? "me" : "kept";
}

interface OwnerFieldProps {
  user: User;
  stored: StoredCustomer | undefined;
  value: Owner;
  onChange: (owner: Owner) => void;
}

function OwnerField({ user, stored, value, onChange }: OwnerFieldProps) {
  const colleague = stored?.owner?.userId === user.id ? undefined : stored?.owner;
  return (
    <SelectField
      label={t("Owner")}
      hint={t("Without an owner, all agents see the customer.")}
      value={value}
      onChange={({ target }) => onChange(target.value as Owner)}
    >
      {colleague && <option value="kept">{colleague.name}</option>}
      <option value="me">{t("Me")}</option>
      <option value="nobody">{t("No owner")}</option>
    </SelectField>
  );
}
