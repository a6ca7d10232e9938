import type { Invitation, Role } from "@souffleur/contracts";
import { createInvitations, listInvitations, withdrawInvitation } from "@souffleur/contracts/invitations";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { endsSession, toastFailure, wasAnswered } from "../users/failure-text.ts";
import { useProof } from "../users/use-proof.ts";

const keyOf = (callerId: string) => ["admin", callerId, "invitations"];

/** The invitations that wait, the latest first. */
export const useInvitations = (callerId: string) => useEndpoint(keyOf(callerId), listInvitations);

/** Sends invitations, or sends them again; undefined where the password for it was not given. The caller shows a failure. */
export function useSendInvitations(callerId: string) {
  const queryClient = useQueryClient();
  const { withProof, dialog } = useProof(t("This role sees the data of your organization."));
  const sending = useMutation({
    mutationFn: (body: { addresses: string; role: Role }) =>
      withProof(() => call(createInvitations, { body })),
    onSuccess: (answer) => answer && toast.success(answer.message || t("Invitations sent.")),
    // After a lost answer, too, the list shows what was sent.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(callerId) }),
  });
  return { sending, proof: dialog };
}

/** @param onEnd called when nothing is left to confirm */
export function useWithdrawInvitation(callerId: string, onEnd: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Invitation) => call(withdrawInvitation, { params: { id } }),
    onSuccess: ({ message }, { id }) => {
      toast.success(message || t("Invitation withdrawn."));
      queryClient.setQueryData<{ invitations: Invitation[] }>(
        keyOf(callerId),
        (all) => all && { invitations: all.invitations.filter((one) => one.id !== id) },
      );
      onEnd();
    },
    onError: (error) => {
      toastFailure(error, "The invitation could not be withdrawn.", "Please check your connection.");
      if (wasAnswered(error) && !endsSession(error)) onEnd();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(callerId) }),
  });
}
