import type { Values } from "@souffleur/api/tools/command-arguments";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { PreviewName } from "@souffleur/contracts/previews";

export const options = {
  "no-activate": { type: "boolean", help: "publishes only" },
  activate: { type: "string", value: "<version>", help: "makes a stored release live" },
  canary: {
    type: "string",
    value: "<percent>",
    read: percentage,
    help: "starts a canary for this share of the users, until it is promoted or rolled back",
  },
  preview: {
    type: "string",
    value: "<name>",
    read: previewName,
    help: "shows it for a day to those who get the printed address, and makes nothing live",
  },
  promote: { type: "boolean", help: "makes the canary live for all users" },
  rollback: { type: "boolean", help: "ends a canary, or goes back to the release before" },
  remove: { type: "boolean", help: "removes the remote with its screens; --rollback restores it" },
  list: { type: "boolean", help: "shows what is kept and what is live" },
  force: { type: "boolean", help: "skips the check" },
  to: {
    type: "string",
    value: "<address>",
    help: "another Souffleur (RELEASES_TOKEN holds its token or a platform administrator's access token there); by default the database of MONGODB_URI or DATA_DIR",
  },
} as const;

export type ReleaseOptions = Values<typeof options>;

const actions = ["list", "rollback", "remove", "promote", "activate"] as const;

/** @throws StepError if options exclude each other */
export function actionOf(given: ReleaseOptions): (typeof actions)[number] | "release" {
  const asked = actions.filter((action) => given[action] !== undefined && given[action] !== false);
  if (asked.length > 1) throw wrong(`--${asked.join(" and --")} exclude each other`);
  const [action = "release"] = asked;
  if (given.canary !== undefined && !["release", "activate"].includes(action))
    throw wrong(`--canary and --${action} exclude each other`);
  if (given.preview !== undefined && (action !== "release" || given.canary !== undefined))
    throw wrong("--preview is for a new release alone");
  if (
    given["no-activate"] &&
    (given.preview !== undefined || action !== "release" || given.canary !== undefined)
  )
    throw wrong("--no-activate is for a new release alone");
  return action;
}

function percentage(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share < 100)) throw new Error(`takes a percentage over 0 and under 100, not ${text}`);
  return share;
}

function previewName(text: string): string {
  const { error } = PreviewName.safeParse(text);
  if (error !== undefined) throw new Error(`takes a name: ${error.issues[0]?.message}, not ${text}`);
  return text;
}

const wrong = (reason: string) => new StepError(`${reason}; see --help`);
