import type { NextStep } from "@souffleur/contracts/next-steps";
import type { QueryFilter } from "mongoose";
import { clock } from "../../clock.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { badCursor, cursorTo, placeOf } from "../../http/cursor.ts";
import { appError } from "../../http/errors.ts";
import { customerProjection, toCustomerDto } from "../call-customer.ts";
import { hasStep } from "../records/call-dto.ts";
import type { CallDoc, CallModels } from "../records/call-model.ts";
import { atRevision, openStepOf, withoutDay, wrapUpEvent } from "../records/outcome-records.ts";

type Condition = QueryFilter<CallDoc>;
/** A step that is done or open, or its day; null removes that. */
export type StepChange = { isDone: boolean } | { day: string | null };

const read = {
  organizationId: 1,
  agentId: 1,
  agentName: 1,
  ...customerProjection,
  startedAt: 1,
  outcome: 1,
  nextStep: 1,
  nextStepAt: 1,
  openStep: 1,
  outcomeRevision: 1,
  outcomeAt: 1,
} as const;
type Read = Pick<CallDoc, "_id" | keyof typeof read>;

/** A step, and when it was last changed; of older calls, when the call began. */
export type DatedStep = NextStep & { changedAt: Date };

export interface StepsQuery {
  /** Only steps with this day or an earlier one. */
  until?: string | undefined;
  agentId?: string | undefined;
  customerId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

const order = { openStep: 1, _id: 1 } as const;

function toDto(call: Read): NextStep {
  const { _id: callId, agentId, agentName, startedAt, nextStep, nextStepAt, openStep } = call;
  return {
    callId,
    agentId,
    agentName,
    customer: toCustomerDto(call).customer,
    startedAt: startedAt.toISOString(),
    ...(nextStep !== undefined && { text: nextStep }),
    ...(nextStepAt !== undefined && { day: nextStepAt }),
    isDone: openStep === undefined,
    revision: call.outcomeRevision ?? 0,
  };
}

/** The fields that a change of a call's step writes. */
function fieldsOf(
  call: Read,
  change: StepChange,
): { nextStepAt?: string | undefined; openStep: string | undefined } {
  if ("isDone" in change)
    return { nextStepAt: call.nextStepAt, openStep: change.isDone ? undefined : openStepOf(call) };
  const nextStepAt = change.day ?? undefined;
  return { nextStepAt, openStep: openStepOf({ nextStep: call.nextStep, nextStepAt }) };
}

/** The next steps of calls, which are a part of their outcomes. */
export function createStepRecords({ calls }: Pick<CallModels, "calls">) {
  const find = (callId: string) => calls.findOne({ _id: callId, erasedAt: null }, read).lean<Read>();

  return {
    /**
     * Open steps in pages, by their days.
     * @param readable the calls that the caller may read
     */
    async list(
      readable: Partial<Pick<CallDoc, "agentId" | "organizationId">>,
      { until, agentId, customerId, limit, cursor }: StepsQuery,
    ): Promise<{ steps: NextStep[]; nextCursor?: string }> {
      const [first] = [
        customerId !== undefined && "clientId",
        (agentId ?? readable.agentId) !== undefined && "agentId",
        "organizationId",
      ].filter((name) => name !== false);
      const found = await calls
        .find(
          {
            $and: [
              readable,
              // The comparison is what the partial indexes need.
              { openStep: { $gte: "", ...(until !== undefined && { $lte: until }) }, erasedAt: null },
              agentId === undefined ? {} : { agentId },
              customerId === undefined ? {} : { clientId: customerId },
              after(cursor),
            ],
          },
          read,
        )
        .hint({ [first as string]: 1, ...order })
        .sort(order)
        // One more than the page, to find out whether there is a next one.
        .limit(limit + 1)
        .lean<Read[]>();
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        steps: shown.map(toDto),
        ...(last && found.length > limit && { nextCursor: cursorTo(`${last.openStep} ${last._id}`) }),
      };
    },

    /** The dated open steps of an agent from a day on, at most so many. */
    dated: async (
      agentId: string,
      organizationId: string,
      { from, most }: { from: string; most: number },
    ): Promise<DatedStep[]> => {
      const found = await calls
        .find({ agentId, organizationId, openStep: { $gte: from, $lt: withoutDay }, erasedAt: null }, read)
        .hint({ agentId: 1, ...order })
        .sort(order)
        .limit(most)
        .lean<Read[]>();
      return found.map((call) => ({ ...toDto(call), changedAt: call.outcomeAt ?? call.startedAt }));
    },

    /**
     * Changes a call's step by one guarded write, which tells webhooks, too; a change that is stored already is answered
     * alike, whatever the revision, and not told again.
     * @param revision the revision that it changes; any by default
     * @throws AppError NOT_FOUND for a call without a step, INVALID_TRANSITION with the stored step where `revision` is no
     *   longer the stored one
     */
    async change(callId: string, change: StepChange, revision?: number): Promise<NextStep> {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const before = await find(callId);
        if (before === null || !hasStep(before)) throw noStep();
        const { nextStepAt, openStep } = fieldsOf(before, change);
        if (nextStepAt === before.nextStepAt && openStep === before.openStep) return toDto(before);
        const stored = before.outcomeRevision ?? 0;
        if (revision !== undefined && revision !== stored) throw changedElsewhere(before);
        const after = await calls
          .findOneAndUpdate(
            { _id: callId, erasedAt: null, ...atRevision("outcomeRevision", stored) },
            {
              ...setOrUnset({ nextStepAt, openStep, outcomeAt: clock.now() }),
              $inc: { outcomeRevision: 1 },
              ...wrapUpEvent(before),
            },
            { returnDocument: "after", projection: read },
          )
          .lean<Read>();
        if (after !== null) return toDto(after);
      }
      const current = await find(callId);
      throw current === null ? noStep() : changedElsewhere(current);
    },
  };
}
export type StepRecords = ReturnType<typeof createStepRecords>;

/** Somebody else may change the call's outcome between two attempts. */
const attempts = 5;

/** Steps after a cursor: a bound of the index, and a condition on those of the same day. @throws AppError VALIDATION_ERROR */
function after(cursor: string | undefined): Condition {
  if (cursor === undefined) return {};
  const [, openStep, _id] = /^(\d{4}-\d\d-\d\d) (\S+)$/u.exec(placeOf(cursor)) ?? [];
  if (openStep === undefined || _id === undefined) throw badCursor();
  return { openStep: { $gte: openStep }, $nor: [{ openStep, _id: { $lte: _id } }] };
}

const noStep = () => appError("NOT_FOUND", { text: "This call has no next step." });

const changedElsewhere = (call: Read) =>
  appError("INVALID_TRANSITION", { text: "The next step was changed elsewhere.", current: toDto(call) });
