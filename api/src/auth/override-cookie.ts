import type { IncomingMessage } from "node:http";
import { stringifySetCookie } from "cookie";
import type { Request, Response } from "express";
import { cookiesOf } from "./browser.ts";

export type OverrideCookie = ReturnType<typeof createOverrideCookie>;

/** Names the remote that a browser loads from a developer's machine, and `preview` the one that it has in a preview. */
export function createOverrideCookie(secure: boolean) {
  const own = createCookie("souffleur-override", secure);
  const preview = createCookie("souffleur-preview", secure);
  return {
    ...own,
    preview,
    /** Removes both at a sign-in or sign-out: the next user of the browser must not run what they name. */
    forget(req: Request, res: Response): void {
      for (const { read, set } of [own, preview])
        if (read(req) !== undefined) res.append("Set-Cookie", set(""));
    },
  };
}

function createCookie(plainName: string, secure: boolean) {
  // With `__Host-` no other subdomain can set it.
  const name = secure ? `__Host-${plainName}` : plainName;
  return {
    read: (req: IncomingMessage): string | undefined => cookiesOf(req)[name],
    /** A Set-Cookie line; the cookie ends with the browser, or at once. */
    set: (value: string): string =>
      stringifySetCookie({
        name,
        value,
        ...(value === "" && { maxAge: 0 }),
        httpOnly: true,
        sameSite: "lax",
        path: "/",
        secure,
      }),
  };
}
