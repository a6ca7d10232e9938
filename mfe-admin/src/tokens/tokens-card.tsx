import type { OrganizationToken } from "@souffleur/contracts/tokens";
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  formatRelative,
  formatShortDate,
  RowList,
  useNow,
} from "@souffleur/shared-ui";
import { useId, useRef, useState } from "react";
import { NotLoaded } from "../not-loaded.tsx";
import styles from "../programs/programs.module.css";
import { SecretDialog } from "../programs/secret-dialog.tsx";
import { t } from "../texts/texts.ts";
import { CreateTokenDialog, scopeTexts } from "./create-token-dialog.tsx";
import { useTokens } from "./use-tokens.ts";

/** The tokens with which programs act for the caller's organization. */
export default function TokensCard({ callerId }: { callerId: string }) {
  const tokens = useTokens(callerId);
  const { query, created, proof } = tokens;
  const stored = query.data?.tokens;
  const [isAsked, setIsAsked] = useState(false);
  const [deleted, setDeleted] = useState<OrganizationToken>();
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    setIsAsked(false);
    tokens.dismiss();
  };
  return (
    <Card
      title={t("Tokens")}
      aside={
        <Button disabled={stored === undefined} onClick={() => setIsAsked(true)}>
          {t("Create token")}
        </Button>
      }
    >
      <p className={styles.intro}>
        {t("With a token, a program of yours reads calls or provisions users. It sees what a manager sees.")}
      </p>
      <div ref={box} tabIndex={-1} className={styles.list}>
        {stored === undefined ? (
          <NotLoaded query={query} text="The tokens could not be loaded." height={56} />
        ) : stored.length === 0 ? (
          <EmptyState>{t("No tokens yet.")}</EmptyState>
        ) : (
          <RowList label={t("Tokens")}>
            {stored.map((token) => (
              <Row key={token.id} token={token} onDelete={() => setDeleted(token)} />
            ))}
          </RowList>
        )}
      </div>
      {isAsked && created === undefined && (
        <CreateTokenDialog
          open={proof === undefined}
          busy={tokens.isCreating}
          error={tokens.error}
          onCreate={tokens.create}
          onClose={close}
        />
      )}
      {created && (
        <SecretDialog
          title={t("Token created")}
          description={t("Copy it now: it is not shown again.")}
          name={created.name}
          secret={created.token}
          copyText={t("Copy token")}
          copiedText={t("Token copied")}
          onClose={close}
        />
      )}
      {proof}
      {deleted && (
        <ConfirmDialog
          title={t("Delete {name}?", { name: deleted.name })}
          description={t("Programs that use this token are refused at once.")}
          confirmText={t("Delete token")}
          confirmVariant="danger"
          focusAfter={box}
          onConfirm={() => {
            tokens.remove(deleted);
            setDeleted(undefined);
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Card>
  );
}

function Row({ token, onDelete }: { token: OrganizationToken; onDelete: () => void }) {
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const id = useId();
  const now = useNow(30_000);
  const hasExpired = expiresAt !== undefined && Date.parse(expiresAt) <= now;
  return (
    <li>
      <div>
        <p className={styles.name}>
          <span id={id}>{name}</span>
          {hasExpired && <Badge tone="danger">{t("Has expired")}</Badge>}
        </p>
        <p className={styles.second}>{scopes.map((scope) => t(scopeTexts[scope])).join(" · ")}</p>
        <p className={styles.second}>
          <span>
            {lastUsedAt === undefined
              ? t("Not used yet")
              : t("Last used {time}", { time: formatRelative(Date.parse(lastUsedAt), now) })}
          </span>
          <span>{t("Created {date}", { date: formatShortDate(createdAt) })}</span>
          {expiresAt !== undefined && (
            <span>{t("Last day {date}", { date: formatShortDate(expiresAt) })}</span>
          )}
        </p>
      </div>
      <Button small aria-describedby={id} onClick={onDelete}>
        {t("Delete")}
      </Button>
    </li>
  );
}
