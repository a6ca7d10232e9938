import { readdirSync, rmSync } from "node:fs";
import { makeScratchFolder } from "./scratch-folder.ts";
import { StepError } from "./step-error.mjs";

test("a command's scratch folder is new and empty", () => {
  const folders = [makeScratchFolder("test"), makeScratchFolder("test")];
  expect(new Set(folders).size).toBe(2);
  for (const folder of folders) {
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  }
});

test.each(["/proc", "/no/such/place", "/etc/hostname", "/tmp/one\ntwo\u001b[31m"])(
  "TMPDIR=%j, where there can be none, is one line",
  (place) => {
    expect(() => makeScratchFolder("test", place)).toThrow(StepError);
    expect(() => makeScratchFolder("test", place)).toThrow(
      /^TMPDIR holds "[^\p{Cc}]*", where [^\p{Cc}]*\.$/u,
    );
  },
);
