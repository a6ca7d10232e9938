import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { RevokedSessions } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import type { MailWorker } from "../mail/worker.ts";
import { accountMails } from "./mails.ts";
import { createOwnSessions } from "./own-sessions.ts";
import { createPasswordChange } from "./password-change.ts";
import { createPasswordRecovery } from "./password-recovery.ts";
import { createProfile } from "./profile.ts";
import { createPasswordCheck } from "./proof.ts";
import { mountAccount } from "./routes.ts";

interface AccountDeps {
  config: Config;
  keys: Keyring;
  auth: Auth;
  audit: Audit;
  mail: MailWorker;
  /** Closes the sockets of revoked sessions. */
  revoke: (revoked: RevokedSessions) => void;
}

/** What people do with their own account. */
export function createAccount({ config, keys, auth, audit, mail, revoke }: AccountDeps) {
  const { users, organizations, sessions, devices, hashFor, endSessions } = auth;
  const wake = () => {
    mail.wake();
    audit.wake();
  };
  const checkPassword = createPasswordCheck(auth);
  const ownSessions = createOwnSessions({ users, sessions, revoke, wake });
  const changePassword = createPasswordChange({ users, sessions, hashFor, checkPassword, revoke, wake });
  const recoverPassword = createPasswordRecovery({ users, hashFor, endSessions, wake });
  const saveProfile = createProfile({ users, organizations, wake });
  return {
    mails: accountMails(users, keys, config.PUBLIC_URL),
    mount: (mount: Mount) =>
      mountAccount(mount, {
        sessions,
        devices,
        checkPassword,
        ownSessions,
        changePassword,
        recoverPassword,
        saveProfile,
      }),
  };
}
