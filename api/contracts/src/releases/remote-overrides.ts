import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { text } from "../texts/text.ts";

/** The name of a package with screens; the registry lists the existing ones. */
export const RemoteName = z
  .string({ error: text("Remote is required") })
  .regex(/^mfe-[a-z0-9-]{1,60}$/, { error: text("Remote must be a package's name, such as mfe-dashboard") });

const loopbackText = text(
  "Address must be one of this machine with a port, such as http://127.0.0.1:4100 (or localhost, or [::1])",
);
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})$/;

/** The origin of a development server on the browser's own machine; nothing else may replace a remote. */
export const LoopbackAddress = z
  .string({ error: text("Address is required") })
  .refine((address) => Number(loopback.exec(address)?.[2] ?? 65_536) < 65_536, { error: loopbackText });

/** A remote that a browser loads from its own machine. */
export const RemoteOverride = z.object({ remote: RemoteName, address: LoopbackAddress });
export type RemoteOverride = z.infer<typeof RemoteOverride>;

/** More fit in no cookie that every server takes. */
export const overridesMax = 10;

/** The remotes that a browser loads from its own machine, each once. */
export const RemoteOverrides = z.array(RemoteOverride);
export type RemoteOverrides = z.infer<typeof RemoteOverrides>;

const path = "/api/remote-override";

export const setRemoteOverride = endpoint("PUT", path, {
  access: "public",
  tag: "Overrides",
  summary:
    "Replace a remote in this browser by one of its own machine, besides those that are replaced already",
  errors: ["FORBIDDEN", "LIMIT_REACHED", "ORIGIN_FORBIDDEN"],
  limit: "anonymous",
  credential: ["accessToken", "none"],
  example: { body: { remote: "mfe-dashboard", address: "http://127.0.0.1:4100" } },
  body: RemoteOverride,
});

export const clearRemoteOverride = endpoint("DELETE", path, {
  access: "public",
  tag: "Overrides",
  summary: "Take one remote, or every one, from the deployment again",
  errors: ["ORIGIN_FORBIDDEN"],
  limit: "anonymous",
  query: z.object({ remote: RemoteName.optional() }),
});
