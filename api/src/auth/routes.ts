import { login, logout, refresh, register, saveLanguage, unlock } from "@souffleur/contracts";
import type { Request, Response } from "express";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { linkHash } from "../crypto/mailed-tokens.ts";
import { appError } from "../http/errors.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import type { AccessTokens } from "./access-token.ts";
import type { Users } from "./accounts/users.ts";
import { cookieSession, cookiesOf, placeOf, requireOrigin, tokenSession } from "./browser.ts";
import type { DeviceCookies } from "./device-cookie.ts";
import type { Entrance } from "./entrance.ts";
import type { OverrideCookie } from "./override-cookie.ts";
import type { createRegistration } from "./registration.ts";
import type { RegistrationCookies } from "./registration-cookie.ts";
import type { createRenewal } from "./renewal.ts";
import type { RenewalCookies } from "./renewal-cookie.ts";
import type { createSignIn, LeadElsewhere } from "./sign-in.ts";

interface AuthRoutesDeps {
  config: Config;
  users: Users;
  tokens: AccessTokens;
  cookies: RenewalCookies;
  devices: DeviceCookies;
  registrations: RegistrationCookies;
  signIn: ReturnType<typeof createSignIn>["signIn"];
  renew: ReturnType<typeof createRenewal>;
  registerAccount: ReturnType<typeof createRegistration>;
  overrideCookie: OverrideCookie;
  entrance: Entrance;
  leadElsewhere: LeadElsewhere;
}

export function mountAuth(mount: Mount, deps: AuthRoutesDeps): void {
  const { config, users, tokens, cookies, devices, registrations } = deps;
  const { enter, setRenewal, endSession } = deps.entrance;

  /** Marks the registration as this browser's own. */
  const setRegistration = (req: Request, res: Response, formId: string) => {
    res.append("Set-Cookie", registrations.add(registrations.read(cookiesOf(req)), formId));
  };

  mount(register, async ({ by: { source }, body, req, res }) => {
    const formId = await deps.registerAccount(body, { source, language: languageOf(req) }, clock.now());
    setRegistration(req, res, formId);
    return { message: "Account created successfully! Please check your email to verify your account." };
  });

  mount(login, async ({ body, req, res }) => {
    const now = clock.now();
    const visitor = {
      ...placeOf(req),
      deviceId: devices.read(cookiesOf(req), body.email, now),
      language: languageOf(req),
    };
    const byPassword = async () => {
      if (body.password === "")
        throw appError("VALIDATION_ERROR", { text: "Password is required", field: "password" });
      return deps.signIn(body, visitor, now, (formId) => setRegistration(req, res, formId));
    };
    const entered = await deps.leadElsewhere({ req, res }, body, byPassword, now);
    if ("signInAt" in entered) return { data: entered };
    const { session, ...data } = entered;
    await enter({ req, res }, { session, email: body.email }, now);
    return { data, message: "Login successful!" };
  });

  mount(refresh, async ({ req, res }) => {
    requireOrigin(req, config.allowedOrigins);
    const now = clock.now();
    const renewed = await deps.renew(cookiesOf(req)[cookies.name], placeOf(req), now);
    const { session, n, ...data } = renewed;
    setRenewal(res, session, n, now);
    return { data };
  });

  mount(logout, async ({ req, res }) => {
    requireOrigin(req, config.allowedOrigins);
    const sessionIds = new Set([tokenSession(req, tokens), cookieSession(req, cookies)]);
    for (const sessionId of sessionIds) await endSession(sessionId);
    res.append("Set-Cookie", cookies.clear());
    deps.overrideCookie.forget(req, res);
    return { message: "Signed out successfully" };
  });

  mount(saveLanguage, async ({ body, caller }) => {
    await users.setLanguage(caller.userId, body.language);
    return {};
  });

  mount(unlock, async ({ body, res }) => {
    const now = clock.now();
    const hash = linkHash(body.token);
    const user = hash === undefined ? null : await users.findByUnlock(hash);
    if (user?.unlock === undefined) throw appError("LINK_INVALID");
    if (user.unlock.expiresAt <= now) throw appError("LINK_EXPIRED");
    res.append("Set-Cookie", devices.issue(user.email, now, hash));
    return { message: "This browser can now sign in." };
  });
}
