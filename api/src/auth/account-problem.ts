import type { AccountStatus, ErrorCode } from "@souffleur/contracts";

const problemOfStatus: Record<AccountStatus, ErrorCode | undefined> = {
  active: undefined,
  inactive: "ACCOUNT_INACTIVE",
  pending_approval: "ACCOUNT_PENDING_APPROVAL",
  pending_verification: "EMAIL_NOT_VERIFIED",
  rejected: "ACCOUNT_REJECTED",
  suspended: "ACCOUNT_SUSPENDED",
  locked: "ACCOUNT_LOCKED",
};

/** Why an account may not act, or undefined where it may: sign-in, renewal, requests and sockets all ask this. */
export function accountProblem(account: { status: AccountStatus }): ErrorCode | undefined {
  return problemOfStatus[account.status];
}
