import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "@souffleur/api/tools/run-step.mjs";
import type { RemotePlan } from "./remote-plan.ts";

const template = path.join(root, "shell/delivery/remote-template");
/** Packages in the shell's versions. */
const dependencies = ["@souffleur/contracts", "@souffleur/shared-ui", "@tanstack/react-query", "react"];
const devDependencies = ["@types/react"];

/** The content of each file of a new remote, by its path in the remote's folder. */
export function filesOf({ name, words, manifest, port }: RemotePlan): Record<string, string> {
  const shell = JSON.parse(readFileSync(path.join(root, "shell/package.json"), "utf8"));
  const versions = (names: string[], of: Record<string, string>) =>
    Object.fromEntries(names.map((one) => [one, of[one]]));
  const named = (text: string) =>
    text
      .replaceAll("NewRemote", words.identifier)
      .replaceAll("New Remote", words.title)
      .replaceAll("new-remote", words.slug);
  const sources = readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => {
      const content = named(readFileSync(file, "utf8"));
      const place = named(path.relative(template, file));
      return [place, place.endsWith("fr.json") ? sorted(content) : content];
    });
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

/** Sorts a catalogue again, because the remote's title is one of its texts. */
function sorted(catalogue: string): string {
  const texts: Record<string, string> = JSON.parse(catalogue);
  const keys = Object.keys(texts).toSorted();
  return toJson(Object.fromEntries(keys.map((key) => [key, texts[key]])));
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
