import { once } from "node:events";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { spawnSource } from "../../testing/processes/source-process.ts";
import { listen } from "../../tools/network.ts";
import { startTracing } from "./tracing.ts";

test("is off where no collector is configured, or it is disabled", async () => {
  expect(await startTracing({})).toBeUndefined();
  const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", OTEL_SDK_DISABLED: "true" };
  expect(await startTracing(disabled)).toBeUndefined();
});

test("sends each request with its route and id, without its address, and browsers' errors to the collector", async () => {
  const received: string[] = [];
  const collector = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      received.push(`${req.url} ${Buffer.concat(chunks).toString("latin1")}`);
      res.end();
    });
  });
  // In a child process: jest cannot load the exporter's modules.
  const child = spawnSource(resolve(__dirname, "../../testing/processes/traced-process.ts"), {
    call: ".serve()",
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await listen(collector)}` },
  });
  const [url] = (await once(child, "message")) as [string];
  await (await fetch(`${url}/things/secret-one?token=secret-two`)).text();
  const exit = once(child, "exit");
  child.send("stop");
  await exit;
  collector.closeAllConnections();
  collector.close();
  const all = received.join("\n");
  const ofRequest = ["/v1/traces", "GET /things/:id", "request-of-a-test", "souffleur-api"];
  const ofError = ["exception.type", "TypeError", "mfe-dashboard/src/calls.ts:12:5", "release-of-a-test"];
  for (const part of [...ofRequest, ...ofError]) expect(all).toContain(part);
  expect(all).not.toContain("secret-");
});
