/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLateChecks } from "./late-checks.ts";

const folder = mkdtempSync(path.join(tmpdir(), "souffleur-late-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Prints what the file holds, and fails if that is anything. */
const script =
  "const t = require('fs').readFileSync(process.argv[1], 'utf8'); console.log(t); process.exit(t ? 1 : 0)";

test("wrong types are printed once after builds, and when they are right again", async () => {
  const file = path.join(folder, "result");
  const lines: string[] = [];
  let heard = () => {};
  for (const kind of ["log", "error"] as const)
    jest.spyOn(console, kind).mockImplementation((line) => {
      lines.push(line);
      heard();
    });
  const checks = createLateChecks(() => ["-e", script, file]);
  const build = (result: string) => {
    writeFileSync(file, result);
    const line = new Promise<void>((resolve) => {
      heard = resolve;
    });
    checks.begin("mfe-admin");
    return line;
  };
  await build("users.tsx(3,1): error TS2322");
  // What is known already is not printed again: the next line is that of the next difference.
  void build("users.tsx(3,1): error TS2322");
  await build("");
  await build("users.tsx(4,1): error TS2345");
  await checks.stop();
  expect(lines).toEqual([
    "mfe-admin: the types are wrong\nusers.tsx(3,1): error TS2322",
    "mfe-admin: the types are right again",
    "mfe-admin: the types are wrong\nusers.tsx(4,1): error TS2345",
  ]);
});
