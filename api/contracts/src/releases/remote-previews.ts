import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { text } from "../texts/text.ts";
import { RemoteName } from "./remote-overrides.ts";

// Previews of releases that are not live. A separate export, because few pages use them.

/** What its team calls a preview, such as `new-chart`; a newer one of this name replaces it. */
export const PreviewName = z.string({ error: text("Name is required") }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
  error: text("Name must have 1 to 40 small letters, digits and hyphens, such as new-chart"),
});

/** The secret of a preview's address, of which the server has a hash alone. */
export const PreviewKey = z
  .string({ error: text("Key is required") })
  .regex(/^[A-Za-z0-9_-]{22}$/, { error: text("Key must be that of a preview's address") });

/** A release that one browser has in place of the live one. */
export const RemotePreview = z.object({
  name: PreviewName,
  remote: RemoteName,
  version: z.string(),
  until: z.iso.datetime(),
});
export type RemotePreview = z.infer<typeof RemotePreview>;

const path = "/api/remote-preview";

export const openRemotePreview = endpoint("PUT", path, {
  access: "public",
  tag: "Overrides",
  summary:
    "Show a release that is not live in this browser, by the name and the key of its preview's address",
  errors: ["NOT_FOUND", "ORIGIN_FORBIDDEN"],
  limit: "anonymous",
  credential: ["accessToken", "none"],
  example: { body: { name: "new-chart", key: "q8Zr1Yw0cJ3mT6uVxKfB2g" } },
  body: z.object({ name: PreviewName, key: PreviewKey }),
  data: RemotePreview.extend({
    /** Its first screen. */
    path: z.string(),
  }),
});

export const closeRemotePreview = endpoint("DELETE", path, {
  access: "public",
  tag: "Overrides",
  summary: "Show the live releases alone in this browser again",
  errors: ["ORIGIN_FORBIDDEN"],
  limit: "anonymous",
});
