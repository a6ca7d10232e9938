import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Mount } from "../http/mount.ts";
import type { Outboxes } from "../mail/outboxes.ts";
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
  outboxes: Outboxes;
}

/** What people do with their own account. */
export function createAccount({ config, keys, auth, outboxes }: AccountDeps) {
  const { users, organizations, sessions, devices, hashFor } = auth;
  const checkPassword = createPasswordCheck(auth);
  const ownSessions = createOwnSessions({ users, sessions, outboxes });
  const changePassword = createPasswordChange({ users, sessions, hashFor, checkPassword, outboxes });
  const recoverPassword = createPasswordRecovery({ users, hashFor, sessions, outboxes });
  const saveProfile = createProfile({ users, organizations, outboxes });
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
