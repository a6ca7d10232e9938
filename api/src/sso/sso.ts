import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Elsewhere } from "../auth/sign-in.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { RevokedSessions } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { MailWorker } from "../mail/worker.ts";
import { createSsoAccounts } from "./accounts.ts";
import { createAttempts } from "./attempts.ts";
import { createSsoDomains } from "./domains.ts";
import { createFinish } from "./finish.ts";
import { createLead } from "./lead.ts";
import { createPasswordRule } from "./password-rule.ts";
import { createProviderLogout } from "./provider-logout.ts";
import { createProviders } from "./providers.ts";
import { mountSso } from "./routes.ts";
import { createSsoSettings } from "./settings.ts";
import { createSsoCookies } from "./sso-cookie.ts";
import { createSsoRecords } from "./sso-records.ts";

interface SsoDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  keys: Keyring;
  auth: Auth;
  audit: Audit;
  mail: MailWorker;
  /** Closes the sockets of revoked sessions. */
  revoke: (revoked: RevokedSessions) => void;
  /** Called when an account may have lost rights. */
  onRightsLost: (userId: string) => Promise<void>;
}

/** An organization's confirmed domains, and the account that may always sign in with a password. */
export type SignInRules = (
  organizationId: string,
) => Promise<{ domains: readonly string[]; emergencyUserId?: string | undefined }>;

/** Sign-in through the identity providers of organizations (OpenID Connect). */
export function createSso(deps: SsoDeps): Feature & Elsewhere & { signInRulesOf: SignInRules } {
  const { config, log, connection, keys, auth, audit, mail, revoke, onRightsLost } = deps;
  const { users, organizations, passwords, sessions, admit, enter } = auth;
  const records = createSsoRecords(connection, keys);
  const attempts = createAttempts(connection, keys);
  const cookies = createSsoCookies(config.secure);
  const providers = createProviders({ keys, log, privateAllowed: config.SSO_PRIVATE_ISSUERS });
  const rule = createPasswordRule({ users, records });
  audit.watch(records.model);
  const wake = () => {
    mail.wake();
    audit.wake();
  };
  // One of its own for each organization: an answer meant for another provider is not accepted (RFC 9700, 4.4.2.2).
  const redirectAddress = (organizationId: string) => `${config.PUBLIC_URL}/single-sign-on/${organizationId}`;
  const logoutAddress = (organizationId: string) =>
    `${config.PUBLIC_URL}/api/auth/sso/${organizationId}/logout`;
  const accounts = createSsoAccounts({
    users,
    organizations,
    passwords,
    keys,
    cutSockets: (userId) => revoke({ userId }),
    onRightsLost,
    wake,
  });
  const settings = createSsoSettings({
    users,
    records,
    providers,
    redirectAddress,
    logoutAddress,
    log,
    wake,
  });
  const domains = createSsoDomains({ users, organizations, records, wake });
  const finish = createFinish({
    records,
    providers,
    attempts,
    cookies,
    accounts,
    admit,
    redirectAddress,
    log,
  });
  const endSessions = createProviderLogout({ users, sessions, records, providers, revoke, log });
  return {
    lead: createLead({ users, passwords, records, providers, attempts, cookies, rule, redirectAddress }),
    requireOwnSignIn: rule.requireOwnSignIn,
    async signInRulesOf(organizationId) {
      const found = await records.find(organizationId);
      return { domains: found?.confirmed ?? [], emergencyUserId: found?.provider?.emergencyUserId };
    },
    mount: (mount) => mountSso(mount, { config, enter, settings, domains, finish, endSessions }),
    async createIndexes() {
      await Promise.all([records.model.createIndexes(), attempts.model.createIndexes()]);
    },
    sweep: attempts.sweep,
  };
}
