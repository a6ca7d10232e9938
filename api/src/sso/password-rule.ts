import type { Users } from "../auth/accounts/users.ts";
import type { Elsewhere } from "../auth/sign-in.ts";
import { appError } from "../http/errors.ts";
import { isConfigured, type ProviderSettings, type SsoRecords } from "./sso-records.ts";

type Account = Parameters<Elsewhere["requireOwnSignIn"]>[0];
type Provider = Parameters<Elsewhere["mayGoOn"]>[1];

/** The accounts that may sign in with a password although the organization has a provider. */
export function createPasswordRule({ users, records }: { users: Users; records: SsoRecords }) {
  /** The emergency account; where it can't be used any more, every active administrator, so that nobody is locked out. */
  async function isEmergencyAccount(user: Account, { emergencyUserId }: ProviderSettings): Promise<boolean> {
    if (user.role !== "admin" || user.status !== "active") return false;
    if (user._id === emergencyUserId) return true;
    const keeper = await users.findById(emergencyUserId);
    const isUsable =
      keeper?.role === "admin" &&
      keeper.status === "active" &&
      keeper.organizationId === user.organizationId &&
      keeper.withoutPassword !== true;
    return !isUsable;
  }

  async function hasOwnSignIn(user: Account): Promise<boolean> {
    if (user.organizationId === null) return true;
    const sso = await records.findAtSignIn(user.organizationId);
    return !isConfigured(sso) || !sso.provider.demanded || isEmergencyAccount(user, sso.provider);
  }

  return {
    isEmergencyAccount,
    /** @throws AppError SSO_REQUIRED */
    async requireOwnSignIn(user: Account): Promise<void> {
      if (!(await hasOwnSignIn(user))) throw appError("SSO_REQUIRED");
    },
    /** Whether the provider that has opened a session is still the organization's or, where none has, none is demanded. */
    async mayGoOn(user: Account, provider: Provider): Promise<boolean> {
      if (provider === undefined) return hasOwnSignIn(user);
      if (provider.organizationId !== user.organizationId) return false;
      // Always read: an organization that was taken for one without a provider may have one by now.
      const sso = await records.find(provider.organizationId);
      return isConfigured(sso) && sso.provider.issuer === provider.issuer;
    },
  };
}
