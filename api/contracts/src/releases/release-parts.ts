import * as z from "zod";
import { text } from "../texts/text.ts";
import { RemoteName } from "./remote-overrides.ts";

export const path = "/api/admin/releases";
/** The calls of platform administrators, and of machines with RELEASES_TOKEN. */
export const platformCall = {
  access: "platform",
  tag: "Releases",
  credential: ["accessToken", "releasesToken"],
} as const;
export const exampleParams = { remote: "mfe-dashboard" };
export const exampleVersion = "4f1c9a20b7";

export const params = z.object({ remote: RemoteName });
export const ReleaseVersion = z
  .string({ error: text("Version is required") })
  .regex(/^[0-9a-z]{1,64}$/, { error: text("Version must be 1 to 64 digits and small letters") });
/** The version that became live: the canary's where the call started one, else that of all other users. */
export const data = z.object({ version: z.string() });
