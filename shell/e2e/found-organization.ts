import type { Role } from "@souffleur/contracts";
import { type APIRequestContext, type BrowserContext, expect, type Page } from "playwright/test";
import { administrator } from "./accounts.ts";
import type { InputMethod } from "./input-method.ts";
import { type Newcomer, newcomer } from "./journey.ts";
import { deliveredLink, tokenOf } from "./mailbox.ts";
import { say } from "./states/say.ts";
import { button } from "./states/state.ts";

interface Answered {
  data: { accessToken: string; users: { id: string; email: string }[] };
}

/** Makes requests, which must succeed. */
function sender(request: APIRequestContext) {
  return async (path: string, data: object, token?: string, method = "POST") => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const answer = await request.fetch(path, { method, headers, ...(method !== "GET" && { data }) });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return ((await answer.json()) as Answered).data;
  };
}

/** An organization of its own with its administrator, made without the screens. */
export async function foundOrganization({ request }: Pick<BrowserContext, "request">): Promise<Newcomer> {
  const founder = newcomer();
  const { send } = await register(request, founder);
  const { accessToken } = await send("/api/auth/login", { ...administrator, rememberMe: false });
  const { users } = await send("/api/auth/admin/pending-users", {}, accessToken, "GET");
  const id = users.find((user) => user.email === founder.email)?.id;
  await send(`/api/auth/admin/users/${id}/approve`, { decision: "approve" }, accessToken, "PUT");
  await request.post("/api/auth/logout", { headers: { Authorization: `Bearer ${accessToken}` } });
  return founder;
}

/** A colleague in the founder's organization, made without the screens. */
export async function hire(
  { request }: Pick<BrowserContext, "request">,
  founder: Newcomer,
  role: Role,
  firstName: string,
): Promise<Newcomer> {
  const { password, organization } = founder;
  const send = sender(request);
  const credentials = { email: founder.email, password, rememberMe: false };
  const { accessToken } = await send("/api/auth/login", credentials);
  const email = newcomer().email;
  await send("/api/invitations", { addresses: email, role }, accessToken);
  const link = await deliveredLink(request, email, "Camille Moreau invites you to Souffleur");
  const token = tokenOf(link);
  await send("/api/invitations/accept", { token, firstName, lastName: "Le Goff", password });
  return { firstName, email, password, organization };
}

/** Somebody who has verified their address and waits for a decision, without the screens. */
async function register(request: APIRequestContext, person: Newcomer) {
  const { firstName, email, password, organization } = person;
  const send = sender(request);
  await send("/api/auth/register", {
    ...{ firstName, lastName: "Moreau", email, password, confirmPassword: password },
    ...{ organizationName: organization, industryType: "technology" },
  });
  const link = await deliveredLink(request, email, "Verify your email address");
  await send("/api/auth/verify-email", { token: tokenOf(link) });
  return { send };
}

/** Signs in on the page, in the test's language. */
export async function enter(page: Page, input: InputMethod, email: string, password: string): Promise<void> {
  await input.type(page.getByLabel(say("Email")), email);
  await input.type(page.getByLabel(say("Password"), { exact: true }), password);
  await input.press(button(page, "Sign In"));
  await expect(page).not.toHaveURL(/\/login/);
}
