import { readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../testing/run-command.ts";
import { root } from "../tools/run-step.mjs";

const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

test.each(Object.entries(scripts))(
  "npm run %s --help prints its summary and its options",
  async (name, script) => {
    const [exec, node, starter, ...args] = script.split(" ");
    expect([exec, node, starter]).toEqual(["exec", "node", "api/tools/command.mjs"]);
    const { ok, output } = await runCommand(args.at(-1) ?? "", ["--help"]);
    expect(ok).toBe(true);
    const called = ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
    expect(output.startsWith(`${called} -- `)).toBe(true);
    expect(output).toMatch(/\n.+\n[\s\S]* {2}--help +shows this$/);
  },
);
