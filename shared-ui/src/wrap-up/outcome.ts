import { getCall, saveOutcome } from "@souffleur/contracts";
import { call, useSession } from "@souffleur/shared-ui";
import { Autosave, type DraftPlace } from "@souffleur/shared-ui/saving";
import { useMemo } from "react";
import { isCallGone } from "./is-call-gone.ts";
import {
  checkOutcome,
  emptyOutcome,
  formOf,
  isSameOutcome,
  mergeOutcome,
  type OutcomeForm,
  readOutcomeForm,
} from "./outcome-form.ts";

export const outcomePrefix = (userId: string) => `souffleur.outcome.${userId}.`;

/** A user's draft of a call's outcome. */
export function outcomePlace(userId: string, callId: string): DraftPlace<OutcomeForm> {
  return {
    key: outcomePrefix(userId) + callId,
    parse(stored) {
      const draft = stored as Record<string, unknown>;
      const [value, base] = [readOutcomeForm(draft.value), readOutcomeForm(draft.base)];
      return value && base && { value, base };
    },
    format: (draft) => draft,
  };
}

/** The outcome of a call. @param onSaved called each time the server has stored it */
export function createOutcome(userId: string, callId: string, onSaved: () => void): Autosave<OutcomeForm> {
  const params = { callId };
  return new Autosave<OutcomeForm>({
    place: outcomePlace(userId, callId),
    empty: emptyOutcome,
    isSame: isSameOutcome,
    merge: mergeOutcome,
    server: {
      async load() {
        const { data } = await call(getCall, { params });
        return { value: formOf(data.call), revision: data.call.outcomeRevision };
      },
      sendable: (form) => (checkOutcome(form).body === undefined ? undefined : form),
      async save(form, revision) {
        const { body } = checkOutcome(form);
        if (body === undefined) throw new Error("The server does not accept this outcome");
        const { data } = await call(saveOutcome, { params, body: { ...body, revision } });
        onSaved();
        return data.revision;
      },
      isGone: isCallGone,
    },
  });
}

/** The outcome of a call that is over. @param onSaved called each time the server has stored it; stable */
export function useOutcome(callId: string, onSaved: () => void): Autosave<OutcomeForm> {
  const userId = useSession().user?.id ?? "";
  return useMemo(() => createOutcome(userId, callId, onSaved), [userId, callId, onSaved]);
}
