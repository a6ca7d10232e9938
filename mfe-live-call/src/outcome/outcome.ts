import { getCall, saveOutcome } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { type Autosave, createAutosave } from "../autosave/autosave.ts";
import { type DraftPlace, draftsUnder } from "../autosave/draft.ts";
import {
  checkOutcome,
  emptyOutcome,
  formOf,
  isSameOutcome,
  mergeOutcome,
  type OutcomeForm,
  readOutcomeForm,
} from "./outcome-form.ts";

const prefixOf = (userId: string) => `souffleur.outcome.${userId}.`;

/** A user's draft of a call's outcome. */
export function outcomePlace(userId: string, callId: string): DraftPlace<OutcomeForm> {
  return {
    key: prefixOf(userId) + callId,
    parse(stored) {
      const draft = stored as Record<string, unknown>;
      const [value, base] = [readOutcomeForm(draft.value), readOutcomeForm(draft.base)];
      return value && base && { value, base };
    },
    format: (draft) => draft,
  };
}

/** The ids of the calls whose outcome has not reached the server. */
export function callsWithOutcomeDraft(userId: string): string[] {
  return draftsUnder(prefixOf(userId));
}

/** The outcome of a call. @param onSaved called each time the server has stored it */
export function createOutcome(userId: string, callId: string, onSaved: () => void): Autosave<OutcomeForm> {
  const params = { callId };
  return createAutosave<OutcomeForm>({
    place: outcomePlace(userId, callId),
    empty: emptyOutcome,
    isSame: isSameOutcome,
    merge: mergeOutcome,
    server: {
      async load() {
        const { data } = await call(getCall, { params });
        return { value: formOf(data.call), revision: data.call.outcomeRevision };
      },
      accepts: (form) => checkOutcome(form).body !== undefined,
      async save(form, revision) {
        const { body } = checkOutcome(form);
        if (body === undefined) throw new Error("The server does not accept this outcome");
        const { data } = await call(saveOutcome, { params, body: { ...body, revision } });
        onSaved();
        return data.revision;
      },
    },
  });
}
