import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { KeptRegistry, Release, ReleaseContract } from "./releases.ts";

const remoteParams = z.object({ name: z.string().min(1).max(64) });
const version = z.string({ error: "Version must be text" }).regex(/^[0-9a-z]{1,64}$/, {
  error: "Version must be one of the versions that are kept",
});
/** Where browsers find releases of another host. */
const at = z
  .url({ protocol: /^https?$/, error: "The place of the releases must be an http or https address" })
  .regex(/\/$/, { error: "The place of the releases must end with a slash" })
  .optional();

export const releasesOverview = endpoint({
  method: "GET",
  path: "/api/releases",
  access: "session",
  summary: "The registry of remotes and the releases that are kept (platform administrators)",
  data: z.object({
    /** What the shell that is served shares; null where it does not say. */
    shell: ReleaseContract.nullable(),
    registry: KeptRegistry,
    releases: z.record(z.string(), z.array(z.object({ release: Release, usedAt: z.iso.datetime() }))),
  }),
});

export const changeRelease = endpoint({
  method: "POST",
  path: "/api/releases/:name",
  access: "session",
  summary: "Activate, try, promote or roll back a release of a remote (platform administrators)",
  params: remoteParams,
  body: z.discriminatedUnion(
    "action",
    [
      z.object({
        action: z.literal("activate"),
        version,
        at,
        /** Live although it does not fit the shell. */
        force: z.boolean({ error: "Force must be true or false" }).optional(),
      }),
      z.object({
        action: z.literal("canary"),
        version,
        at,
        share: z
          .number({ error: "Share must be a percentage" })
          .gt(0, { error: "Share must be over 0 percent" })
          .lt(100, { error: "Share must be under 100 percent" }),
        force: z.boolean({ error: "Force must be true or false" }).optional(),
      }),
      z.object({ action: z.literal("promote") }),
      z.object({ action: z.literal("rollback") }),
    ],
    { error: "Action must be activate, canary, promote or rollback" },
  ),
  data: z.object({ version: z.string() }),
});

/** The path to which a release is sent as a gzipped tar of its folder, with `PUT`. */
export const releaseUploadPath = "/api/releases/:name/upload";
