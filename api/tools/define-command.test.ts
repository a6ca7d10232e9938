import { runCommand } from "../testing/processes/run-command.ts";

const release = (...args: string[]) => runCommand("shell/delivery/release", args);
const load = (...args: string[]) => runCommand("api/commands/load", args);
const database = (...args: string[]) => runCommand("api/commands/database", args);

test.each([
  ["a missing operand", release(), "<remote> is missing; see npm run release -- --help"],
  [
    "an unknown operand",
    release("mfe-x"),
    /^There is no remote mfe-x\. There are mfe-admin, .*; see npm run/,
  ],
  ["one operand too many", release("mfe-auth", "mfe-admin"), /^npm run release takes no mfe-admin; see/],
  ["an option without its value", load("--seconds"), /^Option '--seconds <value>' argument missing; see/],
  [
    "a value that is not a number",
    load("--seconds", "soon"),
    /^--seconds takes whole numbers from 1 on, not soon;/,
  ],
  ["an unknown option", load("--such"), /^Unknown option '--such'; see npm run load -- --help$/],
  [
    "a subcommand's missing operand",
    database("backup"),
    /^<file> is missing; see npm run database -- backup --help$/,
  ],
  ["a word that is no subcommand", database("constructor"), /^npm run database takes no constructor; see/],
  ["options that exclude each other", release("mfe-auth", "--list", "--rollback"), /exclude each other; see/],
])("%s is refused in one line, before any set-up", async (_what, ended, message) => {
  const { ok, output } = await ended;
  expect(ok).toBe(false);
  expect(output).toMatch(message);
  expect(output).not.toContain("\n");
});

test("an unknown command is reported by its name", async () => {
  expect(await runCommand("api/commands/x", [])).toMatchObject({
    ok: false,
    output: expect.stringMatching(/^api\/commands\/x is not compiled/),
  });
});
