import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { routeTable } from "./route-table.ts";

/** The packages that bring screens. */
export const remoteNames: readonly string[] = [...new Set(routeTable.map(({ remote }) => remote))];

/** One of the packages that bring screens. */
export const RemoteName = z
  .string({ error: "Remote is required" })
  .refine((name) => remoteNames.includes(name), {
    error: ({ input }) =>
      `There is no remote ${String(input).slice(0, 64)}; there are ${remoteNames.join(", ")}`,
  });

const loopbackText =
  "Address must be one of this machine with a port, such as http://127.0.0.1:4100 (or localhost, or [::1])";
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})$/;

/** The origin of a development server on the very machine of the browser; nothing else may take a remote's place. */
export const LoopbackAddress = z
  .string({ error: "Address is required" })
  .refine((address) => Number(loopback.exec(address)?.[2] ?? 65_536) < 65_536, { error: loopbackText });

/** A remote that one browser takes from a developer's own machine. */
export const RemoteOverride = z.object({ remote: RemoteName, address: LoopbackAddress });
export type RemoteOverride = z.infer<typeof RemoteOverride>;

const path = "/api/remote-override";

export const remoteOverride = endpoint({
  method: "GET",
  path,
  access: "public",
  tag: "Overrides",
  summary: "Whether this deployment lets a browser replace a remote, and what this browser replaces",
  limit: "stranger",
  data: z.object({ allowed: z.boolean(), override: RemoteOverride.nullable() }),
});

export const setRemoteOverride = endpoint({
  method: "PUT",
  path,
  access: "public",
  tag: "Overrides",
  summary: "Replace a remote in this browser by one of its own machine",
  refusals: ["FORBIDDEN", "ORIGIN_FORBIDDEN"],
  limit: "stranger",
  credential: ["accessToken", "none"],
  example: { body: { remote: "mfe-dashboard", address: "http://127.0.0.1:4100" } },
  body: RemoteOverride,
});

export const clearRemoteOverride = endpoint({
  method: "DELETE",
  path,
  access: "public",
  tag: "Overrides",
  summary: "Take every remote from the deployment again",
  refusals: ["ORIGIN_FORBIDDEN"],
  limit: "stranger",
});
