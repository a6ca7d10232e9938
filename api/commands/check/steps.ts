import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, run, tool } from "../../tools/run-step.mjs";
import { allRemotes } from "../../tools/workspace.ts";
import type { Scope } from "./scope.ts";
import { raiseVersions, versionProblems } from "./versions.ts";

export interface Outcome {
  ok: boolean;
  /** What is printed below the step's name. */
  output: string;
}

export interface Step {
  name: string;
  /** The changed files that call for it; by default each of them. */
  concerns?: RegExp;
  run(scope: Scope): Promise<Outcome>;
}

const code = /\.([cm]?[jt]sx?|css|json)$/;

export const steps: readonly Step[] = [
  {
    name: "format",
    run: ({ paths = [], fix }) =>
      // Of changed files some have no format.
      useTool("biome", [
        ...(fix ? ["check", "--write"] : ["ci"]),
        "--colors=off",
        "--no-errors-on-unmatched",
        ...paths,
      ]),
  },
  {
    name: "types",
    concerns: /\.([cm]?tsx?|[cm]js|json)$/,
    run: ({ packages = [] }) => useTool("tsc", ["-b", ...sharing, ...packages.flatMap(projectsOf)]),
  },
  {
    name: "imports",
    concerns: code,
    run: () =>
      useTool("depcruise", [
        "--output-type=err-long",
        "--cache=.cache/dependency-cruiser",
        "--cache-strategy=content",
        // By their names: for a pattern, the tool reads every folder, also those that another command is removing.
        ...["api", "shell", "shared-ui", ...allRemotes()],
      ]),
  },
  {
    name: "dead-code",
    concerns: code,
    run: () => useTool("knip", ["--no-progress", "--cache", "--cache-location=.cache/knip"]),
  },
  {
    name: "texts",
    concerns: /\.(tsx?|json)$/,
    // Missing French is an error of types; these tests find French that is not used.
    run: () => useTool("jest", ["--selectProjects", "contracts", "remote", "--", "texts.test"]),
  },
  {
    name: "versions",
    concerns: /^(api\/contracts|shared-ui)\//,
    async run({ fix }) {
      if (fix) return { ok: true, output: raiseVersions(root).join("\n") };
      const problems = versionProblems(root);
      return { ok: problems.length === 0, output: problems.join("\n") };
    },
  },
];

/**
 * One checker for each project, since each reads the types of mongoose and zod anew: four need twice the processor time.
 * Two projects at once, because the other steps need processors too.
 */
const sharing = ["--checkers", "1", "--builders", "2"];

/** A package's TypeScript projects; those that they refer to are checked with them. */
function projectsOf(name: string): string[] {
  if (name === "contracts") return ["api/contracts/tsconfig.test.json"];
  if (name === "api") return ["api/tsconfig.test.json"];
  if (name === "shared-ui") return ["shared-ui"];
  if (name === "shell") return ["shell", "shell/build", "shell/delivery", "shell/e2e", ofRemote(template)];
  return [ofRemote(name)];
}

const template = "shell/delivery/remote-template";

/** The remotes are one project; one of them is a project with the same options. */
function ofRemote(folder: string): string {
  const name = path.basename(folder);
  const file = `.cache/types/${name}.json`;
  const config = {
    extends: "../../tsconfig.remotes.json",
    compilerOptions: { tsBuildInfoFile: `${name}.tsbuildinfo` },
    include: [`../../${folder}`, `../../${folder}/**/*.json`, "../../shared-ui/src/bundled.d.ts"],
    exclude: ["../../**/node_modules", "../../**/dist"],
    references: [{ path: "../../api/contracts" }, { path: "../../shared-ui" }],
  };
  mkdirSync(path.join(root, ".cache/types"), { recursive: true });
  writeFileSync(path.join(root, file), JSON.stringify(config));
  return file;
}

async function useTool(name: string, args: readonly string[]): Promise<Outcome> {
  const { ok, output } = await run(tool(name), args);
  return { ok, output: ok ? "" : output };
}
