import type { IncomingMessage } from "node:http";
import { stringifySetCookie } from "cookie";
import type { Request, Response } from "express";
import { cookiesOf } from "./browser.ts";

export type OverrideCookie = ReturnType<typeof createOverrideCookie>;

/** Names the remote that a browser loads from a developer's machine. */
export function createOverrideCookie(secure: boolean) {
  // With `__Host-` no other subdomain can set it.
  const name = secure ? "__Host-souffleur-override" : "souffleur-override";
  /** A Set-Cookie line; the cookie ends with the browser, or at once. */
  const set = (value: string): string =>
    stringifySetCookie({
      name,
      value,
      ...(value === "" && { maxAge: 0 }),
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
    });
  const read = (req: IncomingMessage): string | undefined => cookiesOf(req)[name];
  return {
    read,
    set,
    /** Removes it at a sign-in or sign-out: the next user of the browser must not run the override. */
    forget(req: Request, res: Response): void {
      if (read(req) !== undefined) res.append("Set-Cookie", set(""));
    },
  };
}
