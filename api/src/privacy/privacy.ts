import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { CallsForPrivacy } from "../calls/calls.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { CustomerErasure } from "../customers/erase-customers.ts";
import type { IdleCustomers } from "../customers/idle-customers.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { createErasures } from "./erasures.ts";
import { createRetention } from "./retention.ts";
import { mountPrivacy } from "./routes.ts";

interface PrivacyDeps {
  connection: Connection;
  keys: Keyring;
  log: Logger;
  jobs: Pick<Jobs, "leased">;
  audit: Audit;
  calls: CallsForPrivacy;
  customers: CustomerErasure & IdleCustomers;
}

/** The retention of calls and customers, and the erasure of calls and customers. */
export function createPrivacy(deps: PrivacyDeps): Feature {
  const retention = createRetention(deps);
  const erasures = createErasures(deps);
  return {
    mount: (mount) => mountPrivacy({ mount, retention, erasures, calls: deps.calls }),
    async createIndexes() {
      await Promise.all([retention.createIndexes(), erasures.createIndexes()]);
    },
    repair: erasures.sealAgain,
    start: async () => erasures.start(),
    sweep: retention.sweep,
    async stop() {
      retention.stop();
      await erasures.stop();
    },
  };
}
