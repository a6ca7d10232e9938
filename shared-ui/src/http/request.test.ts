import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportCalls, getTranscript, listUsers, login, logout } from "@souffleur/contracts";
import { someUser } from "../testing/render-app.tsx";
import { request, requestFile, serverNow } from "./request.ts";

let close = async () => {};
afterEach(() => close());

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(globalThis, { testApiOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

test("parameters and query are part of the address", async () => {
  let address: string | undefined;
  await serve((req, res) => {
    address = req.url;
    res.end(JSON.stringify({ success: true, data: { lines: [] } }));
  });
  await request(getTranscript, { params: { callId: "a/b" }, query: { after: 3 } });
  expect(address).toBe("/api/calls/a%2Fb/transcript?after=3");
});

test.each([
  [listUsers, "Bearer a-token"],
  [logout, "Bearer a-token"],
  [login, undefined],
])("a token is sent with the calls that accept one: $path", async (endpoint, sent) => {
  let authorization: string | undefined;
  await serve((req, res) => {
    authorization = req.headers.authorization;
    res.writeHead(409).end();
  });
  await expect(request(endpoint, {}, { token: "a-token" })).rejects.toMatchObject({ status: 409 });
  expect(authorization).toBe(sent);
});

test.each([
  ["a short write", login, { email: "a@b.fr", password: "x" }, true],
  ["a write that is too long for it", login, { email: "a@b.fr", password: "é".repeat(5000) }, false],
  ["a question", listUsers, undefined, false],
])("%s outlives its page or not: %#", async (_name, endpoint, body, outlives) => {
  await serve((_req, res) => res.writeHead(409).end());
  const fetching = jest.spyOn(globalThis, "fetch");
  await expect(request(endpoint, { body } as object)).rejects.toMatchObject({ status: 409 });
  expect(fetching.mock.lastCall?.[1]?.keepalive).toBe(outlives);
  fetching.mockRestore();
});

test("a refusal has its code, its field and both the server's and the catalogue's text", async () => {
  const refusal = { success: false, error: "Slow down.", code: "RATE_LIMITED", field: "email" };
  await serve((_req, res) => res.writeHead(429, { "Retry-After": "42" }).end(JSON.stringify(refusal)));
  await expect(request(login, { body: { email: "a@b.fr", password: "x" } })).rejects.toMatchObject({
    kind: "api",
    status: 429,
    code: "RATE_LIMITED",
    field: "email",
    serverMessage: "Slow down.",
    retryAfter: 42,
    message: "Too many requests. Please wait a moment and try again.",
  });
});

test.each([
  [{ success: false }, "Login failed", undefined],
  [{ success: false, error: "Closed today." }, "Closed today.", "Closed today."],
  [{ error: "Closed today." }, "Closed today.", "Closed today."],
  [{ code: "EMAIL_NOT_VERIFIED" }, "Please verify your email address before signing in.", undefined],
])("a refusal with a success status is an error: %j", async (answer, message, serverMessage) => {
  await serve((_req, res) => res.end(JSON.stringify(answer)));
  const asked = request(login, { body: { email: "a@b.fr", password: "x" } }, { errorText: "Login failed" });
  await expect(asked).rejects.toMatchObject({ kind: "api", status: 200, message, serverMessage });
});

test.each([
  [401, { code: "TOKEN_EXPIRED" }, { code: "TOKEN_EXPIRED", serverMessage: undefined }],
  [409, { current: { revision: 2 } }, { current: { revision: 2 } }],
  [409, { current: "two" }, { current: undefined }],
  [409, { error: " Decided already. " }, { serverMessage: "Decided already.", message: "Decided already." }],
  [400, { error: "Taken.", field: "email" }, { field: "email", message: "Taken." }],
  [
    422,
    { success: false, error: "No.", code: "OF_A_NEWER_SERVER", fields: { email: "Taken." } },
    { code: "OF_A_NEWER_SERVER", fields: { email: "Taken." }, message: "No." },
  ],
  // A part of the wrong type is dropped, and the others are kept.
  [
    400,
    {
      success: "no",
      error: ["No."],
      code: 7,
      field: "email",
      fields: { email: null, lastName: "Too long", phone: "" },
    },
    {
      code: undefined,
      field: "email",
      fields: { lastName: "Too long" },
      serverMessage: undefined,
      message: "Request failed with status 400",
    },
  ],
  [
    409,
    { error: { message: "No." }, code: "INVALID_TRANSITION", field: {}, fields: ["email"] },
    { code: "INVALID_TRANSITION", field: undefined, fields: {}, message: "Request failed with status 409" },
  ],
  [
    400,
    { error: "  ", code: "constructor" },
    { code: "constructor", message: "Request failed with status 400" },
  ],
  [418, ["No."], { message: "Request failed with status 418" }],
  [418, null, { message: "Request failed with status 418" }],
])("%d: every readable part of a failure is used: %j", async (status, answer, error) => {
  await serve((_req, res) => res.writeHead(status).end(JSON.stringify(answer)));
  await expect(request(listUsers)).rejects.toMatchObject({ kind: "api", status, ...error });
});

test.each([
  ["", 400, "Request failed with status 400"],
  ['{"error":"cut of', 409, "Request failed with status 409"],
  ["<html>Bad gateway</html>", 502, "Server error. Please try again later or contact support."],
])("a failure that is not JSON has the text of its status: %j", async (body, status, message) => {
  await serve((_req, res) => res.writeHead(status).end(body));
  await expect(request(listUsers)).rejects.toMatchObject({ kind: "api", status, message, code: undefined });
});

const longList = (last: object) =>
  JSON.stringify({
    success: true,
    data: { users: [...Array(1200).fill(someUser()), { ...someUser(), ...last }] },
  });

test.each([
  ...["", "<html>Welcome to our network</html>", "null", "[]", "{}"].map((body) => [logout, body] as const),
  [listUsers, JSON.stringify({ success: true, data: { users: [{ id: 1 }] } })],
  [listUsers, longList({ id: 1 })],
] as const)(
  "a success status alone is not a success, without what the contract says: %#",
  async (endpoint, body) => {
    await serve((_req, res) => res.end(body));
    await expect(request(endpoint, {})).rejects.toMatchObject({
      kind: "unexpected",
      message: "An unexpected error occurred. Please try again.",
    });
  },
);

test.each([
  ["7", 7],
  ["0", undefined],
  ["soon", undefined],
  ["-3", undefined],
])("a Retry-After of %s is %s seconds", async (header, retryAfter) => {
  await serve((_req, res) => res.writeHead(429, { "Retry-After": header }).end());
  await expect(request(listUsers)).rejects.toMatchObject({ status: 429, retryAfter });
});

test("a Retry-After date is relative to the server's clock", async () => {
  const now = Date.UTC(2031, 0, 1);
  const headers = { Date: new Date(now).toUTCString(), "Retry-After": new Date(now + 30_000).toUTCString() };
  await serve((_req, res) => res.writeHead(503, headers).end());
  const refused = await request(listUsers).catch((error) => error);
  expect(refused.retryAfter).toBeGreaterThan(28);
  expect(refused.retryAfter).toBeLessThanOrEqual(30);
});

test("a long list is checked completely and returned completely", async () => {
  const users = Array.from({ length: 1201 }, (_, n) => ({ ...someUser({ id: String(n) }), extra: true }));
  await serve((_req, res) => res.end(JSON.stringify({ success: true, data: { users }, message: "Here." })));
  const answer = await request(listUsers);
  expect(answer.message).toBe("Here.");
  expect(answer.data.users).toEqual(users.map(({ extra: _, ...user }) => user));
});

test("a broken connection is a network failure, with another text if this machine is offline", async () => {
  await serve((req) => req.socket.destroy());
  await expect(request(listUsers)).rejects.toMatchObject({
    kind: "network",
    message: "Unable to connect to the server. Please check your internet connection and try again.",
  });
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await expect(request(listUsers)).rejects.toMatchObject({
    message: "Network connection failed. Please check your internet connection.",
  });
  online.mockRestore();
});

test("an answer that takes too long is a timeout", async () => {
  const real = AbortSignal.timeout.bind(AbortSignal);
  const timeout = jest.spyOn(AbortSignal, "timeout").mockImplementation(() => real(20));
  await serve(() => {});
  await expect(request(listUsers)).rejects.toMatchObject({
    kind: "timeout",
    message: "Request timed out. Please try again.",
  });
  timeout.mockRestore();
});

test("the server's clock is used if this machine's clock is wrong", async () => {
  const hour = 60 * 60_000;
  await serve((_req, res) => {
    res.setHeader("Date", new Date(Date.now() + hour).toUTCString());
    res.end(JSON.stringify({ success: true, data: { users: [] } }));
  });
  await request(listUsers);
  expect(Math.abs(serverNow() - Date.now() - hour)).toBeLessThan(2000);
});

const asFile = {
  "Content-Type": "text/csv",
  "Content-Disposition": "attachment; filename=calls-2026-03-31.csv",
};

test("a file is returned with its name", async () => {
  await serve((_req, res) => res.writeHead(200, asFile).end("When\r\n"));
  const { name, content } = await requestFile(exportCalls, {}, {});
  expect([name, content.size]).toEqual(["calls-2026-03-31.csv", 6]);
});

test("a file that is cut off is a failure", async () => {
  await serve((_req, res) => {
    res.writeHead(200, asFile);
    res.write("When\r\n", () => res.destroy());
  });
  await expect(requestFile(exportCalls, {}, {})).rejects.toMatchObject({ kind: "network" });
});

test("a refusal or a page instead of a file is a failure", async () => {
  await serve((_req, res) => {
    res.writeHead(403).end(JSON.stringify({ success: false, error: "No.", code: "FORBIDDEN" }));
  });
  await expect(requestFile(exportCalls, {}, {})).rejects.toMatchObject({ code: "FORBIDDEN", status: 403 });
  await close();
  await serve((_req, res) => {
    res.writeHead(200, { "Content-Type": "text/html" }).end("<p>Welcome</p>");
  });
  await expect(requestFile(exportCalls, {}, {})).rejects.toMatchObject({ kind: "unexpected" });
});

test.each([
  ["en", "en-US", "*"],
  ["en", "fr-FR", "en"],
  ["fr", "en-US", "fr"],
])("a page in %s in a browser in %s requests the language %s", async (language, browser, expected) => {
  let asked: string | undefined;
  await serve((req, res) => {
    asked = req.headers["accept-language"];
    res.end(JSON.stringify({ success: true, data: { lines: [] } }));
  });
  localStorage.setItem("souffleur.language", language);
  jest.spyOn(navigator, "language", "get").mockReturnValue(browser);
  // The language is read as the modules are evaluated.
  jest.resetModules();
  const page = await import("./request.ts");
  await page.request(getTranscript, { params: { callId: "a" } });
  expect(asked).toBe(expected);
  localStorage.clear();
  jest.restoreAllMocks();
});
