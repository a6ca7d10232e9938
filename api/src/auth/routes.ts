import type { Response } from "express";
import type { Config } from "../config.ts";
import { login, logout, type Registration, refresh, register, unlock } from "../contracts/index.ts";
import { bearerToken } from "../guard.ts";
import type { Mount } from "../mount.ts";
import { sourceOf } from "../throttle/source.ts";
import { linkHash } from "../verification/secrets.ts";
import type { AccessTokens } from "./access-token.ts";
import { cookiesOf, demandOrigin } from "./browser.ts";
import type { DeviceCookies } from "./device-cookie.ts";
import { refusal } from "./refusals.ts";
import type { createRenewal } from "./renewal.ts";
import type { RenewalCookies } from "./renewal-cookie.ts";
import type { SessionDoc, Sessions } from "./sessions.ts";
import type { createSignIn } from "./sign-in.ts";
import type { Users } from "./users.ts";

interface AuthRoutesDeps {
  config: Config;
  users: Users;
  sessions: Sessions;
  tokens: AccessTokens;
  cookies: RenewalCookies;
  devices: DeviceCookies;
  signIn: ReturnType<typeof createSignIn>["signIn"];
  renew: ReturnType<typeof createRenewal>;
  registerAccount: (form: Registration, now: Date) => Promise<void>;
  /** A session ended by its owner's wish. */
  onSignOut: (sessionId: string) => void;
}

export function mountAuth(mount: Mount, deps: AuthRoutesDeps): void {
  const { config, users, sessions, tokens, cookies, devices } = deps;

  const setRenewal = (res: Response, session: SessionDoc) => {
    const maxAge = session.rememberMe ? secondsFrom(session.renewedAt, session.expiresAt) : undefined;
    res.append("Set-Cookie", cookies.set(cookies.seal({ sessionId: session._id, n: session.n }), maxAge));
  };

  mount(register, async ({ body }) => {
    await deps.registerAccount(body, new Date());
    return { message: "Account created successfully! Please check your email to verify your account." };
  });

  mount(login, async ({ body, req, res }) => {
    const now = new Date();
    const visitor = { source: sourceOf(req), deviceId: devices.read(cookiesOf(req), body.email, now) };
    const { session, ...data } = await deps.signIn(body, visitor, now);
    res.locals.caller = { userId: data.user.id };
    setRenewal(res, session);
    res.append("Set-Cookie", devices.issue(body.email, now));
    return { data, message: "Login successful!" };
  });

  mount(refresh, async ({ req, res }) => {
    demandOrigin(req, config.allowedOrigins);
    const { accessToken, session } = await deps.renew(
      cookiesOf(req)[cookies.name],
      sourceOf(req),
      new Date(),
    );
    setRenewal(res, session);
    return { data: { accessToken } };
  });

  mount(logout, async ({ req, res }) => {
    demandOrigin(req, config.allowedOrigins);
    const token = bearerToken(req);
    const cookie = cookiesOf(req)[cookies.name];
    const named = [
      token === undefined ? undefined : tokens.sessionOf(token),
      cookie === undefined ? undefined : cookies.open(cookie)?.sessionId,
    ];
    const now = new Date();
    for (const sessionId of new Set(named)) {
      if (sessionId === undefined) continue;
      await sessions.end(sessionId, now);
      deps.onSignOut(sessionId);
    }
    res.append("Set-Cookie", cookies.clear());
    return { message: "Signed out successfully" };
  });

  mount(unlock, async ({ body, res }) => {
    const now = new Date();
    const hash = linkHash(body.token);
    const user = hash === undefined ? null : await users.findByUnlock(hash);
    if (user?.unlock === undefined) throw refusal("LINK_INVALID");
    if (user.unlock.expiresAt <= now) throw refusal("LINK_EXPIRED");
    res.append("Set-Cookie", devices.issue(user.email, now, hash));
    return { message: "This browser may sign in now." };
  });
}

function secondsFrom(from: Date, until: Date): number {
  return Math.max(0, Math.floor((until.getTime() - from.getTime()) / 1000));
}
