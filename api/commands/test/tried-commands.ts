import { freePort } from "../../tools/network.ts";
import { editIsShown, editIsShownInDeployment } from "./edit-to-screen.ts";
import { eraseACustomer } from "./erase-a-customer.ts";
import type { FreshClone, Running } from "./fresh-clone.ts";

/** A command of the documents in its shortest form, and what it says when it works. */
export interface TriedCommand {
  /** As it is typed. */
  typed: string;
  says: RegExp;
  /** The exit code; 0 by default. */
  code?: number | readonly number[];
  env?: (clone: FreshClone) => Promise<Record<string, string>> | Record<string, string>;
  /** For a command that runs until a signal: what happens once it says that it is ready. */
  meanwhile?: (clone: FreshClone, running: Running) => Promise<void>;
  /** Other commands that are tried while this one runs. */
  beside?: readonly TriedCommand[];
}

/** These are steps of `.ci/run` themselves. */
export const stepsOfCi = ["npm test", "npm run test:hard"];

const ownPort = async () => ({ PORT: String(await freePort()) });
const remote = "mfe-admin";
const release = "[0-9a-f]{16}";
const certificate = ".cache/certificate.json";

/** One after the other, because each uses the data or the builds of those before. The first one has the clone as it comes. */
const inTurn: readonly TriedCommand[] = [
  { typed: "npm run dev", env: ownPort, says: /^Development: (http\S+) /m, meanwhile: editIsShown },
  {
    typed: "npm start",
    env: async () => ({ ...(await ownPort()), REMOTE_OVERRIDES: "localhost" }),
    says: /(http:\/\/localhost:\d+)[\s\S]*admin@lumiere\.example/,
    meanwhile: (clone, running) => eraseACustomer(running, clone.at(certificate)),
    beside: [
      {
        typed: `npm run dev -- ${remote} --no-open --shell {address}`,
        says: /^ {2}(http\S+)$/m,
        meanwhile: editIsShownInDeployment,
      },
      { typed: "npm run release -- mfe-analytics", says: new RegExp(`^Live: mfe-analytics ${release}`, "m") },
    ],
  },
  { typed: "npm run serve", env: ownPort, says: /http:\/\/localhost:\d+/, meanwhile: async () => {} },
  { typed: "npm run audit:verify", says: /^✓ The audit log is whole: [1-9]\d* rows\.$/m },
  { typed: `npm run erasure:verify -- ${certificate}`, says: /^✓ \S+: 1 call erased at \S+\.$/m },
  { typed: "npm run database -- backup .cache/all.backup", says: /^Wrote [1-9]\d* documents to /m },
  {
    typed: "npm run database -- restore .cache/all.backup",
    env: (clone) => ({ DATA_DIR: clone.at(".cache/restored") }),
    says: /^Restored [1-9]\d* documents into /m,
  },
  { typed: "npm run screens -- call.wrapped.up$", says: /[1-9]\d* passed[\s\S]*The screens are in / },
  { typed: "npm run bench -- live", says: /what +measured +baseline/ },
  { typed: "npm run new-remote -- mfe-coaching", says: /^Made mfe-coaching: \/coaching, /m },
  { typed: "npm run packages -- add mfe-coaching clsx", says: /^Added: clsx\./m },
  {
    typed: "npm test -- mfe-coaching --only unit",
    // No bundle is built for the tests of one remote, though the packages have changed since the last build.
    says: /^(?![\s\S]*Building )[\s\S]*\nunit: [1-9]\d* passed, 0 failed \(/,
  },
];

/** Beside those from the first minute, in which two commands install at once: each has data of its own, and none uses bundles. */
const apart: readonly TriedCommand[] = [
  {
    typed: "npm run database",
    env: (clone) => ({ DATA_DIR: clone.at(".cache/database") }),
    says: /^mongodb:\/\/\S+$/m,
    meanwhile: async () => {},
  },
  {
    typed: "npm run telephony:check",
    code: 2,
    says: /\nNo PBX is configured: set ASTERISK_ARI_URL[^\n]*\n$/,
  },
  { typed: "npm run packages -- licences", says: /^MIT \(\d+\)$/m },
  {
    typed: "npm run packages -- vulnerabilities",
    // Other people's news do not make this change red, but the command must say one of three things.
    code: [0, 1],
    says: /^No known vulnerabilities found$|nothing was checked\.$|are listed above\.$/m,
  },
  { typed: "npm run train-replies", says: /^[1-9]\d* situations, \d+ kB$/m },
  { typed: "npm run check -- imports", says: /^✓ imports$/m },
  { typed: "npm run check -- types mfe-dashboard", says: /^✓ types$/m },
  { typed: "npm run check -- versions --changed", says: /^(✓ versions|Nothing to check has changed\.)$/m },
  { typed: "npm run check -- versions --fix", says: /^✓ versions$/m },
  { typed: "npm run check -- format mfe-dashboard --fix", says: /^✓ format$/m },
  { typed: "npm run chaos -- --kills 2", says: /^✓ no faults$/m },
  { typed: "npm run fuzz -- --count 200", says: /^Tests: +[1-9]\d* passed/m },
  {
    typed: "npm run load -- --times 1 --seconds 2 --stored 100",
    says: /^1 × +\d[\s\S]*^✓ no faults$/m,
  },
];

export const lanes = [inTurn, apart] as const;

export const triedCommands = lanes.flat().flatMap((one) => [one, ...(one.beside ?? [])]);

/** @returns `npm run dev` of `npm run dev -- mfe-admin` */
export function nameOf(typed: string): string {
  return /^npm (run )?[\w:-]+/.exec(typed)?.[0] ?? typed;
}
