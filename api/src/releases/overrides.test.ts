import { startApp, type TestApp } from "../testing.ts";

const path = "/api/remote-override";
const wanted = { remote: "mfe-admin", address: "http://127.0.0.1:4100" };
const name = "souffleur-override";

const policyOf = async (api: TestApp, value?: string) => {
  const cookies = value === undefined ? {} : { [name]: encodeURIComponent(value) };
  const { headers } = await api.request("GET", path, { cookies });
  return headers.get("content-security-policy") ?? "";
};

describe("where overrides are switched on", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp({ env: { REMOTE_OVERRIDES: "localhost" } });
  });
  afterAll(() => api.close());

  test("a browser keeps its override and takes it back", async () => {
    const set = await api.request("PUT", path, { body: wanted });
    expect(set.status).toBe(200);
    expect(set.headers.get("set-cookie")).toMatch(/Path=\/;.*HttpOnly;.*SameSite=Lax/);
    const kept = await api.request("GET", path, { cookies: set.cookies });
    expect(kept.body.data).toEqual({ allowed: true, override: wanted });
    const cleared = await api.request("DELETE", path, { cookies: set.cookies });
    expect(cleared.cookies[name]).toBe("");
    expect((await api.request("GET", path)).body.data).toEqual({ allowed: true, override: null });
  });

  test.each(["http://localhost:4100", "http://127.0.0.1:1", "http://[::1]:65535"])(
    "%s is an address of this machine",
    async (address) => {
      expect((await api.request("PUT", path, { body: { ...wanted, address } })).status).toBe(200);
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
  ])("the address %p is refused by its field", async (address) => {
    const { status, body } = await api.request("PUT", path, { body: { ...wanted, address } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field: "address" });
  });

  test("a remote that does not exist is refused with those that do", async () => {
    const { status, body } = await api.request("PUT", path, { body: { ...wanted, remote: "mfe-nowhere" } });
    expect(status).toBe(400);
    expect(body.field).toBe("remote");
    expect(body.error).toMatch(/mfe-nowhere.*mfe-auth.*mfe-admin/);
  });

  test.each(["https://evil.example", undefined])("another site can't set it (origin %p)", async (origin) => {
    const response = await fetch(`${api.url}${path}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json", ...(origin && { Origin: origin }) },
      body: JSON.stringify(wanted),
    });
    expect(response.status).toBe(403);
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  test("the policy lets in that address for that browser alone", async () => {
    expect(await policyOf(api)).not.toContain("127.0.0.1");
    const policy = await policyOf(api, "mfe-admin@http://127.0.0.1:4100");
    for (const kind of ["script-src", "style-src", "connect-src", "font-src", "img-src"]) {
      expect(policy).toMatch(new RegExp(`${kind} [^;]*http://127\\.0\\.0\\.1:4100`));
    }
    expect(policy).not.toMatch(/object-src [^;]*127/);
  });

  test.each([
    "mfe-admin@https://evil.example",
    "mfe-admin@http://evil.example:80",
    "mfe-admin",
    "mfe-nowhere@http://127.0.0.1:4100",
    "@",
    "mfe-admin@http://127.0.0.1:4100;*",
    "x".repeat(4000),
  ])("a cookie that holds %p counts for nothing", async (value) => {
    expect(await policyOf(api, value)).toBe(await policyOf(api));
  });
});

test("without the switch nothing is replaced, and a browser that wants to is told what it needs", async () => {
  const api = await startApp();
  const set = await api.request("PUT", path, { body: wanted });
  expect(set.status).toBe(403);
  expect(set.body.error).toContain("REMOTE_OVERRIDES=localhost");
  const cookies = { [name]: "mfe-admin@http://127.0.0.1:4100" };
  const kept = await api.request("GET", path, { cookies });
  expect(kept.body.data).toEqual({ allowed: false, override: null });
  expect(kept.headers.get("content-security-policy")).not.toContain("127.0.0.1");
  await api.close();
});
