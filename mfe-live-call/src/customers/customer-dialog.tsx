import type { User } from "@souffleur/contracts";
import {
  type CustomerField,
  type CustomerFields,
  customerFieldNames,
  customerFields,
} from "@souffleur/contracts/customer-fields";
import { createCustomer, type StoredCustomer, saveCustomer } from "@souffleur/contracts/customers";
import {
  Button,
  call,
  contractText,
  Dialog,
  Notice,
  RequestError,
  TextAreaField,
  TextField,
} from "@souffleur/shared-ui";
import { newId } from "@souffleur/shared-ui/saving";
import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { type Text, t } from "../texts/texts.ts";
import { bodyOf, type CustomerForm, fieldError, formOf, mergeForms } from "./customer-form.ts";
import styles from "./customers.module.css";
import { OwnerField, ownerIdOf, ownerOf } from "./owner-field.tsx";
import { failureText, useStoredCustomer } from "./use-customers.ts";

interface CustomerDialogProps {
  user: User;
  /** Undefined for a new one. */
  stored: StoredCustomer | undefined;
  /** The call with a new one, and what it knows of them. */
  onCall?: { callId: string; customer: Partial<CustomerFields> };
  onStored: (customer: StoredCustomer) => void;
  onClose: () => void;
}

const formatHintOf = (field: CustomerField): Text | undefined => {
  if (customerFields[field].kind !== "list") return undefined;
  return field === "numbers" ? "Any format. Separate several with commas." : "Separate several with commas.";
};

/** The form of a new or stored customer. */
export function CustomerDialog({ user, stored, onCall, onStored, onClose }: CustomerDialogProps) {
  const [form, setForm] = useState(() => formOf(stored ?? onCall?.customer));
  const [base, setBase] = useState(stored);
  /** What had been stored before somebody else's change. */
  const [overtaken, setOvertaken] = useState<CustomerForm>();
  const [owner, setOwner] = useState(() => ownerOf(stored, user));
  const show = useStoredCustomer(user.id);
  const fields = useRef<HTMLFormElement>(null);
  const [requestId] = useState(newId);
  const mutation = useMutation({
    mutationFn: (entered: CustomerFields) =>
      store(base, requestId, {
        ...entered,
        ...(onCall && { callId: onCall.callId }),
        ...(owner !== "kept" && { ownerId: ownerIdOf(owner, user) }),
      }),
    onSuccess: show,
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
    if (mutation.isPending) return;
    mutation.mutate(bodyOf(form), {
      // Not where the user has left meanwhile.
      onSuccess: (saved) => {
        onClose();
        onStored(saved);
      },
    });
  };
  const errorOf = (name: CustomerField) =>
    failure && mutation.variables && fieldError(failure, name, mutation.variables);
  const standingForm = overtaken && formOf(base);
  /** What stands of a field that was changed here and elsewhere. */
  const standingHint = (name: CustomerField): string | undefined => {
    const now = standingForm?.[name];
    if (now === undefined || now === overtaken?.[name] || now === form[name]) return undefined;
    return now === "" ? t("It was emptied elsewhere.") : t("It stands as: {text}", { text: now });
  };
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
              label: t("Show the saved version"),
              busy: false,
              onPress: () => {
                setForm(mergeForms(form, formOf(base), formOf(standing)));
                setOwner(owner === ownerOf(base, user) ? ownerOf(standing, user) : owner);
                setOvertaken(formOf(base));
                setBase(standing);
                mutation.reset();
              },
            }}
          >
            {t("This customer was changed elsewhere, and yours is not saved.")}
          </Notice>
        )}
        {error !== null && !standing && !isOfField && <Notice kind="error">{failureText(error)}</Notice>}
        {customerFieldNames.map((name) => {
          const { kind, label, most } = customerFields[name];
          const formatHint = formatHintOf(name);
          const props = {
            label: contractText(label),
            value: form[name],
            hint: standingHint(name) ?? (formatHint && t(formatHint)),
            error: errorOf(name),
            onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              setForm({ ...form, [name]: target.value }),
            ...(kind !== "list" && { maxLength: most }),
          };
          if (kind === "text") return <TextAreaField key={name} rows={3} {...props} />;
          return (
            <TextField
              key={name}
              autoComplete="off"
              spellCheck={false}
              errorAction={
                other !== undefined &&
                failure?.field === name && (
                  <Link to={`/live-call/customers/${encodeURIComponent(String(other.id))}`} onClick={onClose}>
                    {t("Open {name}", { name: String(other.name) })}
                  </Link>
                )
              }
              {...(formatHint && { onPaste: pasteList })}
              {...props}
            />
          );
        })}
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
  body: CustomerFields & { ownerId?: string | null; callId?: string },
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
