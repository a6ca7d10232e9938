import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { text } from "../texts/text.ts";
import { RemoteName } from "./remote-overrides.ts";

export const ReleaseVersion = z
  .string({ error: text("Version is required") })
  .regex(/^[0-9a-z]{1,64}$/, { error: text("Version must be 1 to 64 digits and small letters") });

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
      reports: [{ remote: "mfe-dashboard", version: "4f1c9a20b7", outcome: "loaded", ms: 180 }],
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
