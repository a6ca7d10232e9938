import { limits } from "@souffleur/contracts";
import { eraseCustomer } from "@souffleur/contracts/privacy";
import {
  Button,
  Card,
  ConfirmDialog,
  call,
  EmptyState,
  formatDateTime,
  Notice,
  SearchIcon,
  TextField,
} from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { failureText } from "../users/failure-text.ts";
import styles from "./data.module.css";
import { counted, saveCertificate } from "./data-labels.ts";

const searchTexts = {
  refused: "The search failed.",
  unanswered: "The search failed. Please check your connection.",
};
const erasureTexts = {
  refused: "The data could not be erased.",
  unanswered: "The connection was lost. Search again to see what is left.",
};
const confirmation = "ERASE";

/** Finds a customer's calls, lists what an erasure would take, and erases them after a typed confirmation. */
export function ErasureCard({ callerId }: { callerId: string }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const [typed, setTyped] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const search = useMutation({
    mutationFn: async (customer: string) => ({
      ...(await call(eraseCustomer, { body: { customer, dryRun: true } })).data,
      customer,
    }),
    onMutate: () => erasure.reset(),
  });
  const erasure = useMutation({
    mutationFn: async (customer: string) => (await call(eraseCustomer, { body: { customer } })).data.erasure,
    onSuccess: () => {
      search.reset();
      setText("");
    },
    onSettled: () => {
      setIsAsked(false);
      void queryClient.invalidateQueries({ queryKey: ["admin", callerId, "erasures"] });
    },
  });
  const found = search.data;
  const { certificate } = erasure.data ?? {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!search.isPending) search.mutate(text);
  };
  const confirm = () => {
    if (typed.trim() !== confirmation) setIsRefused(true);
    else if (found && !erasure.isPending) erasure.mutate(found.customer);
  };

  return (
    <Card title="Erase a customer">
      <form className={styles.fields} onSubmit={submit}>
        <TextField
          label="Customer"
          hint="Phone number in any format, or full name."
          error={search.error === null ? undefined : failureText(search.error, searchTexts)}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.customerMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className={styles.button} busy={search.isPending}>
          <SearchIcon aria-hidden />
          Search
        </Button>
      </form>
      <div ref={result} tabIndex={-1} className={styles.result} role="status">
        {erasure.error !== null && <Notice kind="error">{failureText(erasure.error, erasureTexts)}</Notice>}
        {erasure.data && (
          <Notice kind="success">
            {counted(erasure.data.calls, "call")} with {counted(erasure.data.lines, "line")} erased.
          </Notice>
        )}
        {certificate && <Button onClick={() => saveCertificate(certificate)}>Download certificate</Button>}
        {found?.calls === 0 && <EmptyState>No calls with this customer.</EmptyState>}
        {found !== undefined && found.calls > 0 && (
          <>
            <p>
              {counted(found.calls, "call")} with {counted(found.lines, "line")} would be erased
              {found.calls > found.newest.length && `; the ${found.newest.length} newest`}:
            </p>
            <ul className={styles.calls} aria-label="Calls to erase">
              {found.newest.map(({ callId, startedAt, agentName, clientName, lines }) => (
                <li key={callId}>
                  <span>{formatDateTime(startedAt)}</span>
                  <span>{clientName}</span>
                  <span className={styles.second}>{agentName}</span>
                  <span className={styles.second}>{counted(lines, "line")}</span>
                </li>
              ))}
            </ul>
            <Button
              variant="danger"
              onClick={() => {
                setTyped("");
                setIsRefused(false);
                setIsAsked(true);
              }}
            >
              Erase {counted(found.calls, "call")}
            </Button>
          </>
        )}
      </div>
      {isAsked && found && (
        <ConfirmDialog
          open
          title={`Erase ${counted(found.calls, "call")}?`}
          description="Transcripts, notes, names, numbers and suggestions will be erased for everyone. This can't be undone."
          confirmVariant="danger"
          busy={erasure.isPending}
          onConfirm={confirm}
          onClose={() => !erasure.isPending && setIsAsked(false)}
          focusAfter={result}
        >
          <TextField
            label={`Type ${confirmation} to confirm`}
            error={isRefused ? `Type ${confirmation} in capital letters.` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsRefused(false);
            }}
          />
        </ConfirmDialog>
      )}
    </Card>
  );
}
