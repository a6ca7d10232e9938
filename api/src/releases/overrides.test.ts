import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { startApp, type TestApp, travel } from "../../testing/app.ts";
import { contract, pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { type SignedInUser, testPassword } from "../../testing/people/people.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { developmentRelease, overrideRegistry } from "./overrides.ts";

const route = "/api/remote-override";
const wanted = { remote: "mfe-admin", address: "http://127.0.0.1:4100" };
const name = "souffleur-override";

const policyOf = async (api: TestApp, value?: string) => {
  const cookies = value === undefined ? {} : { [name]: encodeURIComponent(value) };
  const { headers } = await api.request("GET", route, { cookies });
  return headers.get("content-security-policy") ?? "";
};

describe("where overrides are switched on", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp({ env: { REMOTE_OVERRIDES: "localhost" } });
  });
  afterAll(() => api.close());

  test("a browser keeps its override until it removes it", async () => {
    const set = await api.request("PUT", route, { body: wanted });
    expect(set.status).toBe(200);
    expect(set.headers.get("set-cookie")).toMatch(/Path=\/;.*HttpOnly;.*SameSite=Lax/);
    // A cookie of the browser's session.
    expect(set.headers.get("set-cookie")).not.toMatch(/Max-Age|Expires/);
    const kept = await api.request("GET", route, { cookies: set.cookies });
    expect(kept.body.data).toEqual({ allowed: true, overrides: [wanted] });
    const cleared = await api.request("DELETE", route, { cookies: set.cookies });
    expect(cleared.cookies[name]).toBe("");
    expect((await api.request("GET", route)).body.data).toEqual({ allowed: true, overrides: [] });
  });

  test("a browser replaces several remotes, each by its latest address, and takes each back alone", async () => {
    const set = (remote: string, port: number, cookies = {}) =>
      api.request("PUT", route, { body: { remote, address: `http://127.0.0.1:${port}` }, cookies });
    const first = await set("mfe-admin", 4100);
    const second = await set("mfe-deals", 4200, first.cookies);
    const third = await set("mfe-admin", 4101, second.cookies);
    const [deals, admin] = [
      { remote: "mfe-deals", address: "http://127.0.0.1:4200" },
      { remote: "mfe-admin", address: "http://127.0.0.1:4101" },
    ];
    expect(await overridesWith(third.cookies)).toEqual([deals, admin]);
    expect(await policyOf(api, third.cookies[name])).toContain(`${deals.address} ${admin.address}`);
    const left = await api.request("DELETE", `${route}?remote=mfe-deals`, { cookies: third.cookies });
    expect(await overridesWith(left.cookies)).toEqual([admin]);
    const none = await api.request("DELETE", `${route}?remote=mfe-admin`, { cookies: left.cookies });
    expect(none.cookies[name]).toBe("");
  });

  test("a browser replaces ten remotes at most", async () => {
    let cookies = {};
    const set = (n: number) =>
      api.request("PUT", route, { body: { ...wanted, remote: `mfe-${n}` }, cookies });
    for (let n = 0; n < 10; n++) ({ cookies } = await set(n));
    expect(await set(10)).toMatchObject({ status: 409, body: { code: "LIMIT_REACHED" } });
    expect((await set(9)).status).toBe(200);
  });

  test.each(["http://localhost:4100", "http://127.0.0.1:1", "http://[::1]:65535"])(
    "the loopback address %s is accepted",
    async (address) => {
      expect((await api.request("PUT", route, { body: { ...wanted, address } })).status).toBe(200);
    },
  );

  test.each([
    "https://evil.example",
    "http://evil.example:4100",
    "http://127.0.0.1.evil.example:4100",
    "http://localhost:4100@evil.example:80",
    "http://localhost",
    "http://localhost:0",
    "http://localhost:65536",
    "http://192.168.1.7:4100",
    "http://localhost:4100/path",
    "http://localhost:4100; script-src *",
    "//localhost:4100",
    "",
    7,
    null,
  ])("the address %p is refused with its field", async (address) => {
    const { status, body } = await api.request("PUT", route, { body: { ...wanted, address } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field: "address" });
  });

  test("a name that no remote can have is refused", async () => {
    const { status, body } = await api.request("PUT", route, { body: { ...wanted, remote: "../shell" } });
    expect(status).toBe(400);
    expect(body.field).toBe("remote");
    expect(body.error).toMatch(/such as mfe-dashboard/);
  });

  test("an unreleased remote is added to the registry, and no other release stands in for a replaced one", () => {
    const release = developmentRelease("mfe-admin", "/remotes/mfe-admin/by-hash/", contract);
    const canaries = { "mfe-admin": { share: 5, release } };
    const registry = { schema: 1 as const, remotes: { "mfe-admin": release }, canaries };
    const deals = { remote: "mfe-deals", address: "http://127.0.0.1:4200" };
    const own = overrideRegistry({ ...registry, previous: { "mfe-admin": release } }, [deals, wanted]);
    expect(Object.keys(own.remotes)).toEqual(["mfe-admin", "mfe-deals"]);
    expect(own.remotes["mfe-deals"]).toMatchObject({ base: `${deals.address}/`, contract });
    expect(own.remotes["mfe-admin"]).toMatchObject({ base: `${wanted.address}/` });
    expect(own).toMatchObject({ canaries: {}, previous: {} });
  });

  test.each(["https://evil.example", undefined])("another site can't set it (origin %p)", async (origin) => {
    const response = await fetch(`${api.url}${route}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json", ...(origin && { Origin: origin }) },
      body: JSON.stringify(wanted),
    });
    expect(response.status).toBe(403);
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  test("the policy allows the address for that browser alone", async () => {
    expect(await policyOf(api)).not.toContain("127.0.0.1");
    const { cookies } = await api.request("PUT", route, { body: wanted });
    const policy = await policyOf(api, cookies[name]);
    for (const kind of ["script-src", "style-src", "connect-src", "font-src", "img-src"]) {
      expect(policy).toMatch(new RegExp(`${kind} [^;]*http://127\\.0\\.0\\.1:4100`));
    }
    expect(policy).not.toMatch(/object-src [^;]*127/);
  });

  const overridesWith = async (cookies: Record<string, string>) =>
    (await api.request("GET", route, { cookies })).body.data.overrides;

  test("each override expires after a day, even where the browser keeps its cookie", async () => {
    const first = await api.request("PUT", route, { body: wanted });
    travel(23 * 3_600_000);
    const deals = { ...wanted, remote: "mfe-deals" };
    const { cookies } = await api.request("PUT", route, { body: deals, cookies: first.cookies });
    expect(await overridesWith(cookies)).toEqual([wanted, deals]);
    travel(3_600_000);
    expect(await overridesWith(cookies)).toEqual([deals]);
    travel(23 * 3_600_000);
    expect(await overridesWith(cookies)).toEqual([]);
    expect(await policyOf(api, cookies[name])).not.toContain("127.0.0.1");
  });

  describe("set by a signed-in user", () => {
    let user: SignedInUser;
    let cookies: Record<string, string>;
    beforeEach(async () => {
      user = await api.signIn(await api.createUser());
      ({ cookies } = await api.request("PUT", route, { body: wanted, token: user.token }));
      expect(await overridesWith(cookies)).toEqual([wanted]);
    });

    test("it ends with the sign-out, even where the browser keeps its cookie", async () => {
      const out = await api.request("POST", "/api/auth/logout", { token: user.token, cookies });
      expect(out.headers.getSetCookie().join()).toMatch(new RegExp(`${name}=; Max-Age=0;`));
      expect(await overridesWith(cookies)).toEqual([]);
      expect(await policyOf(api, cookies[name])).not.toContain("127.0.0.1");
    });

    test("it ends when the session expires or the account is deactivated", async () => {
      const admin = await api.signIn(await api.createUser({ role: "admin", organization: null }));
      const other = await api.signIn(await api.createUser());
      const theirs = (await api.request("PUT", route, { body: wanted, token: other.token })).cookies;
      const body = { status: "inactive" };
      await api.request("PUT", `/api/auth/admin/users/${other.id}/status`, { token: admin.token, body });
      expect(await overridesWith(theirs)).toEqual([]);
      expect(await overridesWith(cookies)).toEqual([wanted]);
      travel(12 * 3_600_000);
      expect(await overridesWith(cookies)).toEqual([]);
    });

    test("it ends when another node ends the session", async () => {
      const node = await startApp({ env: { REMOTE_OVERRIDES: "localhost" }, connection: api.connection });
      await node.request("POST", "/api/auth/logout", { token: user.token });
      await node.close();
      expect(await overridesWith(cookies)).toEqual([]);
    });

    test("its cookie can't be changed to another session, time, address or remote", async () => {
      const [remote, address, at, sessionId, kid, mac] = (cookies[name] ?? "").split("@");
      const other = await api.signIn(await api.createUser());
      for (const parts of [
        [remote, address, at, "", kid, mac],
        [remote, address, at, other.sessionId, kid, mac],
        [remote, address, Number(at) + 1, sessionId, kid, mac],
        [remote, "http://127.0.0.1:4101", at, sessionId, kid, mac],
        ["mfe-auth", address, at, sessionId, kid, mac],
        [remote, address, at, "mfe-auth", address, at, sessionId, kid, mac],
        [remote, address, at, sessionId, "unknown0", mac],
        [remote, address, at, sessionId, kid, ""],
        [remote, address, at, sessionId, kid],
        [remote, address, at, sessionId, kid, mac, "more"],
      ])
        expect(await overridesWith({ [name]: encodeURIComponent(parts.join("@")) })).toEqual([]);
    });
  });

  test("one that was set before a sign-in ends with the sign-in", async () => {
    const user = await api.createUser();
    const { cookies } = await api.request("PUT", route, { body: wanted });
    const signIn = (password: string) =>
      api.request("POST", "/api/auth/login", {
        body: { email: user.email, password, rememberMe: true },
        cookies,
      });
    expect((await signIn("Not-the-password-7")).cookies).not.toHaveProperty([name]);
    const signedIn = await signIn(testPassword);
    expect(signedIn.status).toBe(200);
    expect(signedIn.cookies[name]).toBe("");
  });

  test("a sign-in without an override sets no cookie for one", async () => {
    const { email } = await api.createUser();
    const body = { email, password: testPassword, rememberMe: true };
    expect((await api.request("POST", "/api/auth/login", { body })).cookies).not.toHaveProperty([name]);
  });

  test("an invalid token sets nothing", async () => {
    const answer = await api.request("PUT", route, { body: wanted, token: "not-a-token" });
    expect(answer.status).toBe(401);
    expect(answer.cookies).toEqual({});
  });

  test.each([
    "mfe-admin@http://127.0.0.1:4100",
    "mfe-admin@https://evil.example",
    "mfe-admin@http://evil.example:80",
    "mfe-admin",
    "mfe-nowhere@http://127.0.0.1:4100",
    "@",
    "mfe-admin@http://127.0.0.1:4100;*",
    "x".repeat(4000),
  ])("the forged cookie %p has no effect", async (value) => {
    expect(await policyOf(api, value)).toBe(await policyOf(api));
  });
});

