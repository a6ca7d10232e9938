import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Hashes, hashesOfExports, hashOfSource } from "./exported.ts";

/** A package that the shell shares with remotes by its version, which therefore rises with what it exports. */
interface Versioned {
  name: string;
  folder: string;
  exported(folder: string): Hashes;
  /** Raises the minor version instead of the patch version: a live release may import what is gone. */
  breaksByRemoval: boolean;
}

const versioned: readonly Versioned[] = [
  // Whole sources: also a limit, a rule or a pattern, which no type shows, makes another contract.
  { name: "@souffleur/contracts", folder: "api/contracts", exported: sourcesOf, breaksByRemoval: false },
  { name: "@souffleur/shared-ui", folder: "shared-ui", exported: sharedExports, breaksByRemoval: true },
];
/** The package with which remotes are built elsewhere. */
const dependent = "shell/remote/package.json";
const lock = "pnpm-lock.yaml";
const raising = "npm run check -- versions --fix";

/** What a package exported when its version was last raised. */
interface Raised {
  version: string;
  exports: Hashes;
}

interface State {
  version: string;
  last: Raised | undefined;
  now: Hashes;
  differing: string[];
  isDue: boolean;
}

/** @returns a line for each version that is due or not recorded */
export function versionProblems(root: string): string[] {
  return versioned.flatMap((one) => {
    const { version, last, differing, isDue } = stateOf(root, one);
    if (isDue) return `${one.name} is still ${version}, but differs in ${differing.join(", ")}: ${raising}`;
    const isRecorded = last?.version === version && last !== undefined && differing.length === 0;
    const isNamed = readFileSync(path.join(root, dependent), "utf8").includes(`"${one.name}": "^${version}"`);
    return isRecorded && isNamed ? [] : `${one.name} ${version} is not recorded: ${raising}`;
  });
}

/**
 * Raises the versions that are due, and records them; also one that was raised by hand.
 * @returns a line for each
 */
export function raiseVersions(root: string): string[] {
  return versioned.flatMap((one) => {
    const { version, last, now, isDue, differing } = stateOf(root, one);
    const isGone = Object.keys(last?.exports ?? {}).some((name) => !(name in now));
    const next = isDue ? raised(version, one.breaksByRemoval && isGone) : version;
    edit(root, path.join(one.folder, "package.json"), (text) =>
      text.replace(`"version": "${version}"`, `"version": "${next}"`),
    );
    const range = new RegExp(`("${one.name}": ")\\^[\\d.]+`);
    edit(root, dependent, (text) => text.replace(range, `$1^${next}`));
    const locked = new RegExp(`('${one.name}':\\n +specifier: )\\^[\\d.]+`, "g");
    edit(root, lock, (text) => text.replace(locked, `$1^${next}`));
    writeFileSync(recordOf(root, one), `${JSON.stringify({ version: next, exports: now }, null, 2)}\n`);
    if (next !== version) return `${one.name} is raised from ${version} to ${next}: ${differing.join(", ")}`;
    return last?.version === next ? [] : `${one.name} ${next} is recorded`;
  });
}

function stateOf(root: string, one: Versioned): State {
  const { version } = JSON.parse(readFileSync(path.join(root, one.folder, "package.json"), "utf8"));
  const record = recordOf(root, one);
  const last: Raised | undefined = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : undefined;
  const now = one.exported(path.join(root, one.folder));
  const names = Object.keys({ ...last?.exports, ...now }).sort();
  const differing = last === undefined ? [] : names.filter((name) => last.exports[name] !== now[name]);
  return { version, last, now, differing, isDue: last?.version === version && differing.length > 0 };
}

const recordOf = (root: string, { folder }: Versioned) => path.join(root, folder, "raised.json");

function raised(version: string, isMinor: boolean): string {
  const [major, minor = 0, patch = 0] = version.split(".").map(Number);
  return isMinor ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const at = path.join(root, file);
  const text = readFileSync(at, "utf8");
  const changed = change(text);
  if (changed !== text) writeFileSync(at, changed);
}

function sourcesOf(folder: string): Hashes {
  const sources = path.join(folder, "src");
  const files = (readdirSync(sources, { recursive: true }) as string[])
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .sort();
  return Object.fromEntries(files.map((file) => [file, hashOfSource(path.join(sources, file))]));
}

/** Of the modules that the shell shares; remotes bundle the package's other ones. */
function sharedExports(folder: string): Hashes {
  const all = ["index.ts", "facade/router.ts", "facade/query.ts"].flatMap((file) =>
    Object.entries(hashesOfExports(path.join(folder, "src", file))).map(([name, hash]) => [
      `${path.basename(file, ".ts")} ${name}`,
      hash,
    ]),
  );
  return Object.fromEntries(all.sort());
}
