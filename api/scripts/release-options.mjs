import { parseArgs } from "node:util";
import { StepError } from "./run.mjs";

export const usage = `npm run release -- <remote> [what] [where]

what (without any: builds, checks, publishes and activates)
  --no-activate          publishes only
  --activate <version>   makes a kept release live
  --canary <percent>     gives it to a share of the users, the same ones until it is promoted or rolled back
  --promote              gives everybody what a share has tried
  --rollback             ends a trial, or goes back to the release before
  --list                 shows what is kept and what is live
  --force                releases what the check refuses
where (without any: RELEASES_DIR, or DATA_DIR/releases)
  --to <folder>          another releases folder, as a static host serves it
  --to <address>         another Souffleur, with RELEASES_TOKEN or a platform administrator's access token there
  --at <address>         where browsers find the releases, where that is not beside the page`;

const actions = ["list", "rollback", "promote", "activate"];

/**
 * Reads the command's arguments.
 * @param {string[]} args
 * @param {string[]} remotes the names that there are
 * @returns {{ name: string, action: string, version?: string, share?: number, noActivate: boolean, force: boolean, to?: string, at?: string }}
 * @throws StepError saying what is wrong and what there is
 */
export function readOptions(args, remotes) {
  const { values, positionals } = parse(args);
  const [name, ...more] = positionals;
  if (name === undefined) throw wrong("name a remote");
  if (!remotes.includes(name) || more.length > 0)
    throw wrong(`${remotes.includes(name) ? more[0] : name} is none of ${remotes.join(", ")}`);
  const asked = actions.filter((action) => values[action] !== undefined);
  if (asked.length > 1) throw wrong(`--${asked.join(" and --")} exclude each other`);
  const [action = "release"] = asked;
  if (values.canary !== undefined && !["release", "activate"].includes(action))
    throw wrong(`--canary and --${action} exclude each other`);
  if (values["no-activate"] && (action !== "release" || values.canary !== undefined))
    throw wrong("--no-activate is for a new release alone");
  return {
    name,
    action,
    noActivate: values["no-activate"] ?? false,
    force: values.force ?? false,
    ...(values.activate !== undefined && { version: values.activate }),
    ...(values.canary !== undefined && { share: shareOf(values.canary) }),
    ...(values.to !== undefined && { to: values.to }),
    ...(values.at !== undefined && { at: addressOf(values.at) }),
  };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        "no-activate": { type: "boolean" },
        activate: { type: "string" },
        canary: { type: "string" },
        promote: { type: "boolean" },
        rollback: { type: "boolean" },
        list: { type: "boolean" },
        force: { type: "boolean" },
        to: { type: "string" },
        at: { type: "string" },
      },
    });
  } catch (error) {
    throw wrong(error.message);
  }
}

function shareOf(text) {
  const share = Number(text);
  if (!(share > 0 && share < 100))
    throw wrong(`--canary takes a percentage over 0 and under 100, not ${text}`);
  return share;
}

function addressOf(text) {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !["http:", "https:"].includes(address.protocol) || address.search || address.hash)
    throw wrong(`--at takes an http or https address, not ${text}`);
  return address.href.replace(/\/*$/, "/");
}

function wrong(reason) {
  return new StepError(`${reason}.\n\n${usage}`);
}
