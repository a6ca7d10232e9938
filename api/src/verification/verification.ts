import type { Connection } from "mongoose";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Mount } from "../http/mount.ts";
import type { Invitations } from "../invitations/invitations.ts";
import type { MailWorker } from "../mail/worker.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createAddressVerification } from "./address-verification.ts";
import { verificationMails } from "./mails.ts";
import { mountVerification } from "./routes.ts";
import { createVerifications } from "./verification-model.ts";

interface VerificationDeps {
  config: Config;
  connection: Connection;
  keys: Keyring;
  auth: Pick<Auth, "users" | "registrations">;
  throttle: Pick<Throttle, "quota">;
  mail: Pick<MailWorker, "watch" | "wake">;
  invitations: Pick<Invitations, "settle">;
}

/** Verifies an address by a code or a link that is mailed to it. */
export function createVerification(deps: VerificationDeps) {
  const { config, connection, keys, auth, throttle, mail, invitations } = deps;
  const { users, registrations } = auth;
  const verifications = createVerifications(connection);
  mail.watch(verifications.model);
  const { quota } = throttle;
  const verification = createAddressVerification({ users, verifications, keys, quota, mail, invitations });
  return {
    mails: verificationMails({ users, verifications, keys, publicUrl: config.PUBLIC_URL }),
    mount: (mount: Mount) => mountVerification(mount, verification, registrations),
    createIndexes: (): Promise<void> => verifications.model.createIndexes(),
    repair: verification.repair,
    sweep: verifications.sweep,
  };
}
