import {
  deleteCall,
  eraseCustomer,
  listErasures,
  readRetention,
  saveRetention,
} from "@souffleur/contracts/privacy";
import type { CallsForPrivacy } from "../calls/calls.ts";
import type { Mount } from "../http/mount.ts";
import type { Erasures } from "./erasures.ts";
import type { RetentionOfCalls } from "./retention.ts";

interface PrivacyRoutesDeps {
  mount: Mount;
  retention: RetentionOfCalls;
  erasures: Erasures;
  calls: Pick<CallsForPrivacy, "requireDeletion">;
}

export function mountPrivacy({ mount, retention, erasures, calls }: PrivacyRoutesDeps): void {
  mount(readRetention, async ({ caller }) => ({
    data: await retention.read(caller.organizationId, new Date()),
  }));

  mount(saveRetention, async ({ by, body }) => ({
    data: await retention.save(by, body, new Date()),
  }));

  mount(deleteCall, async ({ by, caller, params }) => {
    const call = await calls.requireDeletion(params.callId, caller);
    await erasures.deleteCall(by, call, new Date());
    return { message: "Call deleted" };
  });

  mount(eraseCustomer, async ({ by, body: { customer, dryRun } }) => {
    return { data: await erasures.eraseCustomer(by, customer, dryRun, new Date()) };
  });

  mount(listErasures, async ({ caller }) => ({
    data: { erasures: await erasures.list(caller.organizationId) },
  }));
}
