import type { Customer } from "@souffleur/contracts";
import { type Caller, chooseCustomer, listCallers } from "@souffleur/contracts/customers";
import {
  Button,
  call,
  failureTexts,
  RequestError,
  sharedText as t,
  toast,
  useSession,
} from "@souffleur/shared-ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import styles from "./callers.module.css";

/** Of a list that is read at a glance; the buttons have all. */
const namesMost = 4;

/** Those with a call's number, of whom one is on the line; undefined while it is unknown, and where there are not several. */
export function useCallers(callId: string | undefined, { number }: Customer) {
  const userId = useSession().user?.id ?? "";
  const { data } = useQuery({
    queryKey: ["customers", "callers", userId, callId],
    queryFn: async ({ signal }) =>
      (await call(listCallers, { params: { callId: callId ?? "" } }, signal)).data,
    enabled: callId !== undefined && number !== undefined,
    staleTime: 0,
    retry: false,
  });
  if (data === undefined || data.customers.length === 0) return undefined;
  return data.customers.length > 1 || data.others ? data : undefined;
}

interface CallersProps {
  callId: string;
  callers: NonNullable<ReturnType<typeof useCallers>>;
  /** The one that was chosen, in whose place another one can be. */
  chosen?: Pick<Caller, "id" | "name">;
  onChosen: (customer: Customer) => void;
}

/** The customers that may be on the line; a press says which one is. */
export function Callers({ callId, callers: { customers, others }, chosen, onChosen }: CallersProps) {
  const mutation = useMutation({
    mutationFn: async ({ id: customerId }: Caller) =>
      (await call(chooseCustomer, { params: { callId }, body: { customerId } })).data.customer,
    onSuccess: onChosen,
    onError: (error) =>
      toast.error(
        error instanceof RequestError ? (error.serverMessage ?? error.message) : failureTexts.unexpected,
      ),
  });
  const named = customers.slice(0, customers.length > namesMost ? namesMost - 1 : namesMost);
  const rest = customers.length - named.length;
  const names = [
    ...named.map(({ name }) => name),
    ...(rest > 0 ? [t("{count, plural, one {# other} other {# others}}", { count: rest })] : []),
    ...(others ? [t("a colleague's customer")] : []),
  ].join(", ");
  const offered = customers.filter(({ id }) => id !== chosen?.id);
  const buttons = (
    <ul className={styles.callers} aria-label={t("Who is it?")}>
      {offered.map((one) => (
        <li key={one.id}>
          <Button
            wide
            busy={mutation.isPending && mutation.variables.id === one.id}
            onClick={() => mutation.isPending || mutation.mutate(one)}
          >
            <span className={styles.name}>
              <bdi>{one.name}</bdi>
            </span>
            {one.company !== undefined && (
              <span className={styles.company}>
                <bdi>{one.company}</bdi>
              </span>
            )}
          </Button>
        </li>
      ))}
    </ul>
  );
  if (chosen !== undefined)
    return offered.length === 0 ? null : (
      <details className={styles.others}>
        <summary>{t("Not {name}?", { name: chosen.name })}</summary>
        {buttons}
      </details>
    );
  return (
    <>
      <p className={styles.names}>{t("One of: {names}", { names })}</p>
      {buttons}
    </>
  );
}
