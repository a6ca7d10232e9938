import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { text } from "../texts/text.ts";
import { ReleaseVersion } from "./release-endpoints.ts";
import { data, exampleParams, exampleVersion, params, path, platformCall } from "./release-parts.ts";
import { ActiveRelease, Registry, Release, ReleaseContract } from "./releases.ts";
import { RemoteOverrides } from "./remote-overrides.ts";
import { PreviewName } from "./remote-previews.ts";

// The calls by which platform administrators, or machines with RELEASES_TOKEN, publish releases and make them live, and the
// one that a developer's machine makes. A separate export, because no page uses them.

/** A change of a remote's live releases. */
export const ReleaseChange = z.object({
  kind: z.enum(["activated", "rolled-back", "canary", "canary-ended", "removed"]),
  /** The version that became live; for a canary, the canary's; for a removal, the one that was live. */
  version: z.string(),
  base: z.string(),
  /** The percentage of a canary. */
  share: z.number().optional(),
  /** An account's id, `command`, `start`, or the reason of an automatic rollback. */
  by: z.string(),
  at: z.iso.datetime(),
});
export type ReleaseChange = z.infer<typeof ReleaseChange>;

/** A release that browsers with the key have in place of the live one. */
export const StoredPreview = z.object({
  release: ActiveRelease,
  /** The SHA-256 of its key. */
  keyHash: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
});
export type StoredPreview = z.infer<typeof StoredPreview>;

/** The registry as it is stored; browsers get it without its history and its previews. */
export const StoredRegistry = Registry.extend({
  /** The changes of each remote, the newest first. */
  changes: z.record(z.string(), z.array(ReleaseChange)).optional(),
  /** By their names. */
  previews: z.record(z.string(), StoredPreview).optional(),
});
export type StoredRegistry = z.infer<typeof StoredRegistry>;

const activation = z.object({
  version: ReleaseVersion,
  /** Makes it live although it does not fit the shell. */
  force: z.boolean({ error: text("Force must be true or false") }).optional(),
});

/** What all calls about one remote have in common. */
const remoteCall = {
  ...platformCall,
  errors: ["INVALID_TRANSITION"],
  params,
  example: { params: exampleParams },
} as const;

export const releasesOverview = endpoint("GET", `${path}/overview`, {
  ...platformCall,
  summary: "The registry of remotes and all releases that are kept",
  data: z.object({
    /** The versions that the served shell shares; null where its build does not state them. */
    shell: ReleaseContract.nullable(),
    registry: StoredRegistry,
    releases: z.record(z.string(), z.array(z.object({ release: Release, usedAt: z.iso.datetime() }))),
  }),
});

export const uploadRelease = endpoint("PUT", `${path}/:remote/upload`, {
  ...remoteCall,
  summary: "Publish a release, sent as a gzipped tar of its folder, without making it live",
  body: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
  contentType: "application/gzip",
  bodyBytes: 20_000_000,
  data: z.object({ release: Release }),
});

export const activateRelease = endpoint("POST", `${path}/:remote/activate`, {
  ...remoteCall,
  summary: "Make a published release live for all users; a canary of the remote ends",
  example: { params: exampleParams, body: { version: exampleVersion } },
  body: activation,
  data,
});

export const startCanary = endpoint("POST", `${path}/:remote/canary`, {
  ...remoteCall,
  summary: "Give a published release to a share of the users",
  example: { params: exampleParams, body: { version: exampleVersion, share: 5 } },
  body: activation.extend({
    share: z
      .number({ error: text("Share must be a percentage") })
      .gt(0, { error: text("Share must be over 0 percent") })
      .lt(100, { error: text("Share must be under 100 percent") }),
  }),
  data,
});

export const previewRelease = endpoint("POST", `${path}/:remote/preview`, {
  ...remoteCall,
  summary: "Show a published release for a day to those who get the address, without making it live",
  example: { params: exampleParams, body: { version: exampleVersion, name: "new-chart" } },
  body: activation.extend({ name: PreviewName }),
  data: z.object({
    /** Under the deployment's own address. */
    address: z.string(),
    until: z.iso.datetime(),
  }),
});

export const promoteCanary = endpoint("POST", `${path}/:remote/promote`, {
  ...remoteCall,
  summary: "Make the canary of a remote live for all users",
  data,
});

export const removeRemote = endpoint("POST", `${path}/:remote/remove`, {
  ...remoteCall,
  summary: "Take a remote out of the live releases, with its screens; its releases are kept",
  example: { params: { remote: "mfe-coaching" } },
  data: z.object({
    /** The version that was live until now. */
    version: z.string(),
  }),
});

export const remoteOverride = endpoint("GET", "/api/remote-override", {
  access: "public",
  tag: "Overrides",
  summary: "Whether this deployment lets a browser replace remotes, and which ones this browser replaces",
  limit: "anonymous",
  data: z.object({ allowed: z.boolean(), overrides: RemoteOverrides }),
});
