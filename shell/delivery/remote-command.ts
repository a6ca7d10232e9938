import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { readRelease } from "@souffleur/api/src/releases/store/build-files";
import { ReleaseError } from "@souffleur/api/src/releases/store/release-error";
import { helpOf, readArguments } from "@souffleur/api/tools/command-arguments";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import type { Release } from "@souffleur/contracts";
import webpack, { type Configuration } from "webpack";
import { remoteOptions, serveRemote } from "./development/dev-remote.ts";
import { checkFiles } from "./releasing/check-files.ts";
import { checkInDeployment, requireBrowser } from "./releasing/check-in-deployment.ts";
import { act, refuseFor } from "./releasing/release-actions.ts";
import { type ReleaseClient, releaseClientFor, sharedAt } from "./releasing/release-address.ts";
import { actionOf, options } from "./releasing/release-options.ts";

// The command of `@souffleur/remote`, for a remote in a repository of its own. It is bundled into that package, because
// the API is not available there, and is started in the remote's folder.

const folder = process.cwd();
const dist = path.join(folder, "dist");
const commands = ["build", "release"];
// Relative to the bundled command in `dist`.
const { contractVersions } = createRequire(import.meta.url)("../shared-modules.cjs");

const command = {
  name: "npx souffleur-remote",
  summary:
    "build: builds the remote of this folder into dist; release: builds, checks and releases it, or what an option says;\n" +
    "dev: shows it in a deployed shell while it is edited, see npx souffleur-remote dev --help.",
  operands: { usage: "<command>", least: 1, most: 1, among: () => commands },
  options: {
    ...options,
    unchecked: { type: "boolean", help: "skips the check in a browser" },
    to: {
      type: "string",
      value: "<address>",
      help: "the Souffleur to release to (RELEASES_TOKEN holds its token or a platform administrator's access token there)",
    },
  },
} as const;

const devCommand = {
  name: "npx souffleur-remote dev",
  summary: "Shows the remote of this folder in a deployed shell, and bundles it at every change.",
  options: {
    shell: { type: "string", value: "<address>", help: "of a deployment" },
    ...remoteOptions,
  },
} as const;

try {
  await start(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ReleaseError || error instanceof StepError ? error.message : error);
  process.exitCode = 1;
}

async function start(args: string[]): Promise<void> {
  if (args.includes("dev")) return develop(args.filter((one) => one !== "dev"));
  if (args.includes("--help")) return console.log(helpOf(command));
  const { values, operands } = readArguments(command, args, (reason) => new StepError(reason));
  if (operands[0] === "build") return build();
  const action = actionOf(values);
  if (values.to === undefined || !/^https?:/.test(values.to))
    throw new StepError("--to is missing: the address of a Souffleur, such as https://souffleur.example");
  const client = releaseClientFor(values.to);
  await act(client, nameHere(), {
    ...{ action, given: values },
    sources: { folder, contract: contractVersions() },
    publish: () => publish(client, values),
  });
}

async function develop(args: string[]): Promise<void> {
  if (args.includes("--help")) return console.log(helpOf(devCommand));
  const { values } = readArguments(devCommand, args, (reason) => new StepError(reason));
  const { shell, port, "no-open": closed } = values;
  if (shell === undefined)
    throw new StepError("--shell is missing: the address of a Souffleur, such as https://souffleur.example");
  // Ignored by the remote's tools and its repository.
  const output = path.join(folder, "node_modules/.cache/souffleur-remote");
  const types = () => [
    createRequire(import.meta.url).resolve("typescript/bin/tsc"),
    ...["-p", folder, "--incremental", "--tsBuildInfoFile", path.join(output, "tsbuildinfo")],
  ];
  const remote = { name: nameHere(), folder, output, contract: contractVersions(), types };
  await serveRemote(remote, { shell, port, open: !closed });
}

/** The remote's name, derived from the package's name as in the bundler's configuration. */
function nameHere(): string {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"))
    .name.split("/")
    .at(-1);
}

/** @throws StepError with the bundler's errors */
async function build(): Promise<void> {
  process.env.NODE_ENV = "production";
  const define = createRequire(path.join(folder, "package.json"))("./webpack.config.cjs");
  const config: Configuration = define({}, { mode: "production" });
  const failures = await new Promise<string | undefined>((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error) reject(error);
      else resolve(stats?.hasErrors() ? stats.toString({ all: false, errors: true }) : undefined);
    });
  });
  if (failures !== undefined) throw new StepError(`${failures}\n${config.name} could not be built.`);
}

/** Builds a release, checks its files and its screens, and uploads it. */
async function publish(
  client: ReleaseClient,
  { force, unchecked }: { force: boolean; unchecked: boolean },
): Promise<Release> {
  const browser = force || unchecked ? undefined : requireBrowser(nameHere());
  await build();
  const release = await readRelease(dist);
  if (release === undefined) throw new StepError("The build has no release.json.");
  const named = `${release.name} ${release.version}`;
  const shared = await sharedAt(client);
  if (!force) refuseFor(await checkFiles({ release, folder: dist }, shared), named);
  if (browser === undefined) console.warn(`${named} is not checked in a browser.`);
  else {
    const deployment = { ...shared, origin: new URL(client.origin).origin };
    refuseFor(await checkInDeployment({ release, folder: dist }, deployment, browser), named);
  }
  return client.publish(dist);
}
