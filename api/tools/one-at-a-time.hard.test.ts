import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const script = pathToFileURL(path.join(__dirname, "one-at-a-time.mjs")).href;
let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "souffleur-lock-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A process that takes the lock, reports it and holds it until its input ends; it records both in the file `order`. */
function holder() {
  const program = `
    import { appendFileSync } from "node:fs";
    import { oneAtATime } from ${JSON.stringify(script)};
    await oneAtATime("test", async () => {
      appendFileSync("order", "in ");
      process.stdout.write("in");
      for await (const _ of process.stdin);
      appendFileSync("order", "out ");
    }, ${JSON.stringify(folder)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  return { child, entered: once(child.stdout, "data"), ended: once(child, "exit") };
}

test("ten processes that start together run one after the other", async () => {
  const holders = Array.from({ length: 10 }, holder);
  await Promise.all(
    holders.map(async ({ child, entered, ended }) => {
      await entered;
      child.stdin.end();
      await ended;
    }),
  );
  expect(readFileSync(path.join(folder, "order"), "utf8")).toBe("in out ".repeat(10));
});

test("the next process runs after the holder is killed", async () => {
  const first = holder();
  await first.entered;
  const second = holder();
  first.child.kill("SIGKILL");
  expect(String(await second.entered)).toContain("in");
});
