import { limits } from "@souffleur/contracts";
import { stringifySetCookie } from "cookie";

/** Several users may share a browser, so it keeps several registrations. */
const idsKept = 4;
const form = /^[0-9a-f-]{36}(?:\.[0-9a-f-]{36}){0,3}$/;

export type RegistrationCookies = ReturnType<typeof createRegistrationCookies>;

/**
 * Distinguishes a browser's own registrations from others of the same address. It authenticates nobody and
 * verifies nothing: the mailed link or code is still required.
 */
export function createRegistrationCookies(secure: boolean) {
  const name = secure ? "__Secure-souffleur-registration" : "souffleur-registration";
  return {
    /** The ids of this browser's own registrations, the latest first. */
    read(cookies: Record<string, string | undefined>): string[] {
      const value = cookies[name] ?? "";
      return form.test(value) ? value.split(".") : [];
    },
    /** A Set-Cookie line that adds a registration. */
    add: (known: readonly string[], id: string): string =>
      stringifySetCookie({
        name,
        value: [id, ...known.filter((other) => other !== id)].slice(0, idsKept).join("."),
        httpOnly: true,
        sameSite: "strict",
        path: "/api/auth",
        secure,
        maxAge: limits.unverifiedAccountDays * 24 * 60 * 60,
      }),
  };
}
