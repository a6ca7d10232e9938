import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import {
  credential,
  data,
  exampleParams,
  exampleVersion,
  params,
  path,
  ReleaseVersion,
} from "./release-parts.ts";
import { Registry, Release, ReleaseContract } from "./releases.ts";
import { RemoteOverride } from "./remote-overrides.ts";
import { text } from "./texts/text.ts";

// The calls by which releases are published and made live: by platform administrators, or by a machine with
// RELEASES_TOKEN; and what a developer's machine asks. An export of their own, which no page holds.

/** A change of a remote's live releases. */
export const ReleaseChange = z.object({
  kind: z.enum(["activated", "rolled-back", "canary", "canary-ended", "removed"]),
  /** The version that is live from then on; of a canary, the canary's; of a removal, the one that was live. */
  version: z.string(),
  base: z.string(),
  /** Percent, of a canary. */
  share: z.number().optional(),
  /** An account's id, `command`, `start`, or the reason of an automatic rollback. */
  by: z.string(),
  at: z.iso.datetime(),
});
export type ReleaseChange = z.infer<typeof ReleaseChange>;

/** The registry as it is stored; browsers get it without its history. */
export const KeptRegistry = Registry.extend({
  /** Of each remote, the newest first. */
  changes: z.record(z.string(), z.array(ReleaseChange)).optional(),
});
export type KeptRegistry = z.infer<typeof KeptRegistry>;

/** A release's version and where browsers find its files, where that is another host. */
const activation = z.object({
  version: ReleaseVersion,
  at: z
    .url({ protocol: /^https?$/, error: text("The place of the releases must be an http or https address") })
    .regex(/\/$/, { error: text("The place of the releases must end with a slash") })
    .optional(),
  /** Goes live although it does not fit the shell. */
  force: z.boolean({ error: text("Force must be true or false") }).optional(),
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
      .number({ error: text("Share must be a percentage") })
      .gt(0, { error: text("Share must be over 0 percent") })
      .lt(100, { error: text("Share must be under 100 percent") }),
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

export const remoteOverride = endpoint({
  method: "GET",
  path: "/api/remote-override",
  access: "public",
  tag: "Overrides",
  summary: "Whether this deployment lets a browser replace a remote, and what this browser replaces",
  limit: "anonymous",
  data: z.object({ allowed: z.boolean(), override: RemoteOverride.nullable() }),
});
