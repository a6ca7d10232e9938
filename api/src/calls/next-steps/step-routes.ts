import { listNextSteps, saveNextStep } from "@souffleur/contracts/next-steps";
import { clock } from "../../clock.ts";
import type { Mount } from "../../http/mount.ts";
import { readableBy, requireWrapUp } from "../access.ts";
import type { KeepCustomer } from "../customers/customer-calls.ts";
import { dayIn } from "../figures/days.ts";
import { readZone } from "../figures/zone.ts";
import type { LiveCalls } from "../live-calls.ts";
import type { CallRecords } from "../records/call-records.ts";
import type { StepRecords } from "./step-records.ts";

interface StepRoutesDeps {
  mount: Mount;
  records: Pick<CallRecords, "find">;
  steps: StepRecords;
  live: Pick<LiveCalls, "announceFigures">;
  keepCustomer: KeepCustomer;
}

export function mountNextSteps({ mount, records, steps, live, keepCustomer }: StepRoutesDeps): void {
  mount(listNextSteps, async ({ query: { due, timeZone, utcOffset, ...query }, caller }) => {
    const today = dayIn(readZone({ timeZone, utcOffset }), clock.now());
    const until = due === "today" ? today : undefined;
    return { data: { ...(await steps.list(readableBy(caller), { ...query, until })), today } };
  });

  mount(saveNextStep, async ({ params, body: { isDone, day, revision }, caller }) => {
    const call = requireWrapUp(await records.find(params.callId), caller);
    const change = day === undefined ? { isDone: isDone === true } : { day };
    await keepCustomer(call, isDone === true ? undefined : (day ?? call.nextStepAt));
    const changed = await steps.change(call._id, change, revision);
    if (changed.revision !== call.outcomeRevision) live.announceFigures(call);
    return { data: changed };
  });
}
