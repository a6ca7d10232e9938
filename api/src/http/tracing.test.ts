import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { spawnSource } from "../../testing/source-process.ts";
import { startTracing } from "./tracing.ts";

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("is off where no collector is named", async () => {
  expect(await startTracing({})).toBeUndefined();
  expect(
    await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", OTEL_SDK_DISABLED: "true" }),
  ).toBeUndefined();
});

test("sends each request with its route and id, no address, and browsers' errors to the collector that is named", async () => {
  const received: string[] = [];
  const collector = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      received.push(`${req.url} ${Buffer.concat(chunks).toString("latin1")}`);
      res.end();
    });
  });
  // In a process of its own: the exporter loads its parts in a way that jest cannot.
  const child = spawnSource(resolve(__dirname, "../../testing/traced-process.ts"), {
    call: ".serve()",
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: await listening(collector) },
  });
  const [url] = (await once(child, "message")) as [string];
  await (await fetch(`${url}/things/secret-one?token=secret-two`)).text();
  const exit = once(child, "exit");
  child.send("stop");
  await exit;
  collector.closeAllConnections();
  collector.close();
  const all = received.join("\n");
  for (const part of ["/v1/traces", "GET /things/:id", "request-of-a-test", "souffleur-api"]) {
    expect(all).toContain(part);
  }
  for (const part of [
    "exception.type",
    "TypeError",
    "mfe-dashboard/src/calls.ts:12:5",
    "release-of-a-test",
  ]) {
    expect(all).toContain(part);
  }
  expect(all).not.toContain("secret-");
});
