import { canonicalEmail } from "@souffleur/contracts";
import { ClaimedRole, type RoleOfClaim } from "@souffleur/contracts/sso";

/** What a provider says of a person, in its ID token and at its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** Forms in which providers write that something is so. */
const isSaid = (value: unknown) => value === true || value === 1 || value === "1" || isText(value, "true");
const isDenied = (value: unknown) =>
  value === false || value === 0 || value === "0" || isText(value, "false");
const isText = (value: unknown, text: string) => typeof value === "string" && value.toLowerCase() === text;

/** What Microsoft Entra ID says instead of `email_verified`, if it is asked to: the owner of the address's domain is confirmed. */
const confirmations = ["email_verified", "xms_edov"] as const;

/** Providers say what they don't have with an empty text, too: Microsoft Entra ID of a person without a mailbox. */
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";
const firstGiven = (...values: readonly unknown[]) => values.find(isGiven);
const spelledAlike = (value: unknown) =>
  typeof value === "string" ? (canonicalEmail(value) ?? value) : value;

/**
 * What the ID token and the user information say together. What is signed counts more; a confirmation counts for the address
 * that stands beside it, and a denial for both.
 */
export function joinClaims(info: Claims, token: Claims): Claims {
  const sources = [token, info];
  const authoritative = sources.flatMap(({ verified_primary_email: listed }): unknown[] =>
    [listed ?? []].flat(),
  );
  const email = spelledAlike(firstGiven(token.email, info.email, ...authoritative));
  const given = sources.filter((source) => spelledAlike(source.email) === email);
  const is = (test: (value: unknown) => boolean, among: readonly Claims[]) =>
    among.some((source) => confirmations.some((name) => test(source[name])));
  const isConfirmed = is(isSaid, given) || authoritative.map(spelledAlike).includes(email);
  const email_verified = is(isDenied, sources) ? false : isConfirmed || undefined;
  const signed = Object.fromEntries(Object.entries(token).filter(([, value]) => isGiven(value)));
  return { ...token, ...info, ...signed, email, email_verified };
}

/**
 * The address, in its canonical form, where the provider has confirmed it; or, where its addresses are trusted, has not denied
 * that. Then it may also be the name with which the person signs in there.
 */
export function confirmedEmail(
  { email, email_verified, preferred_username, upn }: Claims,
  trustsAddresses = false,
): string | undefined {
  if (email_verified === false || (email_verified !== true && !trustsAddresses)) return undefined;
  const address = trustsAddresses ? firstGiven(email, preferred_username, upn) : email;
  return typeof address === "string" ? canonicalEmail(address) : undefined;
}

interface RoleMapping {
  /** The claim's name; where there is none, a path of names with dots between them. */
  roleClaim: string;
  roles: readonly RoleOfClaim[];
}

/** Whether a mapping has no claim to read: the provider has none of it, or more values than a token holds. */
export const isRoleAbsent = (claims: Claims, { roleClaim, roles }: RoleMapping): boolean =>
  roleClaim !== "" && roles.length > 0 && readClaim(claims, roleClaim) === undefined;

/** The provider says that there is more than it has sent (OpenID Connect Core 1.0, 5.6.2; Microsoft Entra ID). */
export const isOverage = ({ _claim_names: names, hasgroups }: Claims, { roleClaim }: RoleMapping): boolean =>
  isSaid(hasgroups) || (typeof names === "object" && names !== null && Object.hasOwn(names, roleClaim));

/** The highest role that the claim's values give, or agent; undefined where no claim gives roles, or what it gives is not known. */
export function claimedRole(claims: Claims, mapping: RoleMapping): ClaimedRole | undefined {
  const { roleClaim, roles } = mapping;
  if (roleClaim === "" || roles.length === 0) return undefined;
  const claim = readClaim(claims, roleClaim);
  if (claim === undefined && isOverage(claims, mapping)) return undefined;
  const isObject = typeof claim === "object" && claim !== null && !Array.isArray(claim);
  // Zitadel has roles as keys, with the organizations that grant them as values.
  const values: unknown[] = isObject ? Object.keys(claim) : [claim].flat();
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
