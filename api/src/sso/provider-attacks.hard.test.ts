import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { startApp, type TestApp } from "../../testing/app.ts";
import { createCompany, finish, openSso, press, settingsOf } from "../../testing/people/single-sign-on.ts";
import { type Fault, type IdentityProvider, visitProvider } from "../../testing/servers/identity-provider.ts";
import { listen } from "../../tools/network.ts";

let api: TestApp;
let provider: IdentityProvider;
let company: Awaited<ReturnType<typeof createCompany>>;
let email: string;
beforeAll(async () => {
  ({ api, provider } = await openSso());
  company = await createCompany(api, provider, { settings: { firstComers: "active" } });
  email = `ada@${company.domain}`;
  await provider.know(email, { sub: randomUUID(), email, email_verified: true });
});
afterAll(async () => {
  await provider.close();
  await api.close();
});
afterEach(async () => {
  await provider.fail(undefined);
  await provider.deny(false);
});

/** A sign-in up to the provider's answer. */
async function visited() {
  const pressed = await press(api, email);
  return { pressed, answer: await visitProvider(pressed.body.data.signInAt) };
}
const withParameter = (query: string, name: string, value: string) => {
  const changed = new URLSearchParams(query);
  changed.set(name, value);
  return changed.toString();
};

// The sections are those of RFC 9700, the best current practice of OAuth 2.0 security.
describe("an answer of the provider", () => {
  test("works once, in the browser that has asked for it (4.7, 2.1)", async () => {
    const { pressed, answer } = await visited();
    const elsewhere = await finish(api, { ...pressed, cookies: {} }, answer);
    expect(elsewhere.body.code).toBe("SSO_FAILED");
    const other = await press(api, email);
    expect((await finish(api, { ...pressed, cookies: other.cookies }, answer)).body.code).toBe("SSO_FAILED");
    const both = await Promise.all([finish(api, pressed, answer), finish(api, pressed, answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await finish(api, pressed, answer)).body.code).toBe("SSO_FAILED");
  });

  test("with a code of another sign-in is refused by its verifier (4.5)", async () => {
    const [one, two] = [await visited(), await visited()];
    const code = new URLSearchParams(two.answer).get("code") ?? "";
    expect((await finish(api, one.pressed, withParameter(one.answer, "code", code))).body.code).toBe(
      "SSO_FAILED",
    );
  });

  test("to a request without its challenge is refused (4.8)", async () => {
    const pressed = await press(api, email);
    const downgraded = new URL(pressed.body.data.signInAt);
    expect(downgraded.searchParams.get("code_challenge_method")).toBe("S256");
    downgraded.searchParams.delete("code_challenge");
    downgraded.searchParams.delete("code_challenge_method");
    const answer = await visitProvider(downgraded.href);
    expect((await finish(api, pressed, answer)).body.code).toBe("SSO_FAILED");
  });

  test("of another issuer, or at another organization's address, is refused (4.4)", async () => {
    const { pressed, answer } = await visited();
    const foreign = withParameter(answer, "iss", "https://attacker.example");
    expect((await finish(api, pressed, foreign)).body.code).toBe("SSO_FAILED");
    const rival = await createCompany(api, provider);
    const mixed = await visited();
    const atRival = await api.request("POST", "/api/auth/sso", {
      body: { organizationId: rival.organizationId, query: mixed.answer },
      cookies: mixed.pressed.cookies,
    });
    expect(atRival.body.code).toBe("SSO_FAILED");
  });

  test("that another provider's issuer was set for meanwhile is refused", async () => {
    const { pressed, answer } = await visited();
    const database = api.connection.collection("single-sign-ons");
    const mine = { _id: company.organizationId } as object;
    await database.updateOne(mine, { $set: { "provider.clientId": "another" } });
    expect((await finish(api, pressed, answer)).body.code).toBe("SSO_FAILED");
    await database.updateOne(mine, { $set: { "provider.clientId": provider.clientId } });
  });

  test("needs the product's own page, and is told apart from a refusal there", async () => {
    const { pressed, answer } = await visited();
    const foreign = await api.request("POST", "/api/auth/sso", {
      body: { organizationId: company.organizationId, query: answer },
      cookies: pressed.cookies,
      headers: { Origin: "https://attacker.example" },
    });
    expect(foreign.body.code).toBe("ORIGIN_FORBIDDEN");
    await provider.deny(true);
    const denied = await visited();
    expect((await finish(api, denied.pressed, denied.answer)).body.code).toBe("SSO_REFUSED");
  });

  test.each([
    "",
    "state=",
    "code=1",
    `state=${"A".repeat(43)}&code=1`,
    "state=a&state=b",
    "%",
    "x".repeat(8001),
  ])("that is malformed is refused: %#", async (answer) => {
    const pressed = await press(api, email);
    const { status } = await finish(api, pressed, answer);
    expect(status).toBe(400);
  });
});

describe("an ID token", () => {
  test.each<Fault>(["unsigned", "foreign-key", "audience", "issuer", "nonce", "expired", "subject"])(
    "that is wrong is refused: %s",
    async (fault) => {
      const { pressed, answer } = await visited();
      await provider.fail(fault);
      const { body } = await finish(api, pressed, answer);
      expect(body.code).toBe("SSO_FAILED");
    },
  );

  test("of a new key is accepted once the keys are read again", async () => {
    await provider.rotate();
    const first = await visited();
    await finish(api, first.pressed, first.answer);
    const { pressed, answer } = await visited();
    expect((await finish(api, pressed, answer)).status).toBe(200);
  });
});

describe("the provider's address", () => {
  const save = (app: TestApp, token: string, issuer: string) =>
    app.request("PUT", "/api/organization/sso", {
      token,
      body: { ...settingsOf(provider, "attack.example"), issuer },
    });

  test("leads to no private network where the configuration does not allow it", async () => {
    const strict = await startApp();
    const admin = await strict.signIn(await strict.createUser({ role: "admin", organization: "Strict" }));
    let requests = 0;
    const server = createServer((_req, res) => {
      requests++;
      res.end("{}");
    });
    const port = await listen(server, "127.0.0.1");
    for (const issuer of [
      provider.issuer,
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      `https://localhost:${port}`,
      `https://[::1]:${port}`,
      `https://[::ffff:127.0.0.1]:${port}`,
      `https://2130706433:${port}`,
      `https://0.0.0.0:${port}`,
      "https://169.254.169.254/latest/meta-data",
      "https://10.0.0.1",
      "https://192.168.1.1",
      "https://[fd00::1]",
      "https://user:password@login.example",
      "file:///etc/passwd",
      "gopher://127.0.0.1",
    ]) {
      const { body } = await save(strict, admin.token, issuer);
      expect([issuer, body.code, body.field]).toEqual([issuer, "VALIDATION_ERROR", "issuer"]);
    }
    expect(requests).toBe(0);
    server.close();
    await strict.close();
  });

  test.each([
    ["another issuer", { issuer: "https://login.microsoftonline.example" }],
    ["a page that runs a script", { authorization_endpoint: "javascript:alert(1)" }],
    ["a page without https", { authorization_endpoint: "http://attacker.example/auth" }],
    ["a token endpoint in another scheme", { token_endpoint: "file:///etc/passwd" }],
    ["no keys", { jwks_uri: null }],
  ])("with a description of %s is refused", async (_name, description) => {
    await provider.describe(description);
    const { body } = await save(api, company.admin.token, provider.issuer);
    await provider.describe({});
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field: "issuer" });
  });

  test("is not followed to another one, and a huge answer is not read", async () => {
    const redirecting = createServer((req, res) => {
      if (req.url?.startsWith("/huge")) res.end("x".repeat(2_000_000));
      else res.writeHead(302, { Location: `${provider.issuer}/.well-known/openid-configuration` }).end();
    });
    const port = await listen(redirecting, "127.0.0.1");
    for (const path of ["", "/huge"]) {
      const { body } = await save(api, company.admin.token, `http://127.0.0.1:${port}${path}`);
      expect(body).toMatchObject({ code: "VALIDATION_ERROR", field: "issuer" });
    }
    redirecting.close();
  });
});
