import { makeScratchFolder } from "./scratch-folder.ts";
import { StepError } from "./step-error.mjs";

test.each(["/proc", "/no/such/place", "/etc/hostname", "/tmp/one\ntwo\u001b[31m"])(
  "TMPDIR=%j, where there can be none, is one line",
  (place) => {
    expect(() => makeScratchFolder("test", place)).toThrow(StepError);
    expect(() => makeScratchFolder("test", place)).toThrow(
      /^TMPDIR holds "[^\p{Cc}]*", where [^\p{Cc}]*\.$/u,
    );
  },
);
