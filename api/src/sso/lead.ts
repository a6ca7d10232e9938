import type { Credentials } from "@souffleur/contracts";
import { domainOf } from "../auth/accounts/organizations.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Passwords } from "../auth/passwords/passwords.ts";
import type { Entry, LeadElsewhere } from "../auth/sign-in.ts";
import { appError, isAppError } from "../http/errors.ts";
import type { Begin } from "./begin.ts";
import type { createPasswordRule } from "./password-rule.ts";
import type { Providers } from "./providers.ts";
import { type ConfiguredSso, isConfigured, type SsoRecords } from "./sso-records.ts";

interface LeadDeps {
  users: Users;
  passwords: Passwords;
  records: SsoRecords;
  providers: Providers;
  rule: ReturnType<typeof createPasswordRule>;
  begin: Begin;
}

/** Refusals of a password that lead to the provider, as no password does: they must tell nothing about an account. */
const wrongPassword = new Set(["INVALID_CREDENTIALS", "ACCOUNT_LOCKED", "EMAIL_NOT_VERIFIED"]);

export function createLead(deps: LeadDeps): LeadElsewhere {
  const { users, passwords, records, providers, rule, begin } = deps;

  /**
   * A password is looked at for the emergency account, and for accounts of other organizations, which the provider does not
   * know. Every address costs one hash, and a wrong password has the same answer as one that is not looked at.
   */
  async function tryPassword(
    sso: ConfiguredSso,
    credentials: Credentials,
    byPassword: () => Promise<Entry>,
    now: Date,
  ): Promise<Entry | undefined> {
    const user = await users.findByEmail(credentials.email, now);
    const counts =
      user !== null &&
      (user.organizationId !== sso._id || (await rule.isEmergencyAccount(user, sso.provider)));
    if (counts) {
      try {
        return await byPassword();
      } catch (thrown) {
        if (!isAppError(thrown) || !wrongPassword.has(thrown.code)) throw thrown;
        if (thrown.code !== "ACCOUNT_LOCKED") return undefined;
      }
    }
    await passwords.hashLike(undefined, credentials);
    return undefined;
  }

  return async (browser, credentials, byPassword, now) => {
    const { email, password } = credentials;
    const sso = await records.findByDomain(domainOf(email));
    if (!isConfigured(sso)) return byPassword();
    const provider = await providers.reach(sso);
    if (provider === undefined && password !== "" && !sso.provider.demanded) return byPassword();
    const entry = password === "" ? undefined : await tryPassword(sso, credentials, byPassword, now);
    if (entry !== undefined) return entry;
    if (provider === undefined) {
      await records.setFailure(sso._id, { reason: "unreachable", at: now });
      throw appError("SSO_UNAVAILABLE", {
        ...(!sso.provider.demanded && {
          text: "Your organization's sign-in can't be reached at the moment. If you have a password, you can sign in with it.",
        }),
      });
    }
    return begin(browser, sso, provider, credentials, now);
  };
}
