import { type EndpointAnswer, limits } from "@souffleur/contracts";
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
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { t } from "../texts/texts.ts";
import { failureText, ownFailureText } from "../users/failure-text.ts";
import { useProof } from "../users/use-proof.ts";
import { saveCertificate } from "./erasures-card.tsx";
import styles from "./settings.module.css";

type FoundCustomer = EndpointAnswer<typeof eraseCustomer>["data"];

/** Finds the calls of a customer, lists what would be erased, and erases it after a typed confirmation. */
export function ErasureCard({ callerId }: { callerId: string }) {
  const queryClient = useQueryClient();
  const [text, setText] = useKeptState(`souffleur.erasure.${callerId}`, "");
  const [isConfirming, setIsConfirming] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const { withProof, dialog: proof } = useProof(t("What is deleted can't be restored."));
  const search = useMutation({
    mutationFn: async (customer: string) => ({
      ...(await call(eraseCustomer, { body: { customer, dryRun: true } })).data,
      customer,
    }),
    onMutate: () => erasure.reset(),
  });
  const erasure = useMutation({
    mutationFn: (customer: string) =>
      withProof(async () => (await call(eraseCustomer, { body: { customer } })).data.erasure),
    onSuccess: (erased) => {
      if (erased === undefined) return;
      search.reset();
      setText("");
    },
    onSettled: (erased, error) => {
      // Without the password nothing has happened.
      if (erased === undefined && error === null) return;
      setIsConfirming(false);
      void queryClient.invalidateQueries({ queryKey: ["admin", callerId, "erasures"] });
    },
  });
  const found = search.data;
  const { certificate } = erasure.data ?? {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!search.isPending) search.mutate(text);
  };

  return (
    <Card title={t("Erase a customer")}>
      <form className={styles.fields} onSubmit={submit}>
        <TextField
          label={t("Customer")}
          hint={t("Phone number in any format, email address, or full name.")}
          error={
            search.error === null
              ? undefined
              : ownFailureText(search.error, "The search failed.", "Please check your connection.")
          }
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.customerMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className={styles.button} busy={search.isPending}>
          <SearchIcon aria-hidden />
          <span>{t("Search")}</span>
        </Button>
      </form>
      <div ref={result} tabIndex={-1} className={styles.result} role="status">
        {erasure.error !== null && (
          <Notice kind="error">
            {failureText(erasure.error, {
              refused: t("The data could not be erased."),
              unanswered: t("The connection was lost. Search again to see what is left."),
            })}
          </Notice>
        )}
        {erasure.data && (
          <Notice kind="success">
            {t(
              "{calls, plural, one {# call} other {# calls}} with {lines, plural, one {# line} other {# lines}} erased.",
              { calls: erasure.data.calls, lines: erasure.data.lines },
            )}
          </Notice>
        )}
        {certificate && (
          <Button onClick={() => saveCertificate(certificate)}>{t("Download certificate")}</Button>
        )}
        {found?.candidates && (
          <Candidates
            candidates={found.candidates}
            onChosen={(name) => {
              setText(name);
              search.mutate(name);
            }}
          />
        )}
        {found?.calls === 0 && !found.candidates && (
          <EmptyState>{t("No calls with this customer.")}</EmptyState>
        )}
        {found && <DataToErase found={found} onErase={() => setIsConfirming(true)} />}
      </div>
      {isConfirming && found && (
        <ConfirmErasure
          open={proof === undefined}
          calls={found.calls}
          busy={erasure.isPending}
          onConfirm={() => erasure.mutate(found.customer)}
          onClose={() => setIsConfirming(false)}
          focusAfter={result}
        />
      )}
      {proof}
    </Card>
  );
}

interface CandidatesProps {
  candidates: NonNullable<FoundCustomer["candidates"]>;
  onChosen: (name: string) => void;
}

/** Those who share a number or an address, of whom one is erased by name. */
function Candidates({ candidates, onChosen }: CandidatesProps) {
  return (
    <>
      <p>{t("Several customers have this number or address. Whom do you want to erase?")}</p>
      <ul className={styles.candidates} aria-label={t("Customers with this number or address")}>
        {candidates.map(({ name, company }) => (
          <li key={name}>
            <Button onClick={() => onChosen(name)}>{name}</Button>
            <span className={styles.second}>{company}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function DataToErase({ found, onErase }: { found: FoundCustomer; onErase: () => void }) {
  const { calls, customers = 0 } = found;
  return (
    <>
      {customers > 0 && (
        <p>
          {t(
            "{customers, plural, one {# stored customer} other {# stored customers}} would be erased, with numbers, addresses and notes.",
            { customers },
          )}
        </p>
      )}
      {calls > 0 && <CallsToErase found={found} />}
      {calls + customers > 0 && (
        <Button variant="danger" onClick={onErase}>
          {calls === 0
            ? t("Erase the customer")
            : t("Erase {calls, plural, one {# call} other {# calls}}", { calls })}
        </Button>
      )}
    </>
  );
}

function CallsToErase({ found }: { found: FoundCustomer }) {
  return (
    <>
      <p>
        {t(
          found.calls > found.newest.length
            ? "{calls, plural, one {# call} other {# calls}} with {lines, plural, one {# line} other {# lines}} would be erased; the {newest} newest:"
            : "{calls, plural, one {# call} other {# calls}} with {lines, plural, one {# line} other {# lines}} would be erased:",
          { calls: found.calls, lines: found.lines, newest: found.newest.length },
        )}
      </p>
      <ul className={styles.calls} aria-label={t("Calls to erase")}>
        {found.newest.map(({ callId, startedAt, agentName, customer, lines }) => (
          <li key={callId}>
            <span>{formatDateTime(startedAt)}</span>
            <span>{customer.name}</span>
            <span className={styles.second}>{agentName}</span>
            <span className={styles.second}>
              {t("{lines, plural, one {# line} other {# lines}}", { lines })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface ConfirmErasureProps {
  open: boolean;
  calls: number;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}

function ConfirmErasure({ open, calls, busy, onConfirm, onClose, focusAfter }: ConfirmErasureProps) {
  const [typed, setTyped] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  /** Typed by the user to confirm. */
  const word = t("ERASE");
  return (
    <ConfirmDialog
      open={open}
      title={
        calls === 0
          ? t("Erase the customer?")
          : t("Erase {calls, plural, one {# call} other {# calls}}?", { calls })
      }
      description={t(
        "Transcripts, notes, names, numbers and suggestions will be erased for everyone. This can't be undone.",
      )}
      confirmText={t("Erase")}
      confirmVariant="danger"
      busy={busy}
      onConfirm={() => (typed.trim() === word ? onConfirm() : setIsRefused(true))}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <TextField
        label={t("Type {word} to confirm", { word })}
        error={isRefused ? t("Type {word} in capital letters.", { word }) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsRefused(false);
        }}
      />
    </ConfirmDialog>
  );
}
