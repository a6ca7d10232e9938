import {
  deleteCall,
  eraseCustomer,
  listErasures,
  readRetention,
  saveRetention,
} from "@souffleur/contracts/privacy";
import { requireProof } from "../account/proof.ts";
import type { CallsForPrivacy } from "../calls/calls.ts";
import { clock } from "../clock.ts";
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
    data: await retention.read(caller.organizationId, clock.now()),
  }));

  mount(saveRetention, async ({ by, caller, body }) => {
    const now = clock.now();
    if (!body.dryRun) requireProof(caller, now);
    return { data: await retention.save(by, body, now) };
  });

  mount(deleteCall, async ({ by, caller, params }) => {
    const call = await calls.requireDeletion(params.callId, caller);
    await erasures.deleteCall(by, call, clock.now());
    return { message: "Call deleted" };
  });

  mount(eraseCustomer, async ({ by, caller, body: { customer, dryRun } }) => {
    const now = clock.now();
    if (!dryRun) requireProof(caller, now);
    return { data: await erasures.eraseCustomer(by, customer, dryRun, now) };
  });

  mount(listErasures, async ({ caller }) => ({
    data: { erasures: await erasures.list(caller.organizationId) },
  }));
}
