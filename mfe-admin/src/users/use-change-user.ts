import { changeUserStatus, decideUser, type User } from "@souffleur/contracts";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { adminKeys } from "./admin-queries.ts";
import { endsSession, failures, failureText, wasAnswered } from "./failure-text.ts";
import type { Action } from "./permissions.ts";

export interface Change {
  readonly action: Action;
  readonly user: User;
  readonly reason: string;
}

/** Only for an answer without a message of its own. */
const done: Record<Action, string> = {
  approve: "User approved.",
  reject: "User rejected.",
  deactivate: "User deactivated.",
  reactivate: "User reactivated.",
};

function send({ action, user, reason }: Change) {
  const params = { id: user.id };
  switch (action) {
    case "approve":
      return call(decideUser, { params, body: { decision: "approve" } });
    case "reject": {
      const given = reason.trim();
      return call(decideUser, {
        params,
        body: { decision: "reject", ...(given !== "" && { reason: given }) },
      });
    }
    case "deactivate":
      return call(changeUserStatus, { params, body: { status: "inactive" } });
    case "reactivate":
      return call(changeUserStatus, { params, body: { status: "active" } });
  }
}

/**
 * Makes a confirmed change, one at a time, and says how it went. `onEnd` is called when nothing is left to
 * confirm: the change is made, or somebody else was faster.
 */
export function useChangeUser(callerId: string, onEnd: () => void) {
  const queryClient = useQueryClient();
  const keys = adminKeys(callerId);
  const running = useRef(false);

  /** The answer is shown at once; the lists and the stats that are reloaded come after it. */
  const show = (changed: User) => {
    queryClient.setQueryData<User[]>(keys.pending, (users) => users?.filter(({ id }) => id !== changed.id));
    queryClient.setQueryData<User[]>(keys.all, (users) =>
      users?.map((user) => (user.id === changed.id ? changed : user)),
    );
  };
  const reload = () => void queryClient.invalidateQueries({ queryKey: keys.everything });

  const mutation = useMutation({
    mutationFn: send,
    onSuccess: ({ data, message }, { action }) => {
      toast.success(message || done[action]);
      show(data.user);
      reload();
      onEnd();
    },
    onError: (error, { action }) => {
      if (endsSession(error)) return;
      const texts = action === "approve" || action === "reject" ? failures.decision : failures.status;
      toast.error(failureText(error, texts));
      if (!wasAnswered(error)) return;
      // Whatever was refused, what is shown may be out of date.
      reload();
      if (error.status === 404 || error.status === 409) onEnd();
    },
    onSettled: () => {
      running.current = false;
    },
  });

  /** The second click of a double click comes before anything is drawn. */
  const change = (wanted: Change) => {
    if (running.current) return;
    running.current = true;
    mutation.mutate(wanted);
  };
  return { change, busy: mutation.isPending };
}
