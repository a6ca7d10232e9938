import {
  ClaimedRole,
  type SingleSignOn,
  type SingleSignOnInput,
  type StoredSingleSignOn,
} from "@souffleur/contracts/sso";

/** The roles that a provider's claim may give; everybody else becomes an agent. */
export const givenRoles = ClaimedRole.options.filter((role) => role !== "agent");
type GivenRole = (typeof givenRoles)[number];

/** What the fields show: lists are texts with commas. */
export interface SsoForm {
  issuer: string;
  clientId: string;
  clientSecret: string;
  domains: string;
  firstComers: SingleSignOn["firstComers"];
  trustsAddresses: boolean;
  roleClaim: string;
  roles: Record<GivenRole, string>;
  demanded: boolean;
  emergencyUserId: string;
}

/** The emergency account is the caller's, or else that of the first administrator with a password. */
export function formOf({ sso, administrators }: StoredSingleSignOn, callerId: string): SsoForm {
  const [first, own] = [administrators[0], administrators.find(({ id }) => id === callerId)];
  const valuesOf = (role: GivenRole) =>
    (sso?.roles ?? [])
      .filter((one) => one.role === role)
      .map(({ value }) => value)
      .join(", ");
  return {
    issuer: sso?.issuer ?? "",
    clientId: sso?.clientId ?? "",
    clientSecret: "",
    domains: (sso?.domains ?? []).map(({ name, unicode }) => unicode ?? name).join(", "),
    firstComers: sso?.firstComers ?? "waiting",
    trustsAddresses: sso?.trustsAddresses ?? false,
    roleClaim: sso?.roleClaim ?? "",
    roles: Object.fromEntries(givenRoles.map((role) => [role, valuesOf(role)])) as SsoForm["roles"],
    demanded: sso?.demanded ?? false,
    emergencyUserId: sso?.emergencyUserId ?? (own ?? first)?.id ?? callerId,
  };
}

/**
 * Whether the provider at this address is known to confirm no addresses: Microsoft Entra ID, also of national clouds and of external
 * tenants, and AD FS.
 */
export const needsTrust = (issuer: string) =>
  /^https:\/\/(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|sts\.(?:windows\.net|chinacloudapi\.cn)|[\w-]+\.ciamlogin\.com|[^/]+\/adfs)(?:\/|$)/i.test(
    issuer.trim(),
  );

/** Whether people are to be known to another client than the stored one. */
export const isOtherClient = ({ issuer, clientId }: SsoForm, stored: SingleSignOn | null) =>
  stored !== null && (issuer.trim() !== stored.issuer || clientId.trim() !== stored.clientId);

const partsOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

export function inputOf(
  { clientSecret, domains, roles, ...form }: SsoForm,
  revision: number,
): SingleSignOnInput {
  return {
    ...form,
    ...(clientSecret !== "" && { clientSecret }),
    domains: partsOf(domains),
    roles: givenRoles.flatMap((role) => partsOf(roles[role]).map((value) => ({ value, role }))),
    revision,
  };
}

/** The field of the form that has a field of the request, such as `domains.2`. */
export const formField = (field: string) => field.split(".")[0] ?? field;
