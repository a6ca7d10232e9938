import type { Line } from "@souffleur/contracts";
import { checkTelephony, overhear, signIn } from "../testing/pbx/product.ts";
import { pbx, preparePbx } from "../testing/pbx/set-up.ts";
import { ends } from "../testing/pbx/telephones.ts";

preparePbx();

test("a call goes on while the API is killed, and its lines continue after the restart", async () => {
  const agent = await overhear(pbx.product.url, await signIn(pbx.product.url));
  const call = await pbx.telephones.call(35);
  const first: Line = await agent.until("line");
  await pbx.product.stop("SIGKILL");
  agent.socket.disconnect();

  await pbx.start();
  const token = await signIn(pbx.product.url);
  const again = await overhear(pbx.product.url, token);
  await again.until("line");
  expect(await ends(call)).toEqual([0, 0]);
  await again.until("call_ended", ({ callId }) => callId === first.callId);
  const { lines } = await pbx.product.ask<{ lines: Line[] }>(token, `/api/calls/${first.callId}/transcript`);
  expect(lines[0]).toEqual(first);
  expect(lines).toEqual(expect.arrayContaining(again.of("line")));
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  again.socket.disconnect();
});

test("telephony:check succeeds with and without a running server, and reports each problem", async () => {
  const withServer = await checkTelephony(pbx);
  expect(withServer.output.trim().split("\n")).toEqual([
    expect.stringMatching(/^✓ ARI answers at .*: Asterisk \d+\./),
    "✓ All modules that are needed are running",
    `✓ A tap brings its sound to the server that runs on port ${pbx.port}`,
  ]);
  expect(withServer.code).toBe(0);

  const wrongPassword = { ...pbx.asterisk, password: "wrong" };
  const refused = await checkTelephony({ ...pbx, asterisk: wrongPassword });
  expect(refused.output).toContain("✗ ARI refuses ASTERISK_ARI_USER and its password");
  expect(refused.code).toBe(1);

  const reader = await checkTelephony({ ...pbx, asterisk: { ...pbx.asterisk, user: "reader" } });
  expect(reader.output).toContain("Set read_only = no under [reader] in ari.conf.");
  expect(reader.code).toBe(1);

  await pbx.product.stop();
  const alone = await checkTelephony(pbx);
  expect(alone.output).toContain(`✓ A tap brings its sound to port ${pbx.port}`);
  expect(alone.code).toBe(0);
});
