import { CoachMark, FiguresSource, OnboardingStep } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import { repeatUpsert } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** What a person, or the people of an organization, have done and seen. */
interface OnboardingDoc {
  /** The account's id, or the organization's. */
  _id: string;
  done: OnboardingStep[];
  seen: CoachMark[];
  closed?: boolean;
  turned?: boolean;
  /** A call that is no practice was wrapped up. */
  begun?: boolean;
  figures?: FiguresSource;
}

const schema = new Schema<OnboardingDoc>(
  {
    _id: { type: String, required: true },
    done: [{ type: String, enum: OnboardingStep.options }],
    seen: [{ type: String, enum: CoachMark.options }],
    closed: Boolean,
    turned: Boolean,
    begun: Boolean,
    figures: { type: String, enum: FiguresSource.options },
  },
  schemaOptions,
);

/**
 * What is done stays done: facts are only added, so that writers at once and repeated ones need no order. Only the chosen
 * figures change, and the last choice stands.
 */
export interface OnboardingFacts {
  done?: OnboardingStep | undefined;
  seen?: CoachMark | undefined;
  closed?: true | undefined;
  turned?: true | undefined;
  begun?: true | undefined;
  figures?: FiguresSource | undefined;
}

export function createOnboardingRecords(connection: Connection) {
  const model = connection.model<OnboardingDoc>("Onboarding", schema, "onboardings");
  return {
    async find(ids: readonly string[]): Promise<Map<string, OnboardingDoc>> {
      const found = await model.find({ _id: { $in: [...ids] } }).lean<OnboardingDoc[]>();
      return new Map(found.map((one) => [one._id, one]));
    },
    async add(id: string, { done, seen, ...given }: OnboardingFacts): Promise<void> {
      const lists = { ...(done && { done }), ...(seen && { seen }) };
      const marks = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const update = {
        ...(Object.keys(lists).length > 0 && { $addToSet: lists }),
        ...(Object.keys(marks).length > 0 && { $set: marks }),
      };
      if (Object.keys(update).length === 0) return;
      await repeatUpsert(async () => model.updateOne({ _id: id }, update, { upsert: true }));
    },
  };
}
