import type { Connection } from "mongoose";
import type { Auth } from "../auth/auth.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { MailWorker } from "../mail/worker.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import { verificationMails } from "./compose.ts";
import { mountVerification } from "./routes.ts";
import { createVerification } from "./verification.ts";
import { createVerifications } from "./verification-model.ts";

interface VerificationFeature extends Feature {
  mails: ReturnType<typeof verificationMails>;
}

interface VerificationFeatureDeps {
  connection: Connection;
  keys: Keyring;
  publicUrl: string;
  auth: Pick<Auth, "users" | "registrations">;
  quota: MailQuota;
  mail: MailWorker;
}

/** An address is verified by a code or a link that is mailed to it. */
export function createVerificationFeature(deps: VerificationFeatureDeps): VerificationFeature {
  const { connection, keys, publicUrl, auth, quota, mail } = deps;
  const { users, registrations } = auth;
  const verifications = createVerifications(connection);
  mail.watch(verifications.model);
  const verification = createVerification({ users, verifications, keys, quota, wake: mail.wake });
  return {
    mails: verificationMails({ users, verifications, keys, publicUrl }),
    mount: (mount) => mountVerification(mount, verification, registrations),
    async createIndexes() {
      await verifications.model.createIndexes();
    },
    repair: verification.repair,
    sweep: verifications.sweep,
  };
}
