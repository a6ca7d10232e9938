import fc from "fast-check";
import { createLogger } from "../http/logger.ts";
import { createCensor } from "./censor.ts";
import { terminalLines } from "./terminal-lines.ts";

const development = { production: false, LOG_LEVEL: "info" };

/** A terminal that keeps what is written to it. */
function fakeTerminal(isTTY = true) {
  const written: string[] = [];
  return { isTTY, write: (text: string) => written.push(text), text: () => written.join("") };
}

test("logs are JSON in production, and where the output is no terminal", async () => {
  expect(await terminalLines({ ...development, production: true }, fakeTerminal())).toBeUndefined();
  expect(await terminalLines(development, fakeTerminal(false))).toBeUndefined();
});

test("each entry is one line, with what was logged beside its message", async () => {
  const terminal = fakeTerminal();
  const log = createLogger("info", await terminalLines(development, terminal));
  log.info({ remote: "mfe-admin", version: "1" }, "release activated");
  log.warn("the database is not reachable");
  const [first, second, ...rest] = terminal.text().split("\n");
  expect(first).toMatch(
    /^\[\d\d:\d\d:\d\d\] INFO: release activated \{"remote":"mfe-admin","version":"1"\}$/,
  );
  expect(second).toMatch(/WARN: the database is not reachable$/);
  expect(rest).toEqual([""]);
});

test("anchors of the audit log are shown at debug alone; that the log was cut off is always shown", async () => {
  const shown = async (level: string) => {
    const terminal = fakeTerminal();
    const log = createLogger(level, await terminalLines({ production: false, LOG_LEVEL: level }, terminal));
    log.info({ auditAnchor: "7:mac" }, "audit log");
    log.info({ said: '"auditAnchor":"' }, "quoted");
    log.error({ auditAnchor: "7:mac" }, "the audit log was cut off, replaced or put back");
    return terminal.text().match(/audit log(?! was)|quoted|cut off/g);
  };
  expect(await shown("info")).toEqual(["quoted", "cut off"]);
  expect(await shown("debug")).toEqual(["audit log", "quoted", "cut off"]);
});

test("secrets are censored wherever an entry has them", async () => {
  const graphemes = fc.string({ minLength: 8, maxLength: 20, unit: "grapheme" });
  await fc.assert(
    fc.asyncProperty(graphemes, async (text) => {
      // Its ends make sure that no word of the line is a part of it.
      const secret = `sEcRe${text}T`;
      const terminal = fakeTerminal();
      const censor = createCensor({ DEEPGRAM_API_KEY: secret });
      const log = createLogger("info", await terminalLines(development, terminal), censor);
      log.info({ secret, deep: { secret }, password: secret }, `refused: ${secret}`);
      log.error({ err: new Error(`refused: ${secret}`), [secret]: 1 }, "failed");
      expect(terminal.text()).toContain("failed");
      expect(terminal.text()).not.toContain("sEcRe");
    }),
  );
});
