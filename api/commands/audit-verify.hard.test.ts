import { runCommand } from "../testing/processes/run-command.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const lost = `7:${"a".repeat(8)}.${"b".repeat(43)}`;
const dataDir = temporaryFolder();

test.each([
  { what: "a complete log", args: [], code: 0, output: "✓ The audit log is whole: 0 rows." },
  {
    what: "a log without the row of an anchor",
    args: ["--anchor", lost],
    code: 1,
    output: `✗ the anchor ${lost} is not in the log: it was cut off, replaced or put back to an older state`,
  },
  {
    what: "an invalid anchor",
    args: ["--anchor", lost, "--anchor", "7"],
    code: 2,
    output:
      '--anchor takes <number>:<mac>, as a log line\'s "auditAnchor", not 7; see npm run audit:verify -- --help',
  },
])("npm run audit:verify exits with $code for $what", async ({ args, code, output }) => {
  expect(await runCommand("api/commands/audit-verify", args, { DATA_DIR: dataDir })).toMatchObject({
    code,
    output,
  });
});
