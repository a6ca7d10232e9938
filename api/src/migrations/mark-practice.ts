import type { mongo } from "mongoose";
import { inSteps } from "./calls-in-steps.ts";
import { dropIndex } from "./drop-index.ts";

/** Marks calls in which a scripted client alone was heard. */
export async function markPractice(db: mongo.Db): Promise<void> {
  await inSteps(db, (calls, step) =>
    calls.updateMany(
      { ...step, source: "simulation", sharedAudioAt: { $exists: false }, practice: { $exists: false } },
      { $set: { practice: true } },
    ),
  );
  await dropIndex(
    db,
    "calls",
    "organizationId_1_startedAt_-1_durationSeconds_1_outcome_1_amount_1_currency_1_agentId_1",
  );
}

/** Takes the replies of practice calls out of the playbook's figures, which count by organization. */
export async function leavePracticeOut(db: mongo.Db): Promise<void> {
  await inSteps(db, async (calls, step) => {
    const practice = await calls.distinct("_id", { ...step, practice: true });
    await db
      .collection("suggestions")
      .updateMany({ callId: { $in: practice } }, { $unset: { organizationId: "" } });
  });
}
