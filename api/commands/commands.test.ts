import { readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../testing/run-command.ts";
import { root } from "../tools/run-step.mjs";

const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** As npm starts it, less the shell. */
function start(script: string, option: string) {
  const [exec, node, ...args] = script.split(" ");
  expect([exec, node, args[0]]).toEqual(["exec", "node", "api/tools/command.mjs"]);
  // What is compiled is compiled: looking whether it is would take half of the time.
  return runCommand(args.at(-1) ?? "", [option]);
}

describe.each(Object.entries(scripts))("npm run %s", (name, script) => {
  test("says what it does and which options it has, and refuses others in one line", async () => {
    const [help, unknown] = await Promise.all([start(script, "--help"), start(script, "--such-as-no-other")]);
    const called = ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
    expect(help).toMatchObject({ ok: true, output: expect.stringContaining(`${called} -- `) });
    expect(help.output).toMatch(/\n.+\n[\s\S]* {2}--help +shows this$/);
    expect(unknown).toMatchObject({
      ok: false,
      output: `Unknown option '--such-as-no-other'; see ${called} -- --help`,
    });
  });
});
