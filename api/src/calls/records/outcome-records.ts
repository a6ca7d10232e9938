import { randomUUID } from "node:crypto";
import type { CallOutcome } from "@souffleur/contracts";
import { clock } from "../../clock.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { appError } from "../../http/errors.ts";
import { outgoingEvent } from "../../webhooks/event.ts";
import { countChange } from "../figures/settled-counts.ts";
import { hasStep, toOutcomeDto } from "./call-dto.ts";
import type { CallDoc, CallModels } from "./call-model.ts";

type GivenOutcome = Omit<CallOutcome, "revision">;

const parts = ["outcome", "amount", "currency", "nextStep", "nextStepAt"] as const;

/** Stands for the day of a step without one, after all others. */
export const withoutDay = "9999-12-31";

type Step = Pick<GivenOutcome, "nextStep" | "nextStepAt">;

/** `openStep` of a call whose next step is not done. */
export const openStepOf = (step: Step): string | undefined =>
  hasStep(step) ? (step.nextStepAt ?? withoutDay) : undefined;

/** A query for a document whose counter has this revision; any revision by default. */
export function atRevision(counter: "notesRevision" | "outcomeRevision", revision: number | undefined) {
  // Documents that were never changed have no counter.
  return revision === undefined ? {} : { [counter]: revision === 0 ? { $in: [0, null] } : revision };
}

/** The part of an update that tells webhooks of a change of a call's wrap-up; before it is wrapped up there is none. */
export const wrapUpEvent = ({ outcome }: Pick<GivenOutcome, "outcome">) =>
  outcome === undefined ? {} : { $push: { events: outgoingEvent("call.wrapped_up") } };

/** The outcomes of calls. */
export function createOutcomeRecords({ calls, figuresRevisions }: CallModels) {
  return {
    /**
     * Replaces a call's outcome; saving the stored outcome again changes nothing, whatever the revision.
     * @param revision the revision that it replaces; any revision by default
     * @throws AppError INVALID_TRANSITION with the stored outcome where `revision` is no longer the stored one, NOT_FOUND
     *   where the call is deleted
     */
    async save(call: CallDoc, given: GivenOutcome, revision?: number): Promise<CallOutcome> {
      const isStored = (stored: CallDoc) => parts.every((part) => stored[part] === given[part]);
      if (isStored(call)) return toOutcomeDto(call);
      const { nextStep = null, nextStepAt = null } = given;
      const write = (isSameStep: boolean) =>
        calls
          .findOneAndUpdate(
            {
              _id: call._id,
              erasedAt: null,
              ...atRevision("outcomeRevision", revision),
              ...(isSameStep && { nextStep, nextStepAt }),
            },
            {
              ...setOrUnset({
                ...Object.fromEntries(parts.map((part) => [part, given[part]])),
                ...(!isSameStep && { openStep: openStepOf(given) }),
                outcomeAt: clock.now(),
                wordsDue: randomUUID(),
              }),
              $inc: { outcomeRevision: 1 },
              ...wrapUpEvent(given),
            },
            { returnDocument: "after" },
          )
          .lean<CallDoc>();
      // A step that stays the same stays done; another one is open.
      const saved = (await write(true)) ?? (await write(false));
      if (saved) {
        await countChange(figuresRevisions, saved.organizationId, saved.startedAt);
        return toOutcomeDto(saved);
      }
      const current = await calls.findOne({ _id: call._id, erasedAt: null }).lean<CallDoc>();
      if (current === null) throw appError("NOT_FOUND", { text: "This call was not found." });
      if (isStored(current)) return toOutcomeDto(current);
      throw appError("INVALID_TRANSITION", {
        text: "The outcome was changed elsewhere.",
        current: toOutcomeDto(current),
      });
    },
  };
}
