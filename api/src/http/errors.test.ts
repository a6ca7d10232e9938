import { createServer } from "node:http";
import { createRequire } from "node:module";
import { ErrorCode, errorCatalogue } from "@souffleur/contracts";
import express from "express";
import { pinoHttp } from "pino-http";
import { listen } from "../../tools/network.ts";
import { appError, errorHandler, isDatabaseOutage } from "./errors.ts";
import { createLogger } from "./logger.ts";

const app = express();
const server = createServer(app);
app.use(pinoHttp({ logger: createLogger("silent"), genReqId: () => "request-1" }));
app.get("/refused/:code", (req) => {
  const details = { message: "Not like that.", field: "email", fields: { email: "No." }, retryAfter: 0.2 };
  throw appError(ErrorCode.parse(req.params.code), details);
});
app.get("/without-text/:code", (req) => {
  throw appError(ErrorCode.parse(req.params.code));
});
app.get("/broken", () => {
  throw new TypeError("secretName is not a function");
});
app.get("/database-killed", () => {
  throw Object.assign(new Error("write EPIPE"), { errno: -32, code: "EPIPE", syscall: "write" });
});
app.use(errorHandler);
let port: number;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => server.close());
const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

test.each(ErrorCode.options)("%s is answered with its status in the envelope of a failure", async (code) => {
  const answer = await ask(`/refused/${code}`);
  expect(answer.status).toBe(errorCatalogue[code].status);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({
    success: false,
    error: "Not like that.",
    code,
    field: "email",
    fields: { email: "No." },
    requestId: "request-1",
  });
});

test.each(ErrorCode.options)("%s has the catalogue's text by default", async (code) => {
  const answer = await (await ask(`/without-text/${code}`)).json();
  expect(answer).toMatchObject({ code, error: errorCatalogue[code].text });
});

test("an unexpected error is answered as INTERNAL, without its message", async () => {
  const answer = await ask("/broken");
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    success: false,
    error: "Server error. Please try again later or contact support.",
    code: "INTERNAL",
    requestId: "request-1",
  });
});

test("a command that a killed database did not take is an outage, not a fault of the program", async () => {
  const answer = await ask("/database-killed");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: "DATABASE_UNAVAILABLE" });
});

// The driver exports none of them; their names alone tell them from others.
const ofMongoose = createRequire(require.resolve("mongoose"));
type PoolErrors = Record<string, new (pool: unknown, address: string) => Error>;
const poolErrors = Object.entries(ofMongoose("mongodb/lib/cmap/errors.js") as PoolErrors);

test.each(poolErrors)("the driver's %s is an outage", (_name, PoolError) => {
  expect(isDatabaseOutage(new PoolError({ address: "127.0.0.1:27017" }, "127.0.0.1:27017"))).toBe(true);
});
