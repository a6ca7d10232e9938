import {
  accountErrors,
  Decision,
  endpoint,
  errorCatalogue,
  limits,
  Role,
  SignedIn,
  SignInElsewhere,
  z,
} from "@souffleur/contracts";
import { asciiDomain, choice, idField, openEnum, refusedAs, revisionField } from "./fields.ts";
import { text } from "./texts/text.ts";

/** The roles that a provider's claim may give: none above manager. */
export const ClaimedRole = choice(
  "Role",
  Role.options.filter((role) => role !== "admin"),
);
export type ClaimedRole = z.infer<typeof ClaimedRole>;

/** What becomes of people who come from the provider for the first time. */
export const FirstComers = choice("First sign-in", ["active", "waiting"]);
export type FirstComers = z.infer<typeof FirstComers>;

const domainStates = ["waiting", "confirmed", "refused"] as const;

/** An e-mail domain of an organization. Its people are led to the provider once a platform administrator has confirmed it. */
export const ProviderDomain = z.object({
  /** In ASCII, as addresses have it. */
  name: z.string(),
  /** In the letters of its language, such as `société.fr`; undefined where that is its name. */
  unicode: z.string().optional(),
  state: z.enum(domainStates),
});
export type ProviderDomain = z.infer<typeof ProviderDomain>;

const issuer = z
  .string({ error: text("Enter the provider's address") })
  .trim()
  .min(1, { error: text("Enter the provider's address"), abort: true })
  .max(limits.ssoIssuerMax, { error: text("The provider's address is too long"), abort: true })
  .refine(isIssuer, { error: text("Enter the provider's address as https://…, without ? and #") });

