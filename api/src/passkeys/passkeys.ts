import type { Connection } from "mongoose";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Mount } from "../http/mount.ts";
import type { Outboxes } from "../mail/outboxes.ts";
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
  outboxes: Outboxes;
}

/** Sign-in and proof without a password, and an organization's demand for them. */
export function createPasskeys({ config, connection, auth, outboxes }: PasskeysDeps) {
  const { users, sessions, organizations } = auth;
  const challenges = createChallenges(connection);
  const ceremonies = createCeremonies(config);
  return {
    mount: (mount: Mount) =>
      mountPasskeys(mount, {
        auth,
        challenges,
        ceremonies,
        usePasskey: createUsePasskey({ users, challenges, ceremonies, sessions, outboxes }),
        ownPasskeys: createOwnPasskeys({ users, sessions, organizations, challenges, ceremonies, outboxes }),
        demand: createDemand({ users, organizations, outboxes }),
        reset: createResetPasskeys({ users, organizations, sessions, outboxes }),
      }),
    createIndexes: challenges.createIndexes,
    sweep: challenges.sweep,
  };
}
