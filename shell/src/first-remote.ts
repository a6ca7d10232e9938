import { type AuthState, routeTable } from "@souffleur/shared-ui";

const signIn = "/login";
const home = "/dashboard";

/** The remote whose screen a page shows first: the route's own, or the sign-in page's where the guard leads there. */
export function firstRemote(
  pathname: string,
  { loading, user }: Pick<AuthState, "loading" | "user">,
): string {
  const at = (path: string) => routeTable.find((entry) => entry.path === path);
  const asked = at(pathname.replace(/\/+$/, "")) ?? at(home);
  const guarded = asked?.access !== "public" && !loading && user === null;
  const first = guarded ? at(signIn) : asked;
  if (first === undefined) throw new Error("The route table lacks the sign-in page or the dashboard");
  return first.remote;
}
