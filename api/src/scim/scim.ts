import type { UserAdministration } from "../administration/user-administration.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Admit } from "../http/guard.ts";
import type { Invitations } from "../invitations/invitations.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Sso } from "../sso/sso.ts";
import { createAccountCreation } from "./account-creation.ts";
import { createProvisioning } from "./provisioning.ts";
import { scimRouter } from "./routes.ts";

interface ScimDeps {
  config: Config;
  keys: Keyring;
  auth: Auth;
  outboxes: Outboxes;
  admit: Admit;
  sso: Pick<Sso, "signInRulesOf">;
  administration: UserAdministration;
  invitations: Pick<Invitations, "settle" | "close" | "invitedRole">;
}

/** Provisioning of accounts by an organization's identity provider (SCIM 2.0). */
export function createScim(deps: ScimDeps): Feature {
  const { config, keys, auth, outboxes, admit, sso, administration, invitations } = deps;
  const { users, organizations, passwords, capacity, stored } = auth;
  const provisioning = createProvisioning({
    users,
    organizations,
    passwords,
    sso,
    administration,
    invitations,
    outboxes,
  });
  const accountCreation = createAccountCreation({
    users,
    organizations,
    passwords,
    keys,
    sso,
    provisioning,
    invitations,
    capacity,
    stored,
    outboxes,
  });
  return {
    mount(_mount, router) {
      router.use(
        "/scim/v2",
        scimRouter({ admit, provisioning, accountCreation, base: `${config.PUBLIC_URL}/scim/v2` }),
      );
    },
  };
}
