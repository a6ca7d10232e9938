import { takeHelp } from "@souffleur/contracts/desk";
import { call, RequestError, sharedText as t, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";

/** The floor with a call opened. */
export const deskAddress = (callId: string) => `/live-call/desk?${new URLSearchParams({ call: callId })}`;

/** Accepts an agent's request for help, and opens the call with the cursor in the whisper. */
export function useJoin(callId: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(takeHelp, { params: { callId } }),
    onSuccess: () => void navigate(deskAddress(callId), { state: { whispers: true } }),
    onError: (error) =>
      toast.error(
        error instanceof RequestError ? error.message : t("The agent could not be told. Try again."),
      ),
  });
}
