import { limits, listCalls } from "@souffleur/contracts";
import { type PlaybookEntry, playbookLimits, tryPlaybook } from "@souffleur/contracts/playbook";
import {
  Button,
  call,
  formatDateTime,
  Notice,
  Segmented,
  SelectField,
  TextField,
} from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { t } from "../texts/texts.ts";
import { ownFailureText } from "../users/failure-text.ts";
import styles from "./playbook.module.css";
import { TryResults } from "./try-results.tsx";

interface TryTabProps {
  userId: string;
  /** The entries of the draft. */
  entries: readonly PlaybookEntry[];
  /** Saves the draft, whose stored state is tried. */
  save: () => Promise<void>;
  onOpen: (entryId: string) => void;
}

const checkConnection = "Please check your connection.";

/** The suggestions of the draft and of the published playbook for a line, or for each line of a stored call. */
export function TryTab({ userId, entries, save, onOpen }: TryTabProps) {
  const [kind, setKind] = useKeptState<"line" | "call">(`souffleur.try.${userId}`, "line");
  const [text, setText] = useKeptState(`souffleur.try-text.${userId}`, "");
  const [callId, setCallId] = useKeptState(`souffleur.try-call.${userId}`, "");
  const calls = useQuery({
    queryKey: ["playbook", userId, "calls"],
    queryFn: async ({ signal }) => {
      const query = { status: "ended", limit: limits.callsPageMax } as const;
      return (await call(listCalls, { query }, signal)).data.calls;
    },
    enabled: kind === "call",
  });
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async (body: { text: string } | { callId: string }) => {
      await save();
      return { ...(await call(tryPlaybook, { body })).data, isCall: "callId" in body };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isReady = kind === "line" ? text.trim() !== "" : callId !== "";
    if (isReady && !isPending) mutate(kind === "line" ? { text } : { callId });
  };
  return (
    <>
      <Segmented
        label={t("Try")}
        value={kind}
        options={[
          { value: "line", label: t("A line") },
          { value: "call", label: t("A recent call") },
        ]}
        onChange={(next) => {
          setKind(next);
          reset();
        }}
      />
      <form className={styles.form} onSubmit={submit}>
        {kind === "line" ? (
          <TextField
            label={t("What the client says")}
            lang="fr"
            autoComplete="off"
            placeholder="C’est trop cher pour nous."
            maxLength={playbookLimits.tryMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <SelectField
            label={t("Call")}
            value={callId}
            error={
              calls.isLoadingError
                ? ownFailureText(calls.error, "Recent calls could not be loaded.", checkConnection)
                : undefined
            }
            hint={calls.data?.length === 0 ? t("No calls are kept yet.") : undefined}
            onChange={(event) => setCallId(event.target.value)}
          >
            <option value="">{t(calls.isFetching ? "Loading…" : "Choose a call")}</option>
            {calls.data?.map((one) => (
              <option key={one.callId} value={one.callId}>
                {`${formatDateTime(one.startedAt)} · ${one.customer.name} · ${one.agentName}`}
              </option>
            ))}
          </SelectField>
        )}
        <Button type="submit" variant="primary" busy={isPending}>
          {t("Try")}
        </Button>
      </form>
      <div role="status" className={styles.results}>
        {error !== null && (
          <Notice kind="error">{ownFailureText(error, "That could not be tried.", checkConnection)}</Notice>
        )}
        {data !== undefined && <TryResults {...data} entries={entries} onOpen={onOpen} />}
      </div>
    </>
  );
}
