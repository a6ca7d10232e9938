import { type Passkey, removePasskey, renamePasskey } from "@souffleur/contracts/passkeys";
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  call,
  ErrorState,
  formatRelative,
  formatShortDate,
  RowList,
  reconnect,
  Skeleton,
  toast,
  useNow,
} from "@souffleur/shared-ui";
import type { WithProof } from "@souffleur/shared-ui/proof";
import { useId, useRef, useState } from "react";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { createPasskey, passkeyFailure, proveWithPasskey } from "../passkeys/ceremonies.ts";
import { t } from "../texts/texts.ts";
import { NameDialog } from "./passkey-dialogs.tsx";
import styles from "./profile.module.css";
import type { Passkeys } from "./use-passkeys.ts";

interface PasskeysCardProps {
  list: Passkeys;
  withProof: WithProof;
  /** The session reaches nothing else until it has a passkey. */
  isStopped: boolean;
}

type Question = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey };

/** The passkeys that sign the user in: adds, names and removes them. */
export function PasskeysCard({ list, withProof, isStopped }: PasskeysCardProps) {
  const { passkeys, failure, hasUsable, reload } = list;
  const { busy, runOnce } = useOneAtATime();
  const [question, setQuestion] = useState<Question>();
  const box = useRef<HTMLDivElement>(null);

  /** Runs what a question or a button asks for; the proof's dialog takes the place of the question's. */
  const run = (task: () => Promise<unknown>, done: string) =>
    void runOnce(async () => {
      setQuestion(undefined);
      try {
        const isDone = await withProof(async () => {
          await task();
          return true;
        });
        if (isDone === undefined) return;
        toast.success(done);
      } catch (error) {
        const failure = passkeyFailure(error);
        if (failure !== undefined) toast[failure.kind === "info" ? "info" : "error"](failure.text);
      }
      await reload();
      // The pressed button may be gone, or the whole card.
      if (box.current !== null && document.activeElement === document.body)
        box.current.focus({ preventScroll: true });
    });
  const confirm = () =>
    run(async () => {
      await proveWithPasskey();
      reconnect();
    }, t("Confirmed with a passkey."));
  const canAdd = "PublicKeyCredential" in window && !(isStopped && hasUsable);
  return (
    <Card
      id="passkeys"
      title={t("Passkeys")}
      aside={
        canAdd && (
          <Button
            variant={isStopped ? "primary" : "secondary"}
            busy={busy}
            onClick={() => setQuestion({ kind: "add" })}
          >
            {t("Add a passkey")}
          </Button>
        )
      }
    >
      <p className={styles.explanation}>
        {"PublicKeyCredential" in window
          ? t("Sign in with your fingerprint, face or device PIN instead of your password.")
          : t("This browser has no passkeys. Use a current browser, or another device.")}
      </p>
      {isStopped && hasUsable && (
        <Button variant="primary" className={styles.button} busy={busy} onClick={confirm}>
          {t("Use a passkey")}
        </Button>
      )}
      <div ref={box} tabIndex={-1} className={styles.list}>
        {failure !== undefined ? (
          <ErrorState onRetry={() => void reload()}>{failure}</ErrorState>
        ) : passkeys === undefined ? (
          <Skeleton height={56} />
        ) : (
          passkeys.length > 0 && (
            <RowList label={t("Passkeys")}>
              {passkeys.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  canChange={!isStopped}
                  onAsk={(kind) => setQuestion({ kind, passkey })}
                />
              ))}
            </RowList>
          )
        )}
      </div>
      <Questions
        question={question}
        busy={busy}
        onClose={() => setQuestion(undefined)}
        onAdd={(name) =>
          run(async () => {
            await createPasskey(name);
            if (isStopped) reconnect();
          }, t("Passkey added."))
        }
        onRename={({ id: passkeyId }, name) =>
          run(() => call(renamePasskey, { params: { passkeyId }, body: { name } }), t("Passkey renamed."))
        }
        onRemove={({ id: passkeyId }) =>
          run(() => call(removePasskey, { params: { passkeyId } }), t("Passkey removed."))
        }
      />
    </Card>
  );
}

interface QuestionsProps {
  question: Question | undefined;
  busy: boolean;
  onClose: () => void;
  onAdd: (name: string) => void;
  onRename: (passkey: Passkey, name: string) => void;
  onRemove: (passkey: Passkey) => void;
}

function Questions({ question, busy, onClose, onAdd, onRename, onRemove }: QuestionsProps) {
  if (question === undefined) return null;
  if (question.kind === "add")
    return (
      <NameDialog
        title={t("Add a passkey")}
        description={t("Your browser asks for your fingerprint, face or PIN next.")}
        verb={t("Add passkey")}
        busy={busy}
        onName={onAdd}
        onClose={onClose}
      />
    );
  const { passkey } = question;
  if (question.kind === "rename")
    return (
      <NameDialog
        title={t("Rename passkey")}
        verb={t("Rename passkey")}
        name={passkey.name}
        busy={busy}
        onName={(name) => onRename(passkey, name)}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={t("Remove {name}?", { name: passkey.name })}
      description={t("This passkey can no longer sign you in. Sessions that it opened stay open.")}
      confirmText={t("Remove passkey")}
      confirmVariant="danger"
      busy={busy}
      onConfirm={() => onRemove(passkey)}
      onClose={onClose}
    />
  );
}

interface RowProps {
  passkey: Passkey;
  canChange: boolean;
  onAsk: (kind: "rename" | "remove") => void;
}

function Row({ passkey, canChange, onAsk }: RowProps) {
  const { name, createdAt, lastUsedAt, isSynced, isBlocked } = passkey;
  const nameId = useId();
  const now = useNow(30_000);
  return (
    <li>
      <div>
        <p className={styles.name}>
          <span id={nameId}>{name}</span>
          {isBlocked && <Badge tone="danger">{t("Blocked")}</Badge>}
          {isSynced && <Badge>{t("Synced")}</Badge>}
        </p>
        <p className={styles.second}>
          {isBlocked
            ? t("It seems to have been copied and is no longer accepted. Remove it.")
            : lastUsedAt === undefined
              ? t("Not used yet")
              : t("Last used {time}", { time: formatRelative(Date.parse(lastUsedAt), now) })}
        </p>
        <p className={styles.second}>{t("Added {date}", { date: formatShortDate(createdAt) })}</p>
      </div>
      {canChange && (
        <div className={styles.actions}>
          {!isBlocked && (
            <Button small aria-describedby={nameId} onClick={() => onAsk("rename")}>
              {t("Rename")}
            </Button>
          )}
          <Button small aria-describedby={nameId} onClick={() => onAsk("remove")}>
            {t("Remove")}
          </Button>
        </div>
      )}
    </li>
  );
}
