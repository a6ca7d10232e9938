import {
  changeUserRole,
  changeUserStatus,
  decideUser,
  type Role,
  sendPasswordLink,
  type User,
} from "@souffleur/contracts";
import { resetPasskeys } from "@souffleur/contracts/passkeys";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Text, t } from "../texts/texts.ts";
import { adminKeys } from "./admin-queries.ts";
import { endsSession, failures, failureText, wasAnswered } from "./failure-text.ts";
import type { Action } from "./permissions.ts";
import { useProof } from "./proof-dialog.tsx";

export interface Change {
  readonly action: Action;
  readonly user: User;
  readonly reason: string;
  /** Of a change of the role, or of an approved user. */
  readonly role?: Role;
  /** Of the existing organization that a founder joins. */
  readonly organizationId?: string;
}

/** Shown for answers without a message. */
const done: Record<Action, Text> = {
  approve: "User approved.",
  reject: "User rejected.",
  deactivate: "User deactivated.",
  reactivate: "User reactivated.",
  changeRole: "Role changed.",
  sendPasswordLink: "Password link sent.",
  resetPasskeys: "Passkeys removed.",
};

const failureOf = {
  approve: "decision",
  reject: "decision",
  deactivate: "status",
  reactivate: "status",
  changeRole: "role",
  sendPasswordLink: "passwordLink",
  resetPasskeys: "passkeys",
} as const satisfies Record<Action, keyof typeof failures>;

function send({ action, user, reason, role, organizationId }: Change) {
  const params = { id: user.id };
  switch (action) {
    case "approve":
      return call(decideUser, {
        params,
        // The server's default, as the specification's call has it.
        body: {
          decision: "approve",
          ...(role !== undefined && role !== "agent" && { role }),
          ...(organizationId !== undefined && { organizationId }),
        },
      });
    case "changeRole":
      return call(changeUserRole, { params, body: { role: role ?? user.role, from: user.role } });
    case "reject": {
      const given = reason.trim();
      return call(decideUser, {
        params,
        body: { decision: "reject", ...(given !== "" && { reason: given }) },
      });
    }
    case "sendPasswordLink":
      return call(sendPasswordLink, { params });
    case "resetPasskeys":
      return call(resetPasskeys, { params });
    case "deactivate":
      return call(changeUserStatus, { params, body: { status: "inactive" } });
    case "reactivate":
      return call(changeUserStatus, { params, body: { status: "active" } });
  }
}

/**
 * Sends confirmed changes, one at a time, and reports the result. `onEnd` is called when nothing is left to confirm:
 * after the change, or if another administrator made it first.
 */
export function useChangeUser(callerId: string, onEnd: () => void) {
  const queryClient = useQueryClient();
  const keys = adminKeys(callerId);
  const running = useRef(false);
  const { withProof, dialog: proof } = useProof(t("This role sees the data of your organization."));

  /** Updates the lists at once, before they and the stats are reloaded. */
  const show = (changed: User) => {
    queryClient.setQueryData<User[]>(keys.pending, (users) => users?.filter(({ id }) => id !== changed.id));
    queryClient.setQueryData<User[]>(keys.all, (users) =>
      users?.map((user) => (user.id === changed.id ? changed : user)),
    );
  };
  const reload = () => void queryClient.invalidateQueries({ queryKey: keys.everything });

  const mutation = useMutation({
    mutationFn: (wanted: Change) => withProof(() => send(wanted)),
    onSuccess: (answer, { action }) => {
      if (answer === undefined) return;
      const { data, message } = answer;
      toast.success(message || t(done[action]));
      if (data !== undefined) show(data.user);
      reload();
      onEnd();
    },
    onError: (error, { action }) => {
      if (endsSession(error)) return;
      toast.error(failureText(error, failures[failureOf[action]]));
      if (!wasAnswered(error)) return;
      // A refusal means that the list may be out of date.
      reload();
      if (error.status === 404 || error.status === 409) onEnd();
    },
    onSettled: () => {
      running.current = false;
    },
  });

  /** The second click of a double click arrives before the next render. */
  const change = (wanted: Change) => {
    if (running.current) return;
    running.current = true;
    mutation.mutate(wanted);
  };
  return { change, busy: mutation.isPending, proof };
}