test("a browser with an override has its own page, whose scripts alone the policy allows, and its own registry, which no cache keeps", async () => {
  const folder = temporaryFolder();
  await writeBuild(path.join(folder, "mfe-admin/dist"), "mfe-admin", "admin();");
  const dist = path.join(folder, "shell/dist");
  await mkdir(dist, { recursive: true });
  const registry = '<script type="application/json" id=souffleur-registry></script>';
  await writeFile(path.join(dist, "development.html"), `${registry}<script>develop()</script>`);
  const api = await startApp({ env: { REMOTE_OVERRIDES: "localhost" }, pages: pagesIn(folder) });
  const { cookies } = await api.request("PUT", route, { body: wanted });
  expect(await policyOf(api, cookies[name])).toMatch(/script-src [^;]*'sha256-/);
  expect(await policyOf(api)).not.toContain("sha256");
  for (const at of ["/admin/users", "/remotes.json"]) {
    const [mine, others] = [await api.request("GET", at, { cookies }), await api.request("GET", at)];
    expect(mine.headers.get("cache-control")).toMatch(/^private, no-store/);
    expect(JSON.stringify(mine.body)).toContain(wanted.address);
    expect(others.headers.get("cache-control")).toMatch(/^no-cache/);
    expect(JSON.stringify(others.body)).not.toContain(wanted.address);
  }
  await api.close();
});

test("without REMOTE_OVERRIDES nothing is replaced, and the refusal names the variable", async () => {
  const api = await startApp();
  const set = await api.request("PUT", route, { body: wanted });
  expect(set.status).toBe(403);
  expect(set.body.error).toContain("REMOTE_OVERRIDES=localhost");
  const cookies = { [name]: "mfe-admin@http://127.0.0.1:4100" };
  const kept = await api.request("GET", route, { cookies });
  expect(kept.body.data).toEqual({ allowed: false, overrides: [] });
  expect(kept.headers.get("content-security-policy")).not.toContain("127.0.0.1");
  await api.close();
});
