import type { Invitation, Role } from "@souffleur/contracts";
import { createInvitations, listInvitations, withdrawInvitation } from "@souffleur/contracts/invitations";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { endsSession, type FailureTexts, ownFailureText, wasAnswered } from "../users/failure-text.ts";
import { useProof } from "../users/proof-dialog.tsx";

const keyOf = (callerId: string) => ["admin", callerId, "invitations"];

export const sendingTexts: FailureTexts = {
  refused: "The invitations could not be sent.",
  unanswered: "The invitations could not be sent. Please check your connection.",
};
const withdrawingTexts: FailureTexts = {
  refused: "The invitation could not be withdrawn.",
  unanswered: "The invitation could not be withdrawn. Please check your connection.",
};

/** The invitations that wait, the latest first. */
export function useInvitations(callerId: string) {
  return useQuery({
    queryKey: keyOf(callerId),
    queryFn: async ({ signal }) => (await call(listInvitations, {}, signal)).data.invitations,
    refetchOnMount: "always",
  });
}

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
      queryClient.setQueryData<Invitation[]>(keyOf(callerId), (all) => all?.filter((one) => one.id !== id));
      onEnd();
    },
    onError: (error) => {
      if (endsSession(error)) return;
      toast.error(ownFailureText(error, withdrawingTexts));
      if (wasAnswered(error)) onEnd();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(callerId) }),
  });
}
