import { useSession } from "@souffleur/shared-ui";
import type { Autosave } from "@souffleur/shared-ui/saving";
import { useMemo } from "react";
import { createOutcome } from "./outcome.ts";
import type { OutcomeForm } from "./outcome-form.ts";

/** The outcome of a call that is over. @param onSaved called each time the server has stored it; stable */
export function useOutcome(callId: string, onSaved: () => void): Autosave<OutcomeForm> {
  const userId = useSession().user?.id ?? "";
  return useMemo(() => createOutcome(userId, callId, onSaved), [userId, callId, onSaved]);
}
