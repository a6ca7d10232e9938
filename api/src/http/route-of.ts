import type { Request } from "express";

/**
 * The pattern of the route that answers a request, "other" where that is a page or none. Logs, metrics and traces have it
 * instead of the path, which may hold ids and secrets, however it is written.
 */
export function routeOf(req: Request): string {
  const route: unknown = req.route?.path;
  return typeof route === "string" ? route : "other";
}
