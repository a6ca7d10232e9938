import type { AccountStatus, ErrorCode } from "@souffleur/contracts";
import { type AppError, appError } from "../http/errors.ts";
import type { ApiText } from "../texts/texts.ts";

const problemOfStatus: Record<AccountStatus, ErrorCode | undefined> = {
  active: undefined,
  inactive: "ACCOUNT_INACTIVE",
  pending_approval: "ACCOUNT_PENDING_APPROVAL",
  pending_verification: "EMAIL_NOT_VERIFIED",
  rejected: "ACCOUNT_REJECTED",
  suspended: "ACCOUNT_SUSPENDED",
  locked: "ACCOUNT_LOCKED",
};

/** The codes of accounts that are not active. */
export const accountProblems = Object.values(problemOfStatus).filter((code) => code !== undefined);

/** Sign-in, renewal, requests and sockets accept only an active account. */
export function isActive(account: { status: AccountStatus }): boolean {
  return problemOfStatus[account.status] === undefined;
}

/** @throws AppError with the code of the status where the account is not active */
export function requireActive(account: { status: AccountStatus }): void {
  const problem = problemOfStatus[account.status];
  if (problem !== undefined) throw appError(problem);
}

/** For people who can't enter, as their organization has no room. */
export const noRoom: ApiText =
  "Your organization has {most} accounts, which is the most it can have. Ask its administrator.";

/** The refusal of a change of an account that another change has overtaken. */
export function accountOvertaken(): AppError {
  return appError("INVALID_TRANSITION", {
    text: "This account was changed in the meantime.",
  });
}
