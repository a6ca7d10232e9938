import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { RemoteName } from "./remote-overrides.ts";

const version = z
  .string({ error: "Version is required" })
  .regex(/^[0-9a-z]{1,64}$/, { error: "Version must be 1 to 64 digits and small letters" });

/** What a browser tells of one release that it was given. */
export const ReleaseReport = z.object({
  remote: RemoteName,
  version,
  outcome: z.enum(["loaded", "failed"], { error: "Outcome must be loaded or failed" }),
  /** How long a bundle took to load, in milliseconds. */
  ms: z.number({ error: "Milliseconds must be a number" }).min(0).max(600_000).optional(),
});
export type ReleaseReport = z.infer<typeof ReleaseReport>;

/** Sent as a beacon, which has no headers of its own: whose reports they are is part of the body. */
export const reportReleases = endpoint({
  method: "POST",
  path: "/api/releases/reports",
  access: "public",
  summary: "Tell how the releases that this browser was given have loaded and run",
  body: z.object({
    reports: z
      .array(ReleaseReport, { error: "Reports must be a list" })
      .min(1, { error: "Reports must name 1 to 20 outcomes" })
      .max(20, { error: "Reports must name 1 to 20 outcomes" }),
    token: z.string({ error: "Token must be text" }).max(4096, { error: "Token is too long" }).optional(),
  }),
  bodyBytes: 16_384,
});

/** A release that somebody has now, and what browsers have told of it since it went live. */
export const LiveRelease = z.object({
  remote: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  builtAt: z.iso.datetime().nullable(),
  liveSince: z.iso.datetime().nullable(),
  /** Of all its files, uncompressed. */
  bytes: z.int().nonnegative().nullable(),
  /** Percent of the users who have it. */
  share: z.number(),
  /** Whether that share tries it beside the active one. */
  trial: z.boolean(),
  loads: z.int().nonnegative(),
  failures: z.int().nonnegative(),
  /** Loads took at most this long: half of them, and 95 of a hundred. Null before the first. */
  medianMs: z.number().nullable(),
  slowMs: z.number().nullable(),
  /** The version that takes its place when it is rolled back; null where there is none. */
  before: z.string().nullable(),
});
export type LiveRelease = z.infer<typeof LiveRelease>;

export const liveReleases = endpoint({
  method: "GET",
  path: "/api/admin/releases",
  access: "platform",
  summary: "List what is live of each remote, and how it does in browsers",
  data: z.object({
    releases: z.array(LiveRelease),
    /** Percent of the signed-in people, from which on a new release is rolled back by itself; null where it never is. */
    rollbackPercent: z.number().nullable(),
  }),
});

export const rollBackRelease = endpoint({
  method: "POST",
  path: "/api/admin/releases/:remote/rollback",
  access: "platform",
  summary: "Take a release back: everybody gets the one before",
  params: z.object({ remote: RemoteName }),
  body: z.object({ version }),
  data: z.object({ version: z.string() }),
});
