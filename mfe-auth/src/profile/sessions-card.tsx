import { endOtherSessions, endSession, listSessions, type Session } from "@souffleur/contracts";
import {
  Badge,
  Button,
  Card,
  call,
  ErrorState,
  formatDateTime,
  formatRelative,
  RowList,
  Skeleton,
  toast,
  useNow,
} from "@souffleur/shared-ui";
import type { WithProof } from "@souffleur/shared-ui/proof";
import { useId, useRef } from "react";
import { failureText } from "../layout/failures.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";
import { useLoaded } from "./use-loaded.ts";

const readSessions = async (signal?: AbortSignal) => (await call(listSessions, {}, signal)).data.sessions;

/** Where the user is signed in, and how to end that. */
export function SessionsCard({ withProof }: { withProof: WithProof }) {
  const { data: sessions, failure, reload } = useLoaded(readSessions);
  const { busy, runOnce } = useOneAtATime();
  const list = useRef<HTMLDivElement>(null);

  const end = (task: () => Promise<unknown>, done: string) =>
    void runOnce(async () => {
      try {
        if ((await withProof(task)) === undefined) return;
        toast.success(done);
        await reload();
        // The pressed button is gone.
        list.current?.focus({ preventScroll: true });
      } catch (error) {
        toast.error(failureText(error));
        await reload();
      }
    });
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Card
      title={t("Sessions")}
      aside={
        others.length > 0 && (
          <Button busy={busy} onClick={() => end(() => call(endOtherSessions), t("Other sessions ended."))}>
            {t("End all others")}
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1} className={styles.list}>
        {failure !== undefined ? (
          <ErrorState onRetry={() => void reload()}>{failure}</ErrorState>
        ) : sessions === undefined ? (
          <Skeleton height={56} />
        ) : (
          <RowList label={t("Sessions")}>
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                onEnd={() => end(() => call(endSession, { params: { id: session.id } }), t("Session ended."))}
              />
            ))}
          </RowList>
        )}
      </div>
    </Card>
  );
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { browser, system, address, startedAt, lastUsedAt, isCurrent } = session;
  const nameId = useId();
  const now = useNow(30_000);
  const known = [browser, system].filter((name) => name !== undefined);
  return (
    <li>
      <div>
        <p className={styles.name}>
          <span id={nameId}>{known.length === 0 ? t("Unknown browser") : known.join(" · ")}</span>
          {isCurrent && <Badge tone="accent">{t("This browser")}</Badge>}
        </p>
        <p className={styles.second}>
          <span>{t("Last used {time}", { time: formatRelative(Date.parse(lastUsedAt), now) })}</span>
          {address !== undefined && <span className={styles.address}>{address}</span>}
        </p>
        <p className={styles.second}>{t("Signed in {time}", { time: formatDateTime(startedAt) })}</p>
      </div>
      {!isCurrent && (
        <Button small aria-describedby={nameId} onClick={onEnd}>
          {t("End session")}
        </Button>
      )}
    </li>
  );
}
