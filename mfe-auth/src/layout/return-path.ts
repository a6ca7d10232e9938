/**
 * The path that was requested before the sign-in, from the route guard's `location.state.from`; the dashboard where that
 * is not a path of this application.
 */
export function returnPath(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  const own =
    typeof from === "string" && /^\/(?![/\\])/.test(from) && !/^\/(login|register|verify-email)\b/.test(from);
  return own ? from : "/dashboard";
}
