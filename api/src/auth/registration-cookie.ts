import { limits } from "@souffleur/contracts";
import { stringifySetCookie } from "cookie";

/** Several users may share a browser: it keeps its earlier registrations beside a later one. */
const idsKept = 4;
const form = /^[0-9a-f-]{36}(?:\.[0-9a-f-]{36}){0,3}$/;

export interface RegistrationCookies {
  /** The ids of this browser's own registrations, the latest first. */
  read(cookies: Record<string, string | undefined>): string[];
  /** A Set-Cookie line that adds one. */
  add(known: readonly string[], id: string): string;
}

/**
 * Distinguishes a browser's own registration from others of the same address. It authenticates nobody and
 * verifies nothing: the mailed link or code is still required.
 */
export function createRegistrationCookies(secure: boolean): RegistrationCookies {
  const name = secure ? "__Secure-souffleur-registration" : "souffleur-registration";
  return {
    read(cookies) {
      const value = cookies[name] ?? "";
      return form.test(value) ? value.split(".") : [];
    },
    add: (known, id) =>
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
