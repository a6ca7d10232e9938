import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { KeptRegistry, Release, ReleaseContract } from "./releases.ts";
import { RemoteName } from "./remote-overrides.ts";

/**
 * The calls by which releases are published, made live and watched: by platform administrators, or by a machine
 * with RELEASES_TOKEN. Live remotes of earlier releases call the list and the rollback, open pages send reports:
 * those three paths and their fields stay.
 */
const path = "/api/admin/releases";
const credential = ["accessToken", "releasesToken"] as const;
const exampleParams = { remote: "mfe-dashboard" };
const exampleVersion = "4f1c9a20b7";

const params = z.object({ remote: RemoteName });
export const ReleaseVersion = z
  .string({ error: "Version is required" })
  .regex(/^[0-9a-z]{1,64}$/, { error: "Version must be 1 to 64 digits and small letters" });
/** A release's version and where browsers find its files, where that is another host. */
const activation = z.object({
  version: ReleaseVersion,
  at: z
    .url({ protocol: /^https?$/, error: "The place of the releases must be an http or https address" })
    .regex(/\/$/, { error: "The place of the releases must end with a slash" })
    .optional(),
  /** Goes live although it does not fit the shell. */
  force: z.boolean({ error: "Force must be true or false" }).optional(),
});
/** What the call made live: the canary's version where it started one, else the version of all other users. */
const data = z.object({ version: z.string() });

/** A release that users have now, and what browsers have reported about it since it went live. */
export const LiveRelease = z.object({
  remote: z.string(),
  /** The title of its first screen; the remote's name where it has none. */
  title: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  builtAt: z.iso.datetime().nullable(),
  liveSince: z.iso.datetime().nullable(),
  /** Of all its files, uncompressed. */
  bytes: z.int().nonnegative().nullable(),
  /** Percent of the users who have it. */
  share: z.number(),
  /** Whether it is a canary; live remotes of earlier releases read it under this name. */
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

export const liveReleases = endpoint({
  method: "GET",
  path,
  access: "platform",
  tag: "Releases",
  summary: "List the live releases of each remote and their health in browsers",
  credential,
  data: z.object({
    releases: z.array(LiveRelease),
    /** Percent of the signed-in users with failures at which a new release is rolled back automatically; null: never. */
    rollbackPercent: z.number().nullable(),
  }),
});

export const releasesOverview = endpoint({
  method: "GET",
  path: `${path}/overview`,
  access: "platform",
  tag: "Releases",
  summary: "The registry of remotes and all releases that are kept",
  credential,
  data: z.object({
    /** What the shell that is served shares; null where its build does not state it. */
    shell: ReleaseContract.nullable(),
    registry: KeptRegistry,
    releases: z.record(z.string(), z.array(z.object({ release: Release, usedAt: z.iso.datetime() }))),
  }),
});

export const uploadRelease = endpoint({
  method: "PUT",
  path: `${path}/:remote/upload`,
  access: "platform",
  tag: "Releases",
  summary: "Publish a release, sent as a gzipped tar of its folder, without making it live",
  refusals: ["INVALID_TRANSITION"],
  credential,
  example: { params: exampleParams },
  params,
  body: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
  contentType: "application/gzip",
  bodyBytes: 20_000_000,
  data: z.object({ release: Release }),
});

export const activateRelease = endpoint({
  method: "POST",
  path: `${path}/:remote/activate`,
  access: "platform",
  tag: "Releases",
  summary: "Make a published release live for all users; a canary of the remote ends",
  refusals: ["INVALID_TRANSITION"],
  credential,
  example: { params: exampleParams, body: { version: exampleVersion } },
  params,
  body: activation,
  data,
});

export const startCanary = endpoint({
  method: "POST",
  path: `${path}/:remote/canary`,
  access: "platform",
  tag: "Releases",
  summary: "Give a published release to a share of the users",
  refusals: ["INVALID_TRANSITION"],
  credential,
  example: { params: exampleParams, body: { version: exampleVersion, share: 5 } },
  params,
  body: activation.extend({
    share: z
      .number({ error: "Share must be a percentage" })
      .gt(0, { error: "Share must be over 0 percent" })
      .lt(100, { error: "Share must be under 100 percent" }),
  }),
  data,
});

export const promoteCanary = endpoint({
  method: "POST",
  path: `${path}/:remote/promote`,
  access: "platform",
  tag: "Releases",
  summary: "Make the canary of a remote live for all users",
  refusals: ["INVALID_TRANSITION"],
  credential,
  example: { params: exampleParams },
  params,
  data,
});

export const rollBackRelease = endpoint({
  method: "POST",
  path: `${path}/:remote/rollback`,
  access: "platform",
  tag: "Releases",
  summary: "Undo the last step: a canary ends, the release before or a removed remote becomes active again",
  refusals: ["INVALID_TRANSITION"],
  credential,
  example: { params: exampleParams, body: { version: exampleVersion } },
  params,
  body: z.object({
    /** The live release to take back, refused where it is no longer live; or the one that was live until the removal. */
    version: ReleaseVersion,
    /** Where the last step only moved that version to another host, undoes the move alone. */
    undoMove: z.boolean({ error: "Undo move must be true or false" }).optional(),
  }),
  data,
});

export const removeRemote = endpoint({
  method: "POST",
  path: `${path}/:remote/remove`,
  access: "platform",
  tag: "Releases",
  summary: "Take a remote out of the live releases, with its screens; its releases are kept",
  refusals: ["INVALID_TRANSITION"],
  credential,
  example: { params: { remote: "mfe-coaching" } },
  params,
  data: z.object({
    /** The version that was live until now. */
    version: z.string(),
  }),
});

/** What a browser reports about a release that it was given. */
export const ReleaseReport = z.object({
  remote: RemoteName,
  version: ReleaseVersion,
  outcome: z.enum(["loaded", "failed"], { error: "Outcome must be loaded or failed" }),
  /** How long the bundle took to load, in milliseconds. */
  ms: z.number({ error: "Milliseconds must be a number" }).min(0).max(600_000).optional(),
});
export type ReleaseReport = z.infer<typeof ReleaseReport>;

/** Sent as a beacon, which has no headers of its own: the user's token is part of the body. */
export const reportReleases = endpoint({
  method: "POST",
  path: "/api/releases/reports",
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
      .array(ReleaseReport, { error: "Reports must be a list" })
      .min(1, { error: "Reports must name 1 to 20 outcomes" })
      .max(20, { error: "Reports must name 1 to 20 outcomes" }),
    token: z.string({ error: "Token must be text" }).max(4096, { error: "Token is too long" }).optional(),
  }),
  bodyBytes: 16_384,
});
