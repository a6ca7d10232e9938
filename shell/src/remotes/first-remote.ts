import { type RouteEntry, screenAt } from "@souffleur/contracts";
import type { AuthState } from "@souffleur/shared-ui";

/** The remote of a page's first screen: that of the path, or of the sign-in page if the route guard redirects there. */
export function firstRemote(
  screens: readonly RouteEntry[],
  pathname: string,
  { loading, user }: Pick<AuthState, "loading" | "user">,
): string | undefined {
  const requested = screenAt(screens, pathname) ?? screenAt(screens, "/dashboard");
  const isRedirected = requested?.access !== "public" && !loading && user === null;
  return (isRedirected ? screenAt(screens, "/login") : requested)?.remote;
}
