import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { testDatabase } from "../../testing/database/database.ts";
import { programFor } from "../../testing/processes/source-process.ts";
import { outputOf } from "../../tools/child-process.ts";

test("the product in a terminal writes readable lines without anchors, and censors secrets", async () => {
  const { uri, close } = await testDatabase();
  const secret = "the-secret-of-the-test-in-a-terminal-0123456789-abcdef";
  const command = 'exec "$NODE" --conditions=source -e "$PROGRAM"';
  const product = spawn(
    "script",
    process.platform === "darwin"
      ? ["-q", "/dev/null", "sh", "-c", command]
      : ["-qefc", command, "/dev/null"],
    {
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE: process.execPath, TERM: "xterm" },
        ...{ PROGRAM: programFor(resolve(__dirname, "../server.ts")), MONGODB_URI: uri },
        ...{ PORT: "0", JWT_SECRET: secret },
      },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const { output, printed } = outputOf(product);
  const [, url = ""] = await printed(/serves on (\S+)/);
  await fetch(`${url}/api/calls`, { headers: { "X-Request-Id": secret } });
  const line = await printed(/GET \/api\/calls: request completed.*/);
  expect(line[0]).toContain('"id":"…"');
  // As a person does: Ctrl-C.
  product.stdin.write("\x03");
  expect(await once(product, "exit")).toEqual([0, null]);
  const entries = output()
    .split(/\r?\n/)
    .filter((text) => text.includes("INFO"));
  expect(entries.length).toBeLessThan(8);
  expect(output()).not.toMatch(/auditAnchor|"level":/);
  expect(output()).not.toContain(secret);
  await close();
});