function isIssuer(value: string): boolean {
  if (!URL.canParse(value) || /[?#\s]/.test(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

const clientId = z
  .string({ error: text("Enter the client's ID") })
  .trim()
  .min(1, { error: text("Enter the client's ID") })
  .max(limits.ssoTextMax, { error: text("The client's ID is too long") });
const clientSecret = z
  .string({ error: text("The client secret must be text") })
  .min(1, { error: text("Enter the client secret") })
  .max(limits.ssoTextMax, { error: text("The client secret is too long") });

const domainName = z
  .string({ error: text("Domains must be text") })
  .trim()
  .toLowerCase()
  .max(253, { error: text("This is no e-mail domain, such as example.com"), abort: true })
  // As addresses have it: `société.fr` in ASCII.
  .overwrite((typed) => asciiDomain(typed) ?? typed)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/, {
    error: text("This is no e-mail domain, such as example.com"),
  });

const claimName = z
  .string({ error: text("The claim must be text") })
  .trim()
  .max(limits.ssoTextMax, { error: text("The claim's name is too long") });
const roleOfClaim = z.object(
  {
    value: z
      .string({ error: text("Enter the claim's value") })
      .trim()
      .min(1, { error: text("Enter the claim's value") })
      .max(limits.ssoTextMax, { error: text("The claim's value is too long") }),
    role: ClaimedRole,
  },
  { error: text("Roles must be a list of values with a role") },
);
export type RoleOfClaim = z.infer<typeof roleOfClaim>;

/** What an administrator enters. The client secret is written only; without one the stored one stays. */
export const SingleSignOnInput = z
  .object({
    issuer,
    clientId,
    clientSecret: clientSecret.optional(),
    domains: z
      .array(domainName, { error: text("Domains must be a list") })
      .min(1, { error: text("Enter an e-mail domain") })
      .max(limits.ssoDomainsMax, { error: text("An organization has at most 20 domains") })
      .transform((names) => [...new Set(names)]),
    demanded: z.boolean({ error: text("Demanded must be true or false") }).default(false),
    firstComers: FirstComers.default("waiting"),
    /** Addresses of confirmed domains count although the provider says nothing of having confirmed them. */
    trustsAddresses: z.boolean({ error: text("Trusted addresses must be true or false") }).default(false),
    /** The administrator that may always sign in with a password; by default the caller, or the stored one. */
    emergencyUserId: idField().optional(),
    /** The claim that says the role of a person; empty where it does not. */
    roleClaim: claimName.default(""),
    roles: z
      .array(roleOfClaim, { error: text("Roles must be a list of values with a role") })
      .max(limits.ssoRolesMax, { error: text("At most 50 values can have a role") })
      .default([]),
    /** The revision on which this is based; without it, any stored value is replaced. */
    revision: revisionField.optional(),
  })
  .refine(({ roles, roleClaim }) => roles.length === 0 || roleClaim !== "", {
    path: ["roleClaim"],
    error: text("Enter the claim that has these values"),
  });
export type SingleSignOnInput = z.input<typeof SingleSignOnInput>;

const Person = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** An organization's provider as it is stored; the secret is never shown. */
export const SingleSignOn = z.object({
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(ProviderDomain),
  demanded: z.boolean(),
  firstComers: FirstComers,
  trustsAddresses: z.boolean().optional(),
  emergencyUserId: z.string(),
  roleClaim: z.string(),
  roles: z.array(roleOfClaim),
});
export type SingleSignOn = z.infer<typeof SingleSignOn>;

/**
 * Why nobody came in: the provider did not answer, its answer was refused, it has refused the person, it gave no user
 * information, it confirmed no address; or somebody did, and the claim that gives roles was absent or incomplete.
 */
export const SsoFailure = z.enum(["unreachable", "answer", "denied", "information", "address", "roles"]);
export type SsoFailure = z.infer<typeof SsoFailure>;

export const StoredSingleSignOn = z.object({
  /** Null where people sign in with passwords alone. */
  sso: SingleSignOn.nullable(),
  /** Counts the changes. */
  revision: z.number(),
  /** Of the last sign-in that went wrong within a week, unless the provider was saved since. */
  lastFailure: z.object({ at: z.iso.datetime(), reason: openEnum(SsoFailure) }).optional(),
  /** What the provider needs to know of this product. */
  redirectAddress: z.string(),
  logoutAddress: z.string(),
  /** For sign-ins that begin at the provider, such as Okta's tile; absent without a provider. */
  startAddress: z.string().optional(),
  /** Active administrators with a password, one of whom keeps it. */
  administrators: z.array(Person),
});
export type StoredSingleSignOn = z.infer<typeof StoredSingleSignOn>;

const tag = "Single sign-on";
const settings = { access: "organization", capability: "manageSettings", tag } as const;

export const readSso = endpoint("GET", "/api/organization/sso", {
  ...settings,
  summary: "The organization's identity provider, without its secret; for callers who may manage settings",
  data: StoredSingleSignOn,
});

export const saveSso = endpoint("PUT", "/api/organization/sso", {
  ...settings,
  summary:
    "Set the organization's identity provider (OpenID Connect). A new issuer's description is read first, and needs its secret. Domains wait for a platform administrator; 409 with the stored settings as `current` where they have changed since the revision that is named",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  limit: 20,
  example: {
    body: {
      issuer: "https://login.example.com",
      clientId: "souffleur",
      clientSecret: "a-secret-of-the-provider",
      domains: ["example.com"],
      demanded: false,
      firstComers: "waiting",
    },
  },
  body: SingleSignOnInput,
  data: StoredSingleSignOn,
});

export const removeSso = endpoint("DELETE", "/api/organization/sso", {
  ...settings,
  summary: "Remove the organization's identity provider and its domains: people sign in with passwords",
  errors: ["PROOF_REQUIRED"],
  limit: 20,
  data: StoredSingleSignOn,
});

/** A domain that an organization has entered, for platform administrators. */
export const RequestedDomain = ProviderDomain.extend({
  organizationId: z.string(),
  organizationName: z.string(),
  requestedAt: z.iso.datetime(),
  /** Of the administrator who entered it; empty where the account is gone. */
  requestedBy: z.string(),
  /** Another organization for which the domain is confirmed already. */
  confirmedFor: z.string().optional(),
});
export type RequestedDomain = z.infer<typeof RequestedDomain>;

export const listDomains = endpoint("GET", "/api/auth/admin/domains", {
  access: "platform",
  tag,
  summary: "The e-mail domains that organizations have entered for single sign-on, those that wait first",
  data: z.object({ domains: z.array(RequestedDomain).max(limits.ssoDomainsListed) }),
});

export const decideDomain = endpoint("PUT", "/api/auth/admin/domains/:organizationId/:name", {
  access: "platform",
  tag,
  summary:
    "Confirm or refuse an organization's e-mail domain. 409 where it is confirmed for another organization, or was decided before",
  errors: ["INVALID_TRANSITION"],
  example: { params: { organizationId: "acme", name: "example.com" }, body: { decision: "approve" } },
  params: z.object({ organizationId: idField(), name: idField(253) }),
  body: z.object({ decision: Decision }),
  data: z.object({ domain: RequestedDomain }),
});

const failed = errorCatalogue.SSO_FAILED.text;

/** Takes the domain alone, so that nobody's address is sent before they sign in, and no account is looked at. */
export const findProvider = endpoint("GET", "/api/auth/sso", {
  access: "public",
  tag,
  summary:
    "Whether the people of an email domain sign in at an identity provider: a platform administrator has confirmed the domain for an organization that has one",
  // One read of an index.
  limit: 60,
  example: { query: { domain: "example.com" } },
  query: z.object({ domain: domainName }),
  data: z.object({ hasProvider: z.boolean() }),
});

/** Its wrong addresses are answered alike, so that nothing is told of an organization. */
const startsNothing = text("This address starts no sign-in. Sign in with your email address instead.");

export const startSso = endpoint("POST", "/api/auth/sso/start", {
  access: "public",
  tag,
  summary:
    "Start a sign-in at the identity provider of an organization, as its portal asks for by an address with `iss`, which must be the organization's issuer. The browser then goes to `signInAt`",
  errors: ["SSO_FAILED", "SSO_UNAVAILABLE", "ORIGIN_FORBIDDEN"],
  limit: "signIn",
  example: { body: { organizationId: "acme", issuer: "https://login.example.com" } },
  body: z.object({
    /** From the path of the address, and the issuer from its query. */
    organizationId: refusedAs(startsNothing, 64),
    issuer: refusedAs(startsNothing, limits.ssoIssuerMax),
  }),
  data: SignInElsewhere,
});

export const finishSso = endpoint("POST", "/api/auth/sso", {
  access: "public",
  tag,
  summary:
    "Complete a sign-in with what the identity provider has sent the browser back with. It works once, in the browser that has begun it, for ten minutes",
  errors: [
    "SSO_FAILED",
    "SSO_REFUSED",
    "SSO_UNAVAILABLE",
    "ORIGIN_FORBIDDEN",
    ...accountErrors,
    "LIMIT_REACHED",
    "SERVER_BUSY",
  ],
  limit: "signIn",
  credential: ["body"],
  example: { body: { organizationId: "acme", query: "code=a1b2c3&state=d4e5f6" } },
  body: z.object({
    /** From the redirect address, which each organization has of its own. */
    organizationId: refusedAs(failed, 64),
    /** The query with which the provider has sent the browser back. */
    query: refusedAs(failed, 8000),
  }),
  data: SignedIn,
});

export const endByProvider = endpoint("POST", "/api/auth/sso/:organizationId/logout", {
  access: "public",
  tag,
  summary:
    "Back-channel logout (OpenID Connect): the provider ends the sessions that it has opened, with a signed `logout_token`",
  errors: ["SSO_FAILED"],
  limit: 300,
  credential: ["body"],
  contentType: "application/x-www-form-urlencoded",
  bodyBytes: 20_000,
  example: { params: { organizationId: "acme" } },
  params: z.object({ organizationId: idField() }),
  /** A form, which the handler reads from the bytes. */
  body: z.object({}),
});
