import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { install, packageManager } from "@souffleur/api/tools/install.mjs";
import { oneAtATime } from "@souffleur/api/tools/one-at-a-time.mjs";
import { root, run, tool } from "@souffleur/api/tools/run-step.mjs";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import { editedRelease } from "./packages.ts";
import { filesOf } from "./remote-files.ts";
import { portOf } from "./remote-folder.ts";
import { planRemote, type RemotePlan } from "./remote-plan.ts";

const draft = path.join(root, ".cache/new-remote");

export const command = defineCommand({
  name: "npm run new-remote",
  summary:
    "Creates a remote: a screen in the navigation, one call of the API, texts in English and French, and a test. The\n" +
    "workspace finds it by its folder; npm run release brings it into a running product.",
  operands: { usage: "<name>", least: 1, most: 1 },
  options: {
    "no-install": {
      type: "boolean",
      help: "prints the command that installs its packages instead of running it",
    },
  },
  async run({ "no-install": bare }, [name = ""]) {
    await oneAtATime("new-remote", async () => {
      const { words, key, port } = await make(name);
      const keys = key === undefined ? "" : `, keys g ${key}`;
      console.log(`Made ${name}: /${words.slug}, titled ${words.title}${keys}, development port ${port}.`);
    });
    if (bare) console.log(`npx -y ${packageManager} install --no-frozen-lockfile`);
    else await install({ frozen: false });
    console.log(`npm run dev -- ${name}\nnpm run release -- ${name}`);
    return 0;
  },
});

/** Writes the folder elsewhere and renames it at the end, so that it is never incomplete. */
async function make(name: string): Promise<RemotePlan> {
  if (readdirSync(root).includes(name))
    throw new StepError(`${name} is there already: choose another name, or remove its folder.`);
  const remotes = allRemotes();
  const others = Object.fromEntries(remotes.map((remote) => [remote, editedRelease(remote)]));
  const plan = planRemote(
    name,
    { schema: 1, remotes: others },
    remotes.map((name) => portOf(path.join(root, name))),
  );
  rmSync(draft, { recursive: true, force: true });
  for (const [file, content] of Object.entries(filesOf(plan))) {
    mkdirSync(path.dirname(path.join(draft, file)), { recursive: true });
    writeFileSync(path.join(draft, file), content);
  }
  // Line breaks depend on the length of the name.
  const { ok, output } = await run(tool("biome"), ["check", "--write", "--vcs-enabled=false", draft]);
  if (!ok) throw new StepError(`${output}\n${name} could not be formatted.`);
  renameSync(draft, path.join(root, name));
  return plan;
}
