import {
  customerRetentionDays,
  type Retention,
  readRetention,
  retentionDays,
  saveRetention,
} from "@souffleur/contracts/privacy";
import {
  Button,
  Card,
  ConfirmDialog,
  call,
  RequestError,
  SelectField,
  toast,
  useAwaited,
} from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NotLoaded } from "../not-loaded.tsx";
import { type Text, t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { toastFailure } from "../users/failure-text.ts";
import { useProof } from "../users/use-proof.ts";
import styles from "./settings.module.css";

interface Field {
  name: keyof Retention;
  label: Text;
  hint: Text;
  days: readonly number[];
}

const fields: readonly Field[] = [
  {
    name: "conversationDays",
    label: "Keep conversations",
    hint: "Transcripts, notes, names, numbers and suggestions.",
    days: retentionDays,
  },
  {
    name: "analysisDays",
    label: "Keep analyses",
    hint: "The data behind figures, without names or texts.",
    days: retentionDays,
  },
  {
    name: "customerDays",
    label: "Keep customers",
    hint: "After their last call, change or next step.",
    days: customerRetentionDays,
  },
];

const textOf = (days: number | null) => (days === null ? t("Forever") : t("{days} days", { days }));
const isTooShort = ({ analysisDays, conversationDays }: Retention) =>
  (analysisDays ?? Number.POSITIVE_INFINITY) < (conversationDays ?? Number.POSITIVE_INFINITY);

/** A change that would delete existing calls or customers, and how many. */
interface Question {
  wanted: Retention & { revision: number };
  due: { conversations: number; analyses: number; customers: number };
}

/** @param hasCustomers platform administrators have none */
export function RetentionCard({ callerId, hasCustomers }: { callerId: string; hasCustomers: boolean }) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "retention"];
  const query = useEndpoint(key, readRetention);
  const { data, isPending, isLoadingError, refetch } = query;
  useAwaited(isPending);
  const [draft, setDraft] = useKeptState<Retention | undefined>(`souffleur.retention.${callerId}`, undefined);
  const [question, setQuestion] = useState<Question>();
  const shown = draft ?? data ?? { conversationDays: 180, analysisDays: 365, customerDays: null };
  const isChanged = data !== undefined && fields.some(({ name }) => shown[name] !== data[name]);

  const { withProof, dialog: proof } = useProof(t("This decides how long calls and customers are kept."));

  /** Saves; without a confirmation only if that deletes nothing that exists. */
  const mutation = useMutation({
    mutationFn: async ({ wanted, isConfirmed }: { wanted: Question["wanted"]; isConfirmed: boolean }) => {
      if (!isConfirmed) {
        const { due } = (await call(saveRetention, { body: { ...wanted, dryRun: true } })).data;
        if (due.conversations + due.analyses + due.customers > 0) return { wanted, due };
      }
      return withProof(async () => ({ saved: (await call(saveRetention, { body: wanted })).data }));
    },
    onSuccess: (next) => {
      setQuestion(next && "due" in next ? next : undefined);
      if (next === undefined || "due" in next) return;
      queryClient.setQueryData(key, next.saved);
      setDraft(undefined);
      toast.success(t("Settings saved."));
    },
    onError: (failure) => {
      toastFailure(failure, "The settings could not be saved.");
      setQuestion(undefined);
      // Another administrator has changed the settings: those are shown.
      if (!(failure instanceof RequestError) || failure.status !== 409) return;
      setDraft(undefined);
      void refetch();
    },
  });
  const save = () => {
    if (data === undefined) return;
    const { conversationDays, analysisDays, customerDays } = shown;
    const wanted = { conversationDays, analysisDays, customerDays, revision: data.revision };
    mutation.mutate({ wanted, isConfirmed: false });
  };

  if (isLoadingError) {
    return (
      <Card title={t("Retention")}>
        <NotLoaded query={query} text="The settings could not be loaded." height={48} />
      </Card>
    );
  }
  return (
    <Card title={t("Retention")}>
      <div className={styles.fields}>
        {fields
          .filter(({ name }) => hasCustomers || name !== "customerDays")
          .map((field) => (
            <RetentionField
              key={field.name}
              field={field}
              retention={shown}
              disabled={data === undefined}
              onChange={setDraft}
            />
          ))}
        <Button
          variant="primary"
          className={styles.button}
          disabled={!isChanged || isTooShort(shown)}
          busy={mutation.isPending && question === undefined}
          onClick={save}
        >
          {t("Save")}
        </Button>
      </div>
      {question && (
        <ConfirmDialog
          open={proof === undefined}
          {...questionOf(question.due)}
          confirmText={t("Delete")}
          confirmVariant="danger"
          busy={mutation.isPending}
          onConfirm={() => mutation.mutate({ wanted: question.wanted, isConfirmed: true })}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {proof}
    </Card>
  );
}

function questionOf(due: Question["due"]): { title: string; description: string } {
  if (due.customers === 0)
    return {
      title: t("Delete older calls?"),
      description: t(
        "{conversations, plural, one {# conversation} other {# conversations}} and {analyses, plural, one {# analysis} other {# analyses}} are older and will be deleted within minutes. This can't be undone.",
        due,
      ),
    };
  if (due.conversations + due.analyses === 0)
    return {
      title: t("Delete idle customers?"),
      description: t(
        "{customers, plural, one {# customer has} other {# customers have}} been idle for longer and will be deleted within minutes. Their calls stay. This can't be undone.",
        due,
      ),
    };
  return {
    title: t("Delete older calls and idle customers?"),
    description: t(
      "{conversations, plural, one {# conversation} other {# conversations}}, {analyses, plural, one {# analysis} other {# analyses}} and {customers, plural, one {# customer} other {# customers}} are older and will be deleted within minutes. This can't be undone.",
      due,
    ),
  };
}

interface RetentionFieldProps {
  field: Field;
  retention: Retention;
  disabled: boolean;
  onChange: (retention: Retention) => void;
}

function RetentionField({ field, retention, disabled, onChange }: RetentionFieldProps) {
  const { name, label, hint, days } = field;
  const times = [...days, null];
  return (
    <SelectField
      label={t(label)}
      hint={t(hint)}
      error={
        name === "analysisDays" && isTooShort(retention)
          ? t("Analyses must be kept at least as long as conversations.")
          : undefined
      }
      disabled={disabled}
      value={String(retention[name])}
      onChange={({ target }) =>
        onChange({ ...retention, [name]: times.find((one) => String(one) === target.value) ?? null })
      }
    >
      {times.map((one) => (
        <option key={String(one)} value={String(one)}>
          {textOf(one)}
        </option>
      ))}
    </SelectField>
  );
}
