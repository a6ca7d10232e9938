import { limits, type Role, rolesGivenBy, type User } from "@souffleur/contracts";
import { Address, ConfirmDialog, TextAreaField } from "@souffleur/shared-ui";
import { type RefObject, useState } from "react";
import { T, t } from "../texts/texts.ts";
import { actions, type Change } from "./actions.ts";
import { ApprovalEffect, type ExistingOrganization, useApprovalEffect } from "./approval-effect.tsx";
import type { Action } from "./permissions.ts";
import { RoleField } from "./role-field.tsx";
import { fullName } from "./table/labels.ts";

interface ConfirmChangeProps {
  caller: User;
  /** Approvals by a platform administrator can create organizations. */
  isPlatform: boolean;
  action: Action;
  user: User;
  busy: boolean;
  onConfirm: (change: Change) => void;
  onClose: () => void;
  /** Takes the focus if the pressed button is removed with its row. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** Asks for confirmation, for the role of an approved user and for the reason of a rejection. Stays open until the answer arrives. */
export function ConfirmChange({
  caller,
  isPlatform,
  action,
  user,
  busy,
  onConfirm,
  onClose,
  focusAfter,
}: ConfirmChangeProps) {
  const showsEffect = isPlatform && action === "approve";
  const approval = useApprovalEffect(caller.id, user.id, action === "approve");
  const [reason, setReason] = useState("");
  const [chosen, setChosen] = useState<Role>();
  const [into, setInto] = useState<ExistingOrganization>();
  const isFounder =
    showsEffect && into === undefined && (approval.isPending || approval.data?.founds === true);
  const asksRole = action === "changeRole" || (action === "approve" && !isFounder);
  const roles = rolesGivenBy(caller.role);
  const invited = roles.find((role) => into === undefined && role === approval.data?.invitedRole);
  const proposed = action === "approve" ? (invited ?? "agent") : (user.role as Role);
  const role = chosen ?? proposed;
  // What the server gives by itself is left out, as the specification's call has it.
  const isDefault = role === proposed && approval.isSuccess && into === undefined;
  const { question, consequence, variant } = actions[action];
  return (
    <ConfirmDialog
      title={t(question, { name: fullName(user) })}
      description={<T text={consequence} elements={[<Address key="user">{user.email}</Address>]} />}
      confirmVariant={variant}
      busy={busy}
      confirmDisabled={
        (action === "approve" && approval.isPending) || (action === "changeRole" && role === user.role)
      }
      onConfirm={() =>
        onConfirm({
          action,
          user,
          reason,
          ...(asksRole && !isDefault && { role }),
          ...(into && { organizationId: into.id }),
        })
      }
      onClose={onClose}
      focusAfter={focusAfter}
    >
      {showsEffect && (
        <ApprovalEffect approval={approval} user={user} role={role} into={into} onInto={setInto} />
      )}
      {asksRole && <RoleField roles={roles} value={role} onChange={setChosen} />}
      {action === "reject" && (
        <TextAreaField
          label={t("Reason (optional)")}
          hint={t("Included in the email.")}
          rows={3}
          maxLength={limits.reasonMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
