import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { text } from "../texts/text.ts";
import {
  data,
  exampleParams,
  exampleVersion,
  params,
  path,
  platformCall,
  ReleaseVersion,
} from "./release-parts.ts";
import { RemoteName } from "./remote-overrides.ts";

export { ReleaseVersion };

/**
 * A live release, and what browsers have reported about it since it went live.
 *
 * The calls of this file must stay compatible: live remotes of earlier releases and open pages use them. Calls that no
 * screen makes are in `release-commands.ts`.
 */
export const LiveRelease = z.object({
  remote: z.string(),
  /** The title of its first screen; the remote's name where it has none. */
  title: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  builtAt: z.iso.datetime().nullable(),
  liveSince: z.iso.datetime().nullable(),
  /** The size of all its files, uncompressed. */
  bytes: z.int().nonnegative().nullable(),
  /** Percent of the users who have it. */
  share: z.number(),
  /** Whether it is a canary; older remotes require this name. */
  trial: z.boolean(),
  loads: z.int().nonnegative(),
  failures: z.int().nonnegative(),
  /** Median and 95th percentile of the load times; null before the first load. */
  medianMs: z.number().nullable(),
  slowMs: z.number().nullable(),
  /** The version that replaces it after a rollback; null where there is none. */
  before: z.string().nullable(),
});
export type LiveRelease = z.infer<typeof LiveRelease>;

export const liveReleases = endpoint("GET", path, {
  ...platformCall,
  summary: "List the live releases of each remote and their health in browsers",
  data: z.object({
    releases: z.array(LiveRelease),
    /** Percent of the signed-in users with failures at which a new release is rolled back automatically; null: never. */
    rollbackPercent: z.number().nullable(),
  }),
});

export const rollBackRelease = endpoint("POST", `${path}/:remote/rollback`, {
  ...platformCall,
  summary: "Undo the last step: a canary ends, the release before or a removed remote becomes active again",
  errors: ["INVALID_TRANSITION"],
  example: { params: exampleParams, body: { version: exampleVersion } },
  params,
  body: z.object({
    /** The live release to roll back, or the one that was live until its remote was removed. */
    version: ReleaseVersion,
  }),
  data,
});

/** A browser's report about a release. */
export const ReleaseReport = z.object({
  remote: RemoteName,
  version: ReleaseVersion,
  outcome: z.enum(["loaded", "failed"], { error: text("Outcome must be loaded or failed") }),
  /** How long the bundle took to load, in milliseconds. */
  ms: z
    .number({ error: text("Milliseconds must be a number") })
    .min(0)
    .max(600_000)
    .optional(),
});
export type ReleaseReport = z.infer<typeof ReleaseReport>;

/** The user's access token, where they are signed in: a beacon has no headers. */
export const beaconToken = z
  .string({ error: text("Token must be text") })
  .max(4096, { error: text("Token is too long") })
  .optional();

/** Sent as a beacon. */
export const reportReleases = endpoint("POST", "/api/releases/reports", {
  access: "public",
  tag: "Releases",
  summary: "Report how the releases that this browser was given have loaded and run",
  limit: "reports",
  credential: ["body", "none"],
  example: {
    body: {
      reports: [{ remote: exampleParams.remote, version: exampleVersion, outcome: "loaded", ms: 180 }],
    },
  },
  body: z.object({
    reports: z
      .array(ReleaseReport, { error: text("Reports must be a list") })
      .min(1, { error: text("Reports must name 1 to 20 outcomes") })
      .max(20, { error: text("Reports must name 1 to 20 outcomes") }),
    token: beaconToken,
  }),
  bodyBytes: 16_384,
});
