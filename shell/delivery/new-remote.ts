import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { install, packageManager } from "@souffleur/api/tools/install.mjs";
import { oneAtATime } from "@souffleur/api/tools/one-at-a-time.mjs";
import { root, run, tool } from "@souffleur/api/tools/run-step.mjs";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import { editedRelease } from "./packages.ts";
import { portOf } from "./remote-folder.ts";
import { planRemote, type RemotePlan } from "./remote-plan.ts";

const template = path.join(root, "shell/delivery/remote-template");
const draft = path.join(root, ".cache/new-remote");
/** Of the versions that the shell shares. */
const dependencies = ["@souffleur/contracts", "@souffleur/shared-ui", "@tanstack/react-query", "react"];
const devDependencies = ["@types/react"];

export const command = defineCommand({
  name: "npm run new-remote",
  summary:
    "Makes a remote: a screen in the navigation, one call of the API, texts and a test. Its folder is all that the\n" +
    "workspace needs to find it; npm run release brings it into a product that runs.",
  operands: { usage: "<name>", least: 1, most: 1 },
  options: {
    "no-install": {
      type: "boolean",
      help: "shows the command that installs its packages, and does not run it",
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

/** Writes the whole folder beside the packages before it takes its name: none is ever there in parts. */
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
  mkdirSync(path.join(draft, "src"), { recursive: true });
  for (const [file, content] of Object.entries(filesOf(plan))) writeFileSync(path.join(draft, file), content);
  // The name's length decides where a line breaks.
  const { ok, output } = await run(tool("biome"), ["check", "--write", "--vcs-enabled=false", draft]);
  if (!ok) throw new StepError(`${output}\n${name} could not be formatted.`);
  renameSync(draft, path.join(root, name));
  return plan;
}

/** The content of each file, by its place in the remote's folder. */
function filesOf({ name, words, manifest, port }: RemotePlan): Record<string, string> {
  const shell = JSON.parse(readFileSync(path.join(root, "shell/package.json"), "utf8"));
  const versions = (names: string[], of: Record<string, string>) =>
    Object.fromEntries(names.map((one) => [one, of[one]]));
  const named = (text: string) =>
    text
      .replaceAll("NewRemote", words.identifier)
      .replaceAll("New Remote", words.title)
      .replaceAll("new-remote", words.slug);
  const sources = readdirSync(template).map((file) => [
    `src/${named(file)}`,
    named(readFileSync(path.join(template, file), "utf8")),
  ]);
  const packageJson = {
    name: `@souffleur/${name}`,
    private: true,
    version: "0.1.0",
    type: "module",
    config: { port },
    dependencies: versions(dependencies, shell.dependencies),
    devDependencies: {
      "@souffleur/remote": "workspace:*",
      ...versions(devDependencies, shell.devDependencies),
    },
  };
  return {
    "package.json": toJson(packageJson),
    "remote.json": toJson(manifest),
    "webpack.config.cjs": `const { defineRemote } = require("@souffleur/remote");

module.exports = defineRemote(__dirname);
`,
    ...Object.fromEntries(sources),
  };
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
