import { type Invitation, labelOf, roleLabels, rolesGivenBy, type User } from "@souffleur/contracts";
import {
  Address,
  Badge,
  Button,
  Card,
  ConfirmDialog,
  contractText,
  EmptyState,
  formatShortDate,
  RowList,
  useNow,
} from "@souffleur/shared-ui";
import { useRef, useState } from "react";
import { mailFailureText } from "../mail-failure.ts";
import { NotLoaded } from "../not-loaded.tsx";
import rows from "../rows.module.css";
import { T, t } from "../texts/texts.ts";
import { toastFailure } from "../users/failure-text.ts";
import { useInvitations, useSendInvitations, useWithdrawInvitation } from "./use-invitations.ts";

/** The invitations that were not accepted yet, to be sent again or withdrawn. */
export function PendingCard({ caller }: { caller: User }) {
  const query = useInvitations(caller.id);
  const invitations = query.data?.invitations;
  const { sending, proof } = useSendInvitations(caller.id);
  const [asked, setAsked] = useState<Invitation>();
  const withdrawing = useWithdrawInvitation(caller.id, () => setAsked(undefined));
  const list = useRef<HTMLDivElement>(null);
  const given = rolesGivenBy(caller.role);

  const sendAgain = ({ email, role }: Invitation) => {
    const known = given.find((one) => one === role);
    if (sending.isPending || known === undefined) return;
    const onError = (error: Error) =>
      toastFailure(error, "The invitations could not be sent.", "Please check your connection.");
    sending.mutate({ addresses: email, role: known }, { onError });
  };
  return (
    <Card title={t("Pending invitations")}>
      <div ref={list} tabIndex={-1} className={rows.list}>
        {invitations === undefined ? (
          <NotLoaded query={query} text="The invitations could not be loaded." height={120} />
        ) : invitations.length === 0 ? (
          <EmptyState>{t("No pending invitations.")}</EmptyState>
        ) : (
          <RowList label={t("Pending invitations")}>
            {invitations.map((invitation) => (
              <Row
                key={invitation.id}
                invitation={invitation}
                isOpen={given.some((role) => role === invitation.role)}
                isSending={sending.isPending && sending.variables.addresses === invitation.email}
                onSend={() => sendAgain(invitation)}
                onWithdraw={() => setAsked(invitation)}
              />
            ))}
          </RowList>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={t("Withdraw this invitation?")}
          description={
            <T
              text="The link that was sent to <0/> will no longer work."
              elements={[<Address key="address">{asked.email}</Address>]}
            />
          }
          confirmText={t("Withdraw")}
          confirmVariant="danger"
          busy={withdrawing.isPending}
          onConfirm={() => withdrawing.mutate(asked)}
          onClose={() => setAsked(undefined)}
          focusAfter={list}
        />
      )}
      {proof}
    </Card>
  );
}

interface RowProps {
  invitation: Invitation;
  /** Whether the caller may give its role, and so change it. */
  isOpen: boolean;
  isSending: boolean;
  onSend: () => void;
  onWithdraw: () => void;
}

function Row({ invitation, isOpen, isSending, onSend, onWithdraw }: RowProps) {
  const { id, email, role, sentBy, sentAt, expiresAt, mailFailure } = invitation;
  const isExpired = Date.parse(expiresAt) <= useNow(60_000);
  const addressId = `invitation-${id}`;
  return (
    <li>
      <div>
        <div className={rows.name}>
          <span id={addressId}>
            <Address>{email}</Address>
          </span>
          {mailFailure && <Badge tone="danger">{t("Not delivered")}</Badge>}
          <Badge tone={isExpired ? "warning" : "neutral"}>
            {isExpired ? t("Expired") : contractText(labelOf(roleLabels, role))}
          </Badge>
        </div>
        <div className={rows.second}>
          {isExpired
            ? t("Sent {date} · {name}", { date: formatShortDate(sentAt), name: sentBy })
            : t("Sent {date} · {name} · valid until {until}", {
                date: formatShortDate(sentAt),
                name: sentBy,
                until: formatShortDate(expiresAt),
              })}
        </div>
        {mailFailure && <div className={rows.second}>{mailFailureText(mailFailure)}</div>}
      </div>
      {isOpen && (
        <div className={rows.actions}>
          <Button small aria-describedby={addressId} busy={isSending} onClick={onSend}>
            {t("Send again")}
          </Button>
          <Button small variant="danger" aria-describedby={addressId} onClick={onWithdraw}>
            {t("Withdraw")}
          </Button>
        </div>
      )}
    </li>
  );
}
