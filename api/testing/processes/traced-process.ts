import type { AddressInfo } from "node:net";
import express from "express";
import { startTracing } from "../../src/http/tracing.ts";

/** Serves one traced route in a process of its own, which reports its address and ends on a message. */
export async function serve(): Promise<void> {
  const tracing = await startTracing(process.env);
  if (tracing === undefined) throw new Error("tracing is off");
  const app = express();
  app.use((req, _res, next) => {
    Object.assign(req, { id: "request-of-a-test" });
    next();
  });
  app.use(tracing.trace);
  app.get("/things/:id", (_req, res) => {
    tracing.recordBrowserError({
      name: "TypeError",
      message: "calls is undefined",
      stack: "at mfe-dashboard/src/calls.ts:12:5",
      attributes: { "souffleur.release": "release-of-a-test" },
    });
    res.json({});
  });
  const server = app.listen(0, "127.0.0.1", () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  process.once("message", async () => {
    await tracing.stop();
    process.exit(0);
  });
}
