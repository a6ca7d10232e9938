import { existsSync } from "node:fs";
import path from "node:path";
import { defineCommand, withSubcommands } from "../tools/define-command.ts";
import { pnpm } from "../tools/install.mjs";
import { root } from "../tools/run-step.mjs";
import { StepError } from "../tools/step-error.mjs";
import { licences } from "./licences.ts";
import { vulnerabilities } from "./vulnerabilities.ts";

const about = { licences, vulnerabilities };

const actions: Record<string, { args: string[]; done: string }> = {
  add: { args: ["add", "--save-exact"], done: "Added" },
  remove: { args: ["remove"], done: "Removed" },
  upgrade: { args: ["update", "--latest"], done: "Upgraded" },
};

const change = defineCommand({
  name: "npm run packages",
  summary:
    "Adds packages of the registry to a folder such as mfe-admin or api, removes or upgrades them, and the lock file with them.\n" +
    "Without arguments it brings the lock file up to date after a package.json was edited by hand. `licences` and\n" +
    "`vulnerabilities` tell about the packages that the product runs with.",
  options: { dev: { type: "boolean", help: "adds what only building and tests need" } },
  operands: { usage: "[add|remove|upgrade <folder> <package> …|licences|vulnerabilities]" },
  async run({ dev }, [action, folder = "", ...packages]) {
    if (action === undefined) {
      await manage(["install", "--no-frozen-lockfile"]);
      console.log("The lock file is that of the package.json files. Commit both.");
      return 0;
    }
    const chosen = actions[action];
    if (chosen === undefined)
      throw new StepError(
        `There is no ${action}. There are ${[...Object.keys(actions), ...Object.keys(about)].join(", ")}.`,
      );
    if (!existsSync(path.join(root, folder, "package.json")))
      throw new StepError(`${folder || "The folder"} has no package.json: name one such as mfe-admin.`);
    if (packages.length === 0) throw new StepError(`Name the packages to ${action}, such as d3-shape.`);
    await manage(["--filter", `./${folder}`, ...chosen.args, ...(dev ? ["--save-dev"] : []), ...packages]);
    console.log(`${chosen.done}: ${packages.join(", ")}. Commit ${folder}/package.json and pnpm-lock.yaml.`);
    return 0;
  },
});

export const command = withSubcommands(change, about);

/** @throws StepError with what the package manager says */
async function manage(args: string[]): Promise<void> {
  const { ok, output } = await pnpm(args);
  if (!ok) throw new StepError(`${output}\nNothing was changed.`);
}
