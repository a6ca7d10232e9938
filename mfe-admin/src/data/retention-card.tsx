import { type Retention, readRetention, retentionDays, saveRetention } from "@souffleur/contracts/privacy";
import {
  Button,
  Card,
  ConfirmDialog,
  call,
  ErrorState,
  formatShortDate,
  Notice,
  RequestError,
  SelectField,
  toast,
} from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { endsSession, ownFailureText, settingsTexts } from "../users/failure-text.ts";
import styles from "./data.module.css";

const times = [...retentionDays, null] as const;
const textOf = (days: number | null) => (days === null ? t("Forever") : t("{days} days", { days }));
const read = (value: string) => times.find((days) => String(days) === value) ?? null;
const isTooShort = ({ analysisDays, conversationDays }: Retention) =>
  (analysisDays ?? Number.POSITIVE_INFINITY) < (conversationDays ?? Number.POSITIVE_INFINITY);

/** A change that would delete existing calls, and how many. */
interface Question {
  wanted: Retention & { revision: number };
  due: { conversations: number; analyses: number };
}

export function RetentionCard({ callerId }: { callerId: string }) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "retention"];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readRetention, {}, signal)).data,
    refetchOnMount: "always",
  });
  const [draft, setDraft] = useState<Retention>();
  const [question, setQuestion] = useState<Question>();
  const shown = draft ?? data ?? { conversationDays: 180, analysisDays: 365 };
  const isChanged =
    data !== undefined &&
    (shown.conversationDays !== data.conversationDays || shown.analysisDays !== data.analysisDays);

  /** Saves; without a confirmation only if that deletes no existing calls. */
  const mutation = useMutation({
    mutationFn: async ({ wanted, isConfirmed }: { wanted: Question["wanted"]; isConfirmed: boolean }) => {
      if (!isConfirmed) {
        const { due } = (await call(saveRetention, { body: { ...wanted, dryRun: true } })).data;
        if (due.conversations + due.analyses > 0) return { wanted, due };
      }
      queryClient.setQueryData(key, (await call(saveRetention, { body: wanted })).data);
      return undefined;
    },
    onSuccess: (next) => {
      setQuestion(next);
      if (next !== undefined) return;
      setDraft(undefined);
      toast.success(t("Settings saved."));
    },
    onError: (failure) => {
      if (endsSession(failure)) return;
      toast.error(ownFailureText(failure, settingsTexts.saving));
      setQuestion(undefined);
      // Another administrator has changed the settings: those are shown.
      if (!(failure instanceof RequestError) || failure.status !== 409) return;
      setDraft(undefined);
      void refetch();
    },
  });
  const save = () => {
    if (data === undefined) return;
    const { conversationDays, analysisDays } = shown;
    const wanted = { conversationDays, analysisDays, revision: data.revision };
    mutation.mutate({ wanted, isConfirmed: false });
  };

  if (error !== null && data === undefined && !isFetching) {
    return (
      <Card title={t("Retention")}>
        <ErrorState onRetry={() => void refetch()}>{ownFailureText(error, settingsTexts.loading)}</ErrorState>
      </Card>
    );
  }
  return (
    <Card title={t("Retention")}>
      {data?.startsAt && (
        <Notice kind="info">
          {t("Nothing is deleted before {date}, unless you save these settings earlier.", {
            date: formatShortDate(data.startsAt),
          })}
        </Notice>
      )}
      <div className={styles.fields}>
        <RetentionFields retention={shown} disabled={data === undefined} onChange={setDraft} />
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
          open
          title={t("Delete older calls?")}
          description={t(
            "{conversations, plural, one {# conversation} other {# conversations}} and {analyses, plural, one {# analysis} other {# analyses}} are older and will be deleted within minutes. This can't be undone.",
            question.due,
          )}
          confirmText={t("Delete")}
          confirmVariant="danger"
          busy={mutation.isPending}
          onConfirm={() => mutation.mutate({ wanted: question.wanted, isConfirmed: true })}
          onClose={() => !mutation.isPending && setQuestion(undefined)}
        />
      )}
    </Card>
  );
}

interface RetentionFieldsProps {
  retention: Retention;
  disabled: boolean;
  onChange: (retention: Retention) => void;
}

function RetentionFields({ retention, disabled, onChange }: RetentionFieldsProps) {
  return (["conversationDays", "analysisDays"] as const).map((name) => (
    <SelectField
      key={name}
      label={t(name === "conversationDays" ? "Keep conversations" : "Keep analyses")}
      hint={t(
        name === "conversationDays"
          ? "Transcripts, notes, names, numbers and suggestions."
          : "The data behind figures, without names or texts.",
      )}
      error={
        name === "analysisDays" && isTooShort(retention)
          ? t("Analyses must be kept at least as long as conversations.")
          : undefined
      }
      disabled={disabled}
      value={String(retention[name])}
      onChange={(event) => onChange({ ...retention, [name]: read(event.target.value) })}
    >
      {times.map((days) => (
        <option key={textOf(days)} value={String(days)}>
          {textOf(days)}
        </option>
      ))}
    </SelectField>
  ));
}
