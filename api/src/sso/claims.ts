import { canonicalEmail } from "@souffleur/contracts";
import { ClaimedRole, type RoleOfClaim } from "@souffleur/contracts/sso";

/** What a provider says of a person, in its ID token and at its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** The address, in its canonical form, where the provider has verified it. */
export function verifiedEmail({ email, email_verified }: Claims): string | undefined {
  return typeof email === "string" && email_verified === true ? canonicalEmail(email) : undefined;
}

/**
 * The highest role that the claim's values give, or agent; undefined where no claim gives roles.
 * @param roleClaim the claim's name; where there is none, a path of names with dots between them
 */
export function claimedRole(
  claims: Claims,
  { roleClaim, roles }: { roleClaim: string; roles: readonly RoleOfClaim[] },
): ClaimedRole | undefined {
  if (roleClaim === "" || roles.length === 0) return undefined;
  const claim = readClaim(claims, roleClaim);
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  const given = roles.filter(({ value }) => values.includes(value)).map(({ role }) => role);
  return ClaimedRole.options.find((role) => given.includes(role)) ?? "agent";
}

function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}
