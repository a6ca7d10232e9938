import {
  deleteCall,
  eraseCustomer,
  listErasures,
  readRetention,
  saveRetention,
} from "@souffleur/contracts/privacy";
import type { CallsForPrivacy } from "../calls/calls.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import { textIn } from "../texts/texts.ts";
import { sourceOf } from "../throttle/source.ts";
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

  mount(saveRetention, async ({ caller, body, req }) => ({
    data: await retention.save({ caller, source: sourceOf(req) }, body, new Date()),
  }));

  mount(deleteCall, async ({ caller, params, req }) => {
    const call = await calls.requireDeletion(params.callId, caller);
    await erasures.deleteCall({ caller, source: sourceOf(req) }, call, new Date());
    return { message: textIn(languageOf(req), "Call deleted") };
  });

  mount(eraseCustomer, async ({ caller, body: { customer, dryRun }, req }) => {
    const asked = { caller, source: sourceOf(req) };
    return { data: await erasures.eraseCustomer(asked, customer, dryRun, new Date()) };
  });

  mount(listErasures, async ({ caller }) => ({
    data: { erasures: await erasures.list(caller.organizationId) },
  }));
}
