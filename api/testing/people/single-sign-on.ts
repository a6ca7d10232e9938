import { randomUUID } from "node:crypto";
import type { Decision } from "@souffleur/contracts";
import { organizationIdOf } from "../../src/auth/accounts/organizations.ts";
import { clock } from "../../src/clock.ts";
import { type StartOptions, startApp, type TestApp } from "../app.ts";
import type { Answer } from "../request.ts";
import { type IdentityProvider, startIdentityProvider } from "../servers/identity-provider.ts";
import type { SignedInUser } from "./people.ts";

const privateIssuers = { env: { SSO_PRIVATE_ISSUERS: "true" } };

/** The API, which may connect to this machine, and a provider. */
export async function openSso(
  program?: Parameters<typeof startIdentityProvider>[0],
  options: StartOptions = {},
) {
  const [api, provider] = await Promise.all([
    startApp({ ...privateIssuers, ...options }),
    startIdentityProvider(program),
  ]);
  return { api, provider };
}

/** Another process of the same product: it has read nothing of any provider yet. */
export const openAnother = ({ connection }: TestApp, options: StartOptions = {}) =>
  startApp({ ...privateIssuers, connection, ...options });

export const settingsOf = ({ issuer, clientId, clientSecret }: IdentityProvider, domain: string) => ({
  issuer,
  clientId,
  clientSecret,
  domains: [domain],
});

/** Confirms domains for an administrator's organization, as a platform administrator does. */
export async function confirmDomains(
  { connection }: Pick<TestApp, "connection">,
  admin: Pick<SignedInUser, "id" | "organizationId">,
  ...confirmed: string[]
): Promise<void> {
  const stored = {
    _id: admin.organizationId,
    domains: confirmed.map((name) => ({
      name,
      state: "confirmed",
      requestedAt: clock.now(),
      requestedBy: admin.id,
    })),
    confirmed,
    revision: 1,
    audit: [],
  };
  await connection.collection("single-sign-ons").insertOne(stored as object);
}

interface CompanyOptions {
  domain?: string;
  settings?: object;
  decision?: Decision | undefined;
  /** Whether the administrator's address is of the domain. */
  adminInDomain?: boolean;
}

const redirectUris: string[] = [];

/** An organization with the provider and, unless another decision is given, a confirmed domain. */
export async function createCompany(api: TestApp, provider: IdentityProvider, options: CompanyOptions = {}) {
  const { settings = {}, adminInDomain = false } = options;
  const domain = options.domain ?? `${randomUUID()}.example`;
  const organization = `Company ${randomUUID()}`;
  const organizationId = organizationIdOf(organization);
  const admin = await api.signIn(
    await api.createUser({
      role: "admin",
      organization,
      ...(adminInDomain && { email: `boss@${domain}` }),
    }),
  );
  const platform = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  redirectUris.push(`${api.config.PUBLIC_URL}/single-sign-on/${organizationId}`);
  const logoutUri = `${api.url}/api/auth/sso/${organizationId}/logout`;
  await provider.serve({ redirectUris, logoutUri });
  const saved = await api.request("PUT", "/api/organization/sso", {
    token: admin.token,
    body: { ...settingsOf(provider, domain), ...settings },
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const decide = (decision: Decision) =>
    api.request("PUT", `/api/auth/admin/domains/${organizationId}/${domain}`, {
      token: platform.token,
      body: { decision },
    });
  const decision = "decision" in options ? options.decision : "approve";
  if (decision !== undefined) await decide(decision);
  return { admin, platform, domain, organization, organizationId, decide };
}

/** Presses Sign In. */
export const press = (
  api: Pick<TestApp, "request">,
  email: string,
  password = "",
  source?: string,
): Promise<Answer> =>
  api.request("POST", "/api/auth/login", {
    body: { email, password },
    ...(source !== undefined && { source }),
  });

/** Brings back what the provider has answered, in the browser that has pressed Sign In. */
export const finish = (
  api: Pick<TestApp, "request">,
  { body, cookies }: Answer,
  answer: string,
): Promise<Answer> =>
  api.request("POST", "/api/auth/sso", {
    body: { organizationId: organizationOf(body.data.signInAt), query: answer },
    cookies,
  });

/** The organization in the redirect address of a request to a provider. */
export const organizationOf = (signInAt: string) =>
  new URL(signInAt).searchParams.get("redirect_uri")?.split("/").at(-1) ?? "";
