import path from "node:path";
import type { Release } from "@souffleur/contracts";
import { startApp, type TestApp, travel } from "../../testing/app.ts";
import { pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { type SignedInUser, testPassword } from "../../testing/people/people.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createReleaseClient } from "./remote-release-client.ts";

const token = "a-token-for-machines-that-release-0123456789";
const route = "/api/remote-preview";
const cookieName = "souffleur-preview";
const hour = 3_600_000;
type Cookies = Record<string, string>;

let api: TestApp;
let client: ReturnType<typeof createReleaseClient>;
let folder: string;
let live: Release;
let candidate: Release;
beforeAll(async () => {
  folder = temporaryFolder();
  api = await startApp({ env: { RELEASES_TOKEN: token }, pages: pagesIn(folder) });
  client = createReleaseClient(api.url, token);
  live = await publish("mfe-admin", "live");
  await client.activate([live]);
  candidate = await publish("mfe-admin", "candidate");
});
afterAll(() => api.close());

async function publish(name: string, content: string): Promise<Release> {
  const build = path.join(folder, "builds", `${name}-${content}`);
  await writeBuild(build, name, content);
  return client.publish(build);
}

/** What the printed address holds. */
async function previewed(release = candidate, name = "new-chart") {
  const { address } = await client.preview(release, name);
  const [, named, key] = /\/remote-preview#([a-z-]+)\.([\w-]{22})$/.exec(address) ?? [];
  return { name: named, key };
}

const open = (body: object, as: { token?: string } = {}) => api.request("PUT", route, { body, ...as });
/** The version of the remote that a browser with these cookies is given. */
async function versionFor(cookies: Cookies = {}, remote = "mfe-admin"): Promise<string | undefined> {
  return (await api.request("GET", "/remotes.json", { cookies })).body.remotes[remote]?.version;
}

async function pageFor(cookies: Cookies = {}): Promise<string> {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return (await fetch(`${api.url}/admin/users`, { headers: { cookie: cookie.join("; ") } })).text();
}

test("who opens the address has the release, with its files, and nobody else; nothing becomes live", async () => {
  const { status } = await fetch(`${api.url}/remotes/mfe-admin/by-hash/${candidate.entry}`);
  expect(status).toBe(404);
  const { status: opened, body, cookies, headers } = await open(await previewed());
  expect(opened).toBe(200);
  expect(body.data).toMatchObject({ name: "new-chart", remote: "mfe-admin", version: candidate.version });
  expect(headers.get("set-cookie")).toMatch(/Path=\/;.*HttpOnly;.*SameSite=Lax/);
  expect(await versionFor(cookies)).toBe(candidate.version);
  expect((await fetch(`${api.url}/remotes/mfe-admin/by-hash/${candidate.entry}`)).status).toBe(200);
  const mine = await api.request("GET", "/remotes.json", { cookies });
  expect(mine.headers.get("cache-control")).toMatch(/^private, no-store/);
  const [page, others] = [await pageFor(cookies), await pageFor()];
  expect(page).toContain(candidate.version);
  expect(page).toContain('id="souffleur-preview">{"name":"new-chart"');
  expect(others).not.toContain(candidate.version);
  expect(others).not.toContain("souffleur-preview");
  expect(await versionFor()).toBe(live.version);
  expect((await client.latest()).remotes["mfe-admin"]?.version).toBe(live.version);
  expect((await client.latest()).changes?.["mfe-admin"]?.[0]?.version).toBe(live.version);
  const closed = await api.request("DELETE", route, { cookies });
  expect(closed.cookies[cookieName]).toBe("");
});

test("it shows a remote of which no release is live; other browsers get nothing of it", async () => {
  const first = await publish("mfe-dashboard", "first");
  const { cookies } = await open(await previewed(first, "first-one"));
  expect(await versionFor(cookies, "mfe-dashboard")).toBe(first.version);
  const { body } = await api.request("GET", "/remotes.json");
  expect(Object.keys(body.remotes)).toEqual(["mfe-admin"]);
  expect(JSON.stringify(body)).not.toMatch(/preview|first-one|keyHash/);
});

test("it is in the audit log, with its author and its name", async () => {
  const platform = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  await createReleaseClient(api.url, platform.token).preview(candidate, "audited");
  const [row] = await audited(api, { action: "release.previewed", actorId: platform.id });
  expect(row).toMatchObject({
    ...{ subjectId: "mfe-admin", to: candidate.version },
    reason: expect.stringContaining("audited"),
  });
});

test("only who may release may make one", async () => {
  const agent = await api.signIn(await api.createUser({ role: "admin" }));
  const body = { version: candidate.version, name: "new-chart" };
  const at = "/api/admin/releases/mfe-admin/preview";
  expect((await api.request("POST", at, { body, token: agent.token })).status).toBe(403);
  expect((await api.request("POST", at, { body })).status).toBe(401);
});

test.each([
  "",
  "New-Chart",
  "-chart",
  "chart.1",
  "../chart",
  "chart#1",
  "a@b",
  "a".repeat(41),
  "__proto__",
  7,
  null,
])("the name %p is refused with its field", async (name) => {
  const at = "/api/admin/releases/mfe-admin/preview";
  const { status, body } = await api.request("POST", at, {
    body: { version: candidate.version, name },
    token,
  });
  expect(status).toBe(400);
  expect(body.field).toBe("name");
});

test.each(["constructor", "hasownproperty"])(
  "a preview may be called %s, and none is by itself",
  async (name) => {
    const key = "A".repeat(22);
    expect((await open({ name, key })).status).toBe(404);
    expect((await open(await previewed(candidate, name))).status).toBe(200);
  },
);

test("a wrong key, another name's and a replaced one's open nothing", async () => {
  const first = await previewed();
  const other = await previewed(candidate, "other-name");
  const { cookies } = await open(first);
  const newer = await previewed();
  for (const given of [first, { ...newer, key: other.key }, { ...newer, key: "A".repeat(22) }]) {
    const { status, headers } = await open(given);
    expect(status).toBe(404);
    expect(headers.has("set-cookie")).toBe(false);
  }
  expect((await open({ ...newer, key: "short" })).status).toBe(400);
  // What was opened by the replaced address has ended, too.
  expect(await versionFor(cookies)).toBe(live.version);
});

test.each(["https://evil.example", undefined])("another site can't open it (origin %p)", async (origin) => {
  const response = await fetch(`${api.url}${route}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...(origin && { Origin: origin }) },
    body: JSON.stringify(await previewed()),
  });
  expect(response.status).toBe(403);
  expect(response.headers.has("set-cookie")).toBe(false);
});

test("the name of another remote's preview is refused with its end", async () => {
  await previewed(candidate, "shared");
  const deals = await publish("mfe-dashboard", "deals");
  await expect(client.preview(deals, "shared")).rejects.toThrow(
    /shared is the name of a preview of mfe-admin until \d{4}-.*Choose another name/,
  );
});

test("it ends after a day for everybody, and makes room for another", async () => {
  const given = await previewed();
  const { cookies } = await open(given);
  travel(23 * hour);
  expect(await versionFor(cookies)).toBe(candidate.version);
  expect((await open(given)).status).toBe(200);
  travel(24 * hour);
  expect(await versionFor(cookies)).toBe(live.version);
  expect((await open(given)).status).toBe(404);
  for (let n = 0; n < 20; n++) await client.preview(candidate, `many-${n}`);
  await expect(client.preview(candidate, "one-more")).rejects.toThrow(
    /There are 20 previews.*ends at \d{4}-/,
  );
  // A newer one of a name takes no place of its own.
  expect(await client.preview(candidate, "many-0")).toHaveProperty("address");
  travel(48 * hour);
  expect(await client.preview(candidate, "one-more")).toHaveProperty("address");
});

describe("opened by a signed-in user", () => {
  let user: SignedInUser;
  let cookies: Cookies;
  beforeEach(async () => {
    user = await api.signIn(await api.createUser());
    ({ cookies } = await open(await previewed(), { token: user.token }));
    expect(await versionFor(cookies)).toBe(candidate.version);
  });

  test("it ends with the sign-out, even where the browser keeps its cookie", async () => {
    const out = await api.request("POST", "/api/auth/logout", { token: user.token, cookies });
    expect(out.headers.getSetCookie().join()).toMatch(new RegExp(`${cookieName}=; Max-Age=0;`));
    expect(await versionFor(cookies)).toBe(live.version);
  });

  test("its cookie can't be changed to another session, preview or time", async () => {
    const [name, at, sessionId, kid, mac] = (cookies[cookieName] ?? "").split("@");
    const { name: other } = await previewed(candidate, "another");
    for (const parts of [
      [name, at, "", kid, mac],
      [other, at, sessionId, kid, mac],
      [name, new Date(0).toISOString(), sessionId, kid, mac],
      [name, at, sessionId, "unknown0", mac],
      [name, at, sessionId, kid, ""],
      [name, at, sessionId, kid],
      [name, at, sessionId, kid, mac, "more"],
      ["@"],
    ])
      expect(await versionFor({ [cookieName]: parts.join("@") })).toBe(live.version);
  });
});

test("one that was opened before a sign-in ends with it", async () => {
  const user = await api.createUser();
  const { cookies } = await open(await previewed());
  const signedIn = await api.request("POST", "/api/auth/login", {
    body: { email: user.email, password: testPassword, rememberMe: true },
    cookies,
  });
  expect(signedIn.cookies[cookieName]).toBe("");
});
