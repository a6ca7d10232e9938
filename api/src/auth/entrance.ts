import type { Request, Response } from "express";
import { clock } from "../clock.ts";
import { cookieSession } from "./browser.ts";
import type { DeviceCookies } from "./device-cookie.ts";
import type { OverrideCookie } from "./override-cookie.ts";
import type { RenewalCookies } from "./renewal-cookie.ts";
import type { SessionDoc, Sessions } from "./sessions.ts";

interface EntranceDeps {
  sessions: Sessions;
  cookies: RenewalCookies;
  devices: DeviceCookies;
  overrideCookie: OverrideCookie;
}

export type Entrance = ReturnType<typeof createEntrance>;

/** What the browser of a session gets and gives back: its cookies. */
export function createEntrance({ sessions, cookies, devices, overrideCookie }: EntranceDeps) {
  const setRenewal = (res: Response, session: SessionDoc, n: number, now: Date): void => {
    const maxAge = session.rememberMe ? secondsFrom(now, session.expiresAt) : undefined;
    res.append("Set-Cookie", cookies.set(cookies.seal({ sessionId: session._id, n }), maxAge));
  };
  const endSession = async (sessionId: string | undefined): Promise<void> => {
    if (sessionId !== undefined) await sessions.end(sessionId, clock.now());
  };
  return {
    setRenewal,
    endSession,
    /** Gives a browser the session that its user has just opened. */
    async enter(
      { req, res }: { req: Request; res: Response },
      { session, email }: { session: SessionDoc; email: string },
      now: Date,
    ): Promise<void> {
      res.locals.caller = { userId: session.userId };
      // The cookie of the earlier session is replaced, so that session could not be signed out any more.
      await endSession(cookieSession(req, cookies));
      setRenewal(res, session, session.n, now);
      res.append("Set-Cookie", devices.issue(email, now));
      overrideCookie.forget(req, res);
    },
  };
}

function secondsFrom(from: Date, until: Date): number {
  return Math.max(0, Math.floor((until.getTime() - from.getTime()) / 1000));
}
