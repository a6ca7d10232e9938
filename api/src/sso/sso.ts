import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Bus } from "../bus.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Logger } from "../http/logger.ts";
import type { Mount } from "../http/mount.ts";
import type { Invitations } from "../invitations/invitations.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { createSsoAccounts } from "./accounts.ts";
import { createAttempts } from "./attempts.ts";
import { createBegin } from "./begin.ts";
import { createSsoDomains } from "./domains.ts";
import { createFinish } from "./finish.ts";
import { createForgetSignIn } from "./forget.ts";
import { createLead } from "./lead.ts";
import { createPasswordRule } from "./password-rule.ts";
import { createProviderLogout } from "./provider-logout.ts";
import { createProviders } from "./providers.ts";
import { mountSso } from "./routes.ts";
import { createSsoSettings } from "./settings.ts";
import { createSsoCookies } from "./sso-cookie.ts";
import { createSsoRecords } from "./sso-records.ts";
import { createStartSignIn } from "./start.ts";

interface SsoDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  keys: Keyring;
  bus: Bus;
  auth: Auth;
  audit: Pick<Audit, "watch">;
  outboxes: Outboxes;
  invitations: Pick<Invitations, "settle" | "invitedRole">;
}

export type Sso = ReturnType<typeof createSso>;

/** Sign-in through the identity providers of organizations (OpenID Connect). */
export function createSso(deps: SsoDeps) {
  const { config, log, connection, keys, bus, auth, audit, outboxes, invitations } = deps;
  const { users, organizations, passwords, sessions, capacity, stored, admit, enter } = auth;
  const records = createSsoRecords(connection, keys);
  const attempts = createAttempts(connection, keys);
  const cookies = createSsoCookies(config.secure);
  const providers = createProviders({ keys, log, privateAllowed: config.SSO_PRIVATE_ISSUERS });
  const rule = createPasswordRule({ users, records });
  audit.watch(records.model);
  const publicUrl = config.PUBLIC_URL;
  const accounts = createSsoAccounts({
    users,
    organizations,
    passwords,
    keys,
    bus,
    capacity,
    stored,
    outboxes,
    invitations,
    log,
  });
  const settings = createSsoSettings({ users, sessions, records, providers, publicUrl, log, outboxes });
  const domains = createSsoDomains({ users, organizations, records, outboxes });
  const finish = createFinish({ records, providers, attempts, cookies, accounts, admit, publicUrl, log });
  const endSessions = createProviderLogout({ users, sessions, records, providers, log });
  const begin = createBegin({ attempts, cookies, publicUrl });
  const start = createStartSignIn({ records, providers, begin });
  const forget = createForgetSignIn({ users, organizations, sessions, outboxes });
  return {
    lead: createLead({ users, passwords, records, providers, rule, begin }),
    requireOwnSignIn: rule.requireOwnSignIn,
    mayGoOn: rule.mayGoOn,
    /** An organization's confirmed domains, the account that may always sign in with a password, and whether nobody else may. */
    async signInRulesOf(organizationId: string) {
      const found = await records.find(organizationId);
      return {
        domains: found?.confirmed ?? [],
        emergencyUserId: found?.provider?.emergencyUserId,
        isDemanded: found?.provider?.demanded === true,
      };
    },
    mount: (mount: Mount) =>
      mountSso(mount, { config, enter, settings, domains, start, finish, forget, endSessions, records }),
    async createIndexes() {
      await Promise.all([records.model.createIndexes(), attempts.model.createIndexes()]);
    },
    sweep: attempts.sweep,
  };
}
