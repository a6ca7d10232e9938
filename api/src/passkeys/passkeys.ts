import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Mount } from "../http/mount.ts";
import type { MailWorker } from "../mail/worker.ts";
import { createCeremonies } from "./ceremonies.ts";
import { createChallenges } from "./challenges.ts";
import { createDemand } from "./demand.ts";
import { createOwnPasskeys } from "./own-passkeys.ts";
import { createResetPasskeys } from "./reset.ts";
import { mountPasskeys } from "./routes.ts";
import { createUsePasskey } from "./use-passkey.ts";

interface PasskeysDeps {
  config: Config;
  connection: Connection;
  auth: Auth;
  audit: Audit;
  mail: MailWorker;
}

/** Sign-in and proof without a password, and an organization's demand for them. */
export function createPasskeys({ config, connection, auth, audit, mail }: PasskeysDeps) {
  const { users, sessions, organizations, endSessions } = auth;
  const challenges = createChallenges(connection);
  const ceremonies = createCeremonies(config);
  const wake = () => {
    mail.wake();
    audit.wake();
  };
  return {
    mount: (mount: Mount) =>
      mountPasskeys(mount, {
        auth,
        challenges,
        ceremonies,
        usePasskey: createUsePasskey({ users, challenges, ceremonies, endSessions, wake }),
        ownPasskeys: createOwnPasskeys({ users, sessions, organizations, challenges, ceremonies, wake }),
        demand: createDemand({ users, organizations, wake }),
        reset: createResetPasskeys({ users, organizations, endSessions, wake }),
      }),
    createIndexes: challenges.createIndexes,
    sweep: challenges.sweep,
  };
}
