import { limits, type User } from "@souffleur/contracts";
import { ConfirmDialog, TextAreaField } from "@souffleur/shared-ui";
import { type RefObject, useState } from "react";
import { fullName } from "./labels.ts";
import type { Action } from "./permissions.ts";
import type { Change } from "./use-change-user.ts";

const questions: Record<Action, { verb: string; consequence: string; variant: "primary" | "danger" }> = {
  approve: { verb: "Approve", consequence: "can sign in at once and is told by email.", variant: "primary" },
  reject: { verb: "Reject", consequence: "can't sign in and is told by email.", variant: "danger" },
  deactivate: {
    verb: "Deactivate",
    consequence: "is signed out everywhere at once and can't sign in until reactivated.",
    variant: "danger",
  },
  reactivate: { verb: "Reactivate", consequence: "can sign in again.", variant: "primary" },
};

interface ConfirmChangeProps {
  action: Action;
  user: User;
  busy: boolean;
  onConfirm: (change: Change) => void;
  onClose: () => void;
  /** Takes the focus where the pressed button is gone with its row. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** Asks for confirmation, and for the reason of a rejection. Stays open until the answer arrives. */
export function ConfirmChange({ action, user, busy, onConfirm, onClose, focusAfter }: ConfirmChangeProps) {
  const [reason, setReason] = useState("");
  const { verb, consequence, variant } = questions[action];
  return (
    <ConfirmDialog
      open
      title={`${verb} ${fullName(user)}?`}
      description={`${user.email} ${consequence}`}
      confirmVariant={variant}
      busy={busy}
      onConfirm={() => onConfirm({ action, user, reason })}
      onClose={() => !busy && onClose()}
      focusAfter={focusAfter}
    >
      {action === "reject" && (
        <TextAreaField
          label="Reason (optional)"
          hint="Part of the email."
          rows={3}
          maxLength={limits.reasonMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
