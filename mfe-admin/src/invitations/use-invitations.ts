import {
  createInvitations,
  type Invitation,
  listInvitations,
  type Role,
  withdrawInvitation,
} from "@souffleur/contracts";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { endsSession, type FailureTexts, ownFailureText, wasAnswered } from "../users/failure-text.ts";

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

/** Sends invitations, or sends them again; the caller shows a failure. */
export function useSendInvitations(callerId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { addresses: string; role: Role }) => call(createInvitations, { body }),
    onSuccess: ({ message }) => toast.success(message || t("Invitations sent.")),
    // After a lost answer, too, the list shows what was sent.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(callerId) }),
  });
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
