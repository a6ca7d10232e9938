import type { mongo } from "mongoose";
import { customersInSteps } from "./customers-in-steps.ts";

interface Activity {
  _id: string;
  startedAt: Date;
  day: string | null;
}

const withoutDay = "9999-12-31";

/** When the last call of each customer started, and the last day of their open next steps. */
const activityOf = (customerIds: readonly string[]) => [
  { $match: { clientId: { $in: customerIds } } },
  {
    $group: {
      _id: "$clientId",
      startedAt: { $max: "$startedAt" },
      day: { $max: { $cond: [{ $lt: ["$openStep", withoutDay] }, "$openStep", null] } },
    },
  },
];

/** Gives customers the time of their last change, call or planned step, and takes back nothing that has happened meanwhile. */
export async function collectActivity(db: mongo.Db): Promise<void> {
  const customers = db.collection<{ _id: string }>("customers");
  for await (const some of customersInSteps<{ updatedAt: Date }>(db, { updatedAt: 1 })) {
    const calls = db.collection("calls").aggregate<Activity>(activityOf(some.map(({ _id }) => _id)));
    const times = new Map(some.map(({ _id, updatedAt }) => [_id, updatedAt.getTime()]));
    for await (const { _id, startedAt, day } of calls)
      times.set(_id, Math.max(times.get(_id) ?? 0, startedAt.getTime(), day === null ? 0 : Date.parse(day)));
    await customers.bulkWrite(
      [...times].map(([_id, time]) => ({
        // Deleted ones have no organization.
        updateOne: {
          filter: { _id, organizationId: { $exists: true } },
          update: { $max: { activeAt: new Date(time) } },
        },
      })),
      { ordered: false },
    );
  }
}
