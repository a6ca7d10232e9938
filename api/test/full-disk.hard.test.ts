import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { registrationForm, until } from "../testing/app.ts";
import { programFor } from "../testing/processes/source-process.ts";
import { createRequest } from "../testing/request.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { endProcess, outputOf } from "../tools/child-process.ts";
import { freePort, isReady } from "../tools/network.ts";

const megabyte = 1024 * 1024;
const started: ChildProcess[] = [];
afterAll(() => Promise.all(started.map((child) => endProcess(child))));

/** The product in a process of its own, whose data folder is a small disk that nobody else sees. */
async function startOn(size: string, prepare = "true") {
  const [dataDir, port] = [temporaryFolder(), await freePort()];
  const program = programFor(resolve(__dirname, "../src/server.ts"));
  const child = spawn(
    "unshare",
    [
      "--map-root-user",
      "--mount",
      "sh",
      "-c",
      `mount -t tmpfs -o mode=700,size=${size} disk "$DATA_DIR" && ${prepare} && exec "$@"`,
      "sh",
      ...[process.execPath, "--conditions=source", "-e", program],
    ],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: dataDir,
        PORT: String(port),
        TRUST_PROXY: "1",
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  started.push(child);
  const url = `http://localhost:${port}`;
  return { child, dataDir, url, ...outputOf(child), request: createRequest(url) };
}

test.each([
  [
    "a new database",
    "true",
    /^The disk with the data folder \S+ is full: 300 MB are free, and the database needs 564 MB\. Free some space, or set DATA_DIR to a folder on another disk\.\n$/,
  ],
  [
    "one that lacks an index",
    'mkdir "$DATA_DIR/db"',
    /^The database's disk is full \(available disk space of \d+ bytes is less than required minimum of 524288000\)\. Free some space\.\n$/,
  ],
])(
  "a start with too little space for %s ends with one line that says how much is needed",
  async (_name, prepare, line) => {
    const { child, output } = await startOn("300m", prepare);
    await new Promise((ended) => child.once("close", ended));
    expect(output()).toMatch(line);
    expect(child.exitCode).toBe(1);
  },
  60_000,
);

test("a log that can't be written ends nothing", () => {
  const program = programFor(
    resolve(__dirname, "../src/http/logger.ts"),
    '.createLogger("info").info("lost")',
  );
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, ["--conditions=source", "-e", program], {
    stdio: ["ignore", full, "pipe"],
    timeout: 20_000,
  });
  closeSync(full);
  expect([status, String(stderr)]).toEqual([0, ""]);
});

test("a disk that fills while it serves is one log line and answers that say so, and it goes on once there is space", async () => {
  const { child, dataDir, url, output, printed, request } = await startOn("600m");
  await printed(/serves on/);
  const before = output().length;
  /** The disk gets a size at which so much is free, at once. */
  const leave = (free: number) => {
    const { blocks, bfree, bsize } = statfsSync(join(`/proc/${child.pid}/root`, dataDir));
    const size = (blocks - bfree) * bsize + free;
    const namespaces = ["--target", String(child.pid), "--user", "--mount", "--preserve-credentials"];
    const { stderr } = spawnSync("nsenter", [...namespaces, "mount", "-o", `remount,size=${size}`, dataDir]);
    expect(String(stderr)).toBe("");
  };
  const register = async () => {
    const form = registrationForm();
    return { form, answer: await request("POST", "/api/auth/register", { body: form }) };
  };
  const acknowledged: string[] = [];
  for (const left of [20 * megabyte, 0]) {
    const { form, answer } = await register();
    expect(answer.status).toBe(200);
    acknowledged.push(form.email);
    leave(left);
    const refused = await until(async () => {
      const { answer } = await register();
      return answer.body.error?.includes("disk is full") ? answer : undefined;
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("30");
    const ready = await request("GET", "/health/ready");
    expect([ready.status, ready.body]).toEqual([503, { status: "unavailable", down: ["disk"] }]);
    leave(600 * megabyte);
    await until(() => isReady(url));
  }
  const entries = output().slice(before).trim().split("\n");
  const said: string[] = entries.map((line) => JSON.parse(line).msg);
  // The engine may abort before the watch has seen why.
  const aborted = "the live releases can't be read; the last ones stay";
  expect(said.filter((entry) => entry !== aborted)).toEqual(
    [1, 2].map(() => expect.stringMatching(/^The disk .* is full: .* It waits until there is space\.$/)),
  );
  expect(entries.length).toBeLessThanOrEqual(4);
  // A mail that was being sent is sent again once its lease is over.
  for (const email of acknowledged)
    await until(async () => {
      const { body } = await request("GET", `/dev/mail.json?to=${email}`);
      return body.data.mails.length === 1;
    }, 40_000);
}, 120_000);
