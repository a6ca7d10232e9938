import { type CoachingNote, listCoaching, tellCoaching } from "@souffleur/contracts/coaching";
import { call, ErrorState, formatDateTime, toast, useAwaited, useSession } from "@souffleur/shared-ui";
import { Note } from "@souffleur/shared-ui/transcript";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./to-go-through.module.css";

const keyOf = (userId: string) => ["live-call", "coaching", userId] as const;

/** The open notes on the agent's own calls, to answer and to close; nothing without one. */
export function ToGoThrough() {
  const userId = useSession().user?.id ?? "";
  const queryClient = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => (await call(listCoaching, {}, signal)).data,
    staleTime: 0,
  });
  useAwaited(isPending);
  const count = data?.count ?? 0;
  useTelling(count);
  if (isError && data === undefined)
    return (
      <ErrorState onRetry={() => void refetch()}>
        {t("The notes on your calls could not be loaded.")}
      </ErrorState>
    );
  if (data === undefined || data.notes.length === 0) return null;
  const lineNotes = {
    userId,
    isAgent: true,
    mayWrite: false,
    renew: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  };
  return (
    <section aria-label={t("To go through")} className={styles.list}>
      <h3>{t("To go through")}</h3>
      <ul>
        {data.notes.map((note) => (
          <li key={note.id}>
            <LineOf note={note} />
            <Note note={note} lineNotes={lineNotes} />
          </li>
        ))}
      </ul>
      {count > data.notes.length && (
        <p>
          {t("{count, plural, one {{count} older note} other {{count} older notes}}", {
            count: count - data.notes.length,
          })}
        </p>
      )}
    </section>
  );
}

function LineOf({ note: { callId, seq, line, call: of } }: { note: CoachingNote }) {
  const name = of.customer.name || t("Client");
  return (
    <p className={styles.line}>
      <Link to={{ pathname: `/analytics/calls/${callId}`, hash: `#line-${seq}` }}>
        {`${name}, ${formatDateTime(of.startedAt)}`}
      </Link>
      <q lang="fr">{line.text}</q>
    </p>
  );
}

/** Tells the agent of open notes, where the server has not told them within a day. */
function useTelling(count: number): void {
  const hasNotes = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number that is told is that of the first notes
  useEffect(() => {
    if (!hasNotes) return;
    call(tellCoaching, {})
      .then(({ data }) => {
        if (data.tell)
          toast.info(
            t(
              "{count, plural, one {{count} note on your calls to go through} other {{count} notes on your calls to go through}}",
              { count },
            ),
          );
      })
      .catch((error: unknown) => console.warn("It is unknown whether to tell of the open notes", error));
  }, [hasNotes]);
}
