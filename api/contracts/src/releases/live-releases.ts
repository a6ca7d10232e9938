import { endpoint, ReleaseVersion, z } from "@souffleur/contracts";
import { text } from "../texts/text.ts";
import { data, exampleParams, exampleVersion, params, path, platformCall } from "./release-parts.ts";

// The calls of the releases' page. A separate export, because no other page uses them. They must stay compatible: open pages
// and live remotes of earlier releases make them.

/** A live release, and what browsers have reported about it since it went live. */
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

/** All errors of a remote with the same cause. */
export const BrowserError = z.object({
  id: z.string(),
  remote: z.string(),
  name: z.string(),
  /** That of the last error, with personal data masked. */
  message: z.string(),
  /** That of the last error; null where no screen was shown. */
  screen: z.string().nullable(),
  browser: z.string(),
  count: z.int().positive(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** The last releases in which it was seen, the newest last; without unknown ones. */
  releases: z.array(z.object({ version: z.string(), commit: z.string().nullable() })),
  /** First seen, or seen again after it was resolved, in a release that is live now. */
  isNew: z.boolean(),
  /** `load (mfe-dashboard/src/calls.ts:12:5)`; a frame without a source map has the built file's name. */
  stack: z.array(z.string()),
});
export type BrowserError = z.infer<typeof BrowserError>;

export const browserErrors = endpoint("GET", `${path}/errors`, {
  ...platformCall,
  summary: "List the errors of the last 30 days in browsers, grouped by cause, the last seen first",
  data: z.object({ errors: z.array(BrowserError) }),
});

export const resolveBrowserError = endpoint("DELETE", `${path}/errors/:errorId`, {
  ...platformCall,
  summary: "Take an error off the list until it is seen again",
  example: { params: { errorId: "pCvNhfZ5qyOBfvJw0lMZ3w" } },
  params: z.object({
    errorId: z
      .string({ error: text("The error's id must be one from the list") })
      .regex(/^[\w-]{22}$/, { error: text("The error's id must be one from the list") }),
  }),
});
