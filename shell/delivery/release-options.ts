import { ReleaseError } from "@souffleur/api/src/releases/release-error";

export const options = {
  "no-activate": { type: "boolean", help: "publishes only" },
  activate: { type: "string", value: "<version>", help: "makes a kept release live" },
  canary: {
    type: "string",
    value: "<percent>",
    read: percentage,
    help: "starts a canary: a share of the users has it, the same ones until it is promoted or rolled back",
  },
  promote: { type: "boolean", help: "makes the canary live for all users" },
  rollback: { type: "boolean", help: "ends a canary, or goes back to the release before" },
  remove: { type: "boolean", help: "takes the remote and its screens out; --rollback brings it back" },
  list: { type: "boolean", help: "shows what is kept and what is live" },
  force: { type: "boolean", help: "releases what the check refuses" },
  to: {
    type: "string",
    value: "<folder | address>",
    help: "another releases folder, as a static host serves it, or another Souffleur, with RELEASES_TOKEN or a platform administrator's access token there; else RELEASES_DIR, or DATA_DIR/releases",
  },
  at: {
    type: "string",
    value: "<address>",
    read: address,
    help: "where browsers find the releases, where that is not beside the page",
  },
} as const;

export interface ReleaseOptions {
  "no-activate": boolean;
  activate: string | undefined;
  canary: number | undefined;
  promote: boolean;
  rollback: boolean;
  remove: boolean;
  list: boolean;
  force: boolean;
  to: string | undefined;
  at: string | undefined;
}

const actions = ["list", "rollback", "remove", "promote", "activate"] as const;

/**
 * The action that the options ask for.
 * @throws ReleaseError where options exclude each other
 */
export function actionOf(given: ReleaseOptions): (typeof actions)[number] | "release" {
  const asked = actions.filter((action) => given[action] !== undefined && given[action] !== false);
  if (asked.length > 1) throw wrong(`--${asked.join(" and --")} exclude each other`);
  const [action = "release"] = asked;
  if (given.canary !== undefined && !["release", "activate"].includes(action))
    throw wrong(`--canary and --${action} exclude each other`);
  if (given["no-activate"] && (action !== "release" || given.canary !== undefined))
    throw wrong("--no-activate is for a new release alone");
  return action;
}

function percentage(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share < 100)) throw new Error(`takes a percentage over 0 and under 100, not ${text}`);
  return share;
}

function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search || url.hash)
    throw new Error(`takes an http or https address, not ${text}`);
  return url.href.replace(/\/*$/, "/");
}

const wrong = (reason: string) => new ReleaseError(`${reason}; see --help`);
