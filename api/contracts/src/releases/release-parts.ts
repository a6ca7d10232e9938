import { RemoteName, z } from "@souffleur/contracts";

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
/** The version that became live: the canary's where the call started one, else that of all other users. */
export const data = z.object({ version: z.string() });
