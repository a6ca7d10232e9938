import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Admit } from "../http/guard.ts";
import type { MailWorker } from "../mail/worker.ts";
import type { SignInRules } from "../sso/sso.ts";
import { createProvisioning } from "./provisioning.ts";
import { scimRouter } from "./routes.ts";

interface ScimDeps {
  config: Config;
  keys: Keyring;
  auth: Auth;
  audit: Audit;
  mail: MailWorker;
  admit: Admit;
  signInRulesOf: SignInRules;
  administration: Parameters<typeof createProvisioning>[0]["administration"];
}

/** Provisioning of accounts by an organization's identity provider (SCIM 2.0). */
export function createScim(deps: ScimDeps): Feature {
  const { config, keys, auth, audit, mail, admit, signInRulesOf, administration } = deps;
  const { users, organizations, passwords } = auth;
  const provisioning = createProvisioning({
    users,
    organizations,
    passwords,
    keys,
    signInRulesOf,
    administration,
    wake() {
      mail.wake();
      audit.wake();
    },
  });
  return {
    mount(_mount, router) {
      router.use("/scim/v2", scimRouter({ admit, provisioning, base: `${config.PUBLIC_URL}/scim/v2` }));
    },
  };
}
