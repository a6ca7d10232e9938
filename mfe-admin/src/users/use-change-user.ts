import type { User } from "@souffleur/contracts";
import { toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { actions, type Change } from "./actions.ts";
import { adminKeys } from "./admin-queries.ts";
import { endsSession, failureText, wasAnswered } from "./failure-text.ts";
import type { Action } from "./permissions.ts";
import { useProof } from "./use-proof.ts";

/**
 * Sends confirmed changes, and reports the result. `onEnd` is called when nothing is left to confirm:
 * after the change, or if another administrator made it first.
 */
export function useChangeUser(callerId: string, action: Action | undefined, onEnd: () => void) {
  const queryClient = useQueryClient();
  const keys = adminKeys(callerId);
  const { withProof, dialog: proof } = useProof(
    action === "forgetSignIn"
      ? t("Who gets into the account depends on this.")
      : t("This role sees the data of your organization."),
  );

  /** Updates the lists at once, before they and the stats are reloaded. */
  const show = (changed: User) => {
    queryClient.setQueryData<User[]>(keys.pending, (users) => users?.filter(({ id }) => id !== changed.id));
    queryClient.setQueryData<User[]>(keys.all, (users) =>
      users?.map((user) => (user.id === changed.id ? changed : user)),
    );
  };
  const reload = () => void queryClient.invalidateQueries({ queryKey: keys.everything });

  const mutation = useMutation({
    mutationFn: (wanted: Change) => withProof(() => actions[wanted.action].send(wanted)),
    onSuccess: (answer, { action }) => {
      if (answer === undefined) return;
      const { data, message } = answer;
      toast.success(message || t(actions[action].done));
      if (data !== undefined) show(data.user);
      reload();
      onEnd();
    },
    onError: (error, { action }) => {
      if (endsSession(error)) return;
      toast.error(failureText(error, actions[action].failure()));
      if (!wasAnswered(error)) return;
      // A refusal means that the list may be out of date.
      reload();
      if (error.status === 404 || error.status === 409) onEnd();
    },
  });
  return { change: mutation.mutate, busy: mutation.isPending, proof };
}
