import { type AuthState, routeTable } from "@souffleur/shared-ui";

const signIn = "/login";
const home = "/dashboard";

/** The remote of a page's first screen: the route's, or the sign-in page's where the route guard redirects there. */
export function firstRemote(
  pathname: string,
  { loading, user }: Pick<AuthState, "loading" | "user">,
): string {
  const at = (path: string) => routeTable.find((entry) => entry.path === path);
  const requested = at(pathname.replace(/\/+$/, "")) ?? at(home);
  const isRedirected = requested?.access !== "public" && !loading && user === null;
  const first = isRedirected ? at(signIn) : requested;
  if (first === undefined) throw new Error("The route table lacks the sign-in page or the dashboard");
  return first.remote;
}
