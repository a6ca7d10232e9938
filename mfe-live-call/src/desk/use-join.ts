import { takeHelp } from "@souffleur/contracts/desk";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router-dom";
import { searchOf } from "../lib/call-search.ts";
import { errorText } from "../lib/request-errors.ts";
import { t } from "../texts/texts.ts";

/** Accepts an agent's request for help, and opens the call with the cursor in the whisper. */
export function useJoin(callId: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(takeHelp, { params: { callId } }),
    onSuccess: () =>
      void navigate({ pathname: "/live-call/desk", search: searchOf(callId) }, { state: { whispers: true } }),
    onError: (error) => toast.error(errorText(error, t("The agent could not be told. Try again."))),
  });
}

/** Whether the call on the screen was opened in order to whisper; another value for each time. */
export function useOpenedToWhisper(): string | undefined {
  const { state, key } = useLocation();
  return (state as { whispers?: boolean } | null)?.whispers === true ? key : undefined;
}
