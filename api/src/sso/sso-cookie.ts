import { limits } from "@souffleur/contracts";
import { stringifySetCookie } from "cookie";

export type SsoCookies = ReturnType<typeof createSsoCookies>;

/** Binds a sign-in at a provider to the browser that has begun it: an answer that is sent to another one is refused there. */
export function createSsoCookies(secure: boolean) {
  const name = secure ? "__Secure-souffleur-sso" : "souffleur-sso";
  return {
    read: (cookies: Record<string, string | undefined>): string | undefined => cookies[name],
    /** A Set-Cookie line. */
    set: (value: string): string =>
      stringifySetCookie({
        name,
        value,
        httpOnly: true,
        // The page to which the provider leads back sends it with its own request.
        sameSite: "strict",
        path: "/api/auth",
        secure,
        maxAge: limits.ssoSignInMs / 1000,
      }),
  };
}
