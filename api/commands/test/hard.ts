import { defineCommand } from "../../tools/define-command.ts";
import { asteriskPackages } from "../../tools/programs/asterisk-packages.ts";
import { ensureHeadlessShell } from "../../tools/programs/browser.ts";
import { testDocumentedCommands } from "./documented-commands.ts";
import { onlyOf, runParts } from "./parts.ts";
import { testPbx } from "./pbx.ts";
import { testStarted, testStartedByOtherNode } from "./started.ts";
import { jest, playwright } from "./test-reports.ts";

/** Selects the files `*.hard.test.*` and `*.hard.spec.*` in the configurations of jest and Playwright. */
const tier = { SOUFFLEUR_TIER: "hard" };

export const command = defineCommand({
  name: "npm run test:hard",
  summary:
    "Runs the tests that few changes need: kills, several nodes, faults, generated input, deployments, all states of all\n" +
    "screens, Firefox, the other Node.js, every documented command, real telephone calls. With one part, paths or words\n" +
    "choose within it. The last line is `N passed, N failed`.",
  options: { only: onlyOf(["unit", "browser", "started", "other-node", "commands", "pbx"]) },
  operands: { usage: "[path …]" },
  needs: ["engine", "bundles"],
  async run({ only }, paths) {
    // Fetched while everything else runs; the part that needs it reports a failure.
    if (only === undefined) asteriskPackages().catch(() => {});
    const stages = [
      { unit: () => jest("jest-hard", paths, tier) },
      {
        browser: async () =>
          playwright("playwright-hard", paths, { ...tier, CHROMIUM_PATH: await ensureHeadlessShell() }),
      },
      // At once, because both versions of Node.js wait most of the time, and the commands a third of it.
      {
        started: () => testStarted(paths),
        "other-node": testStartedByOtherNode,
        commands: () => testDocumentedCommands(paths),
      },
      // Its calls are counted packet by packet, so nothing else runs beside it.
      { pbx: () => testPbx(paths) },
    ];
    return runParts(stages, (name) => only === undefined || name === only);
  },
});
