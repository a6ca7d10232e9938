import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ErrorCode, errorCatalogue } from "@souffleur/contracts";
import express from "express";
import { pinoHttp } from "pino-http";
import { errorHandler, refusal } from "./errors.ts";
import { createLogger } from "./logger.ts";

/** The specification's table, and the two that it does not have: too much to do, and a fault of ours. */
const table: [number, ErrorCode[]][] = [
  [
    400,
    ["VALIDATION_ERROR", "CODE_INVALID", "CODE_EXPIRED", "LINK_INVALID", "LINK_EXPIRED", "MALFORMED_JSON"],
  ],
  [401, ["INVALID_CREDENTIALS", "EMAIL_NOT_VERIFIED", "TOKEN_EXPIRED", "TOKEN_INVALID", "SESSION_EXPIRED"]],
  [
    403,
    [
      "FORBIDDEN",
      "ACCOUNT_PENDING_APPROVAL",
      "ACCOUNT_REJECTED",
      "ACCOUNT_SUSPENDED",
      "ACCOUNT_INACTIVE",
      "ACCOUNT_LOCKED",
      "ORIGIN_FORBIDDEN",
    ],
  ],
  [404, ["NOT_FOUND"]],
  [409, ["INVALID_TRANSITION"]],
  [413, ["PAYLOAD_TOO_LARGE"]],
  [415, ["UNSUPPORTED_MEDIA_TYPE"]],
  [429, ["RATE_LIMITED", "TOO_MANY_ATTEMPTS"]],
  [500, ["INTERNAL"]],
  [503, ["DATABASE_UNAVAILABLE", "STT_NOT_CONFIGURED", "STT_UNAVAILABLE", "SERVER_BUSY"]],
];

const app = express();
const server = createServer(app);
app.use(pinoHttp({ logger: createLogger("silent"), genReqId: () => "request-1" }));
app.get("/refused/:code", (req) => {
  const details = { message: "Told to people.", field: "email", fields: { email: "No." }, retryAfter: 0.2 };
  throw refusal(ErrorCode.parse(req.params.code), details);
});
app.get("/wordless/:code", (req) => {
  throw refusal(ErrorCode.parse(req.params.code));
});
app.get("/broken", () => {
  throw new TypeError("secretName is not a function");
});
app.use(errorHandler);
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await once(server, "close");
});
const ask = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

test.each(table.flatMap(([status, codes]) => codes.map((code) => [code, status] as const)))(
  "%s is answered with status %d in the envelope of a failure",
  async (code, status) => {
    const answer = await ask(`/refused/${code}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      success: false,
      error: "Told to people.",
      code,
      field: "email",
      fields: { email: "No." },
      requestId: "request-1",
    });
  },
);

test.each(ErrorCode.options)("%s without a text of its own has the catalogue's", async (code) => {
  const answer = await (await ask(`/wordless/${code}`)).json();
  expect(answer).toMatchObject({ code, error: errorCatalogue[code].text });
});

test("there is no code besides", () => {
  expect(table.flatMap(([, codes]) => codes).sort()).toEqual([...ErrorCode.options].sort());
});

test("an unexpected error is INTERNAL, and reveals nothing", async () => {
  const answer = await ask("/broken");
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    success: false,
    error: "Server error. Please try again later or contact support.",
    code: "INTERNAL",
    requestId: "request-1",
  });
});
