import type { Users } from "../auth/accounts/users.ts";
import type { Elsewhere } from "../auth/sign-in.ts";
import { appError } from "../http/errors.ts";
import { isConfigured, type ProviderSettings, type SsoRecords } from "./sso-records.ts";

type Account = Parameters<Elsewhere["requireOwnSignIn"]>[0];

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

  return {
    isEmergencyAccount,
    /** @throws AppError SSO_REQUIRED */
    async requireOwnSignIn(user: Account): Promise<void> {
      if (user.organizationId === null) return;
      const sso = await records.findAtSignIn(user.organizationId);
      if (!isConfigured(sso) || !sso.provider.demanded) return;
      if (!(await isEmergencyAccount(user, sso.provider))) throw appError("SSO_REQUIRED");
    },
  };
}
