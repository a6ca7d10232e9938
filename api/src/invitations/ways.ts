import { domainOf } from "../auth/accounts/organizations.ts";
import { type AppError, appError } from "../http/errors.ts";

/** How an organization's people sign in. */
export interface SignInRules {
  /** Whose people sign in at the organization's provider. */
  domains: readonly string[];
  /** Nobody signs in with a password. */
  isDemanded: boolean;
}

export type SignInRulesOf = (organizationId: string) => Promise<SignInRules>;

/** How an invited address comes in: by the organization's provider, which makes a password useless, or not at all. */
export function wayOf(email: string, { domains, isDemanded }: SignInRules): "password" | "provider" | "none" {
  if (domains.includes(domainOf(email))) return "provider";
  return isDemanded ? "none" : "password";
}

const shownMax = 5;

/** @throws AppError VALIDATION_ERROR where an invitation would lead nowhere */
export function requireWays(emails: readonly string[], rules: SignInRules): void {
  const lost = emails.filter((email) => wayOf(email, rules) === "none");
  if (lost.length === 0) return;
  const shown = [...lost.slice(0, shownMax), ...(lost.length > shownMax ? ["…"] : [])];
  throw appError("VALIDATION_ERROR", {
    text: "Your organization demands single sign-on, and these addresses are not of its domains ({domains}): {addresses}. Their invitations would lead nowhere.",
    values: { domains: rules.domains.join(", "), addresses: shown.join(", ") },
    field: "addresses",
  });
}

/** The refusal of a password for an invited address that comes in otherwise. */
export function withoutPassword(way: "provider" | "none", organization: string): AppError {
  return appError("SSO_REQUIRED", {
    text:
      way === "provider"
        ? "{organization} lets people with your address in through its own sign-in. Sign in with your address, without a password."
        : "{organization} lets people in through its own sign-in only, and your address is of none of its domains. Ask the person who has invited you to invite another address.",
    values: { organization },
  });
}
