import type { IncomingMessage } from "node:http";
import {
  type ActiveRelease,
  clearRemoteOverride,
  type Registry,
  type RemoteOverride,
  setRemoteOverride,
} from "@souffleur/contracts";
import { remoteOverride } from "@souffleur/contracts/release-commands";
import { stringifySetCookie } from "cookie";
import type { Request, RequestHandler, Response } from "express";
import { cookiesOf, requireOrigin } from "../auth/browser.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { appError } from "../http/errors.ts";
import { type Authenticate, bearerToken } from "../http/guard.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import { textIn } from "../texts/texts.ts";
import { createOverrideSeal } from "./override-seal.ts";

type OverrideConfig = Pick<Config, "REMOTE_OVERRIDES" | "secure" | "allowedOrigins">;

interface OverrideDeps {
  config: OverrideConfig;
  keys: Keyring;
  authenticate: Authenticate;
  isSessionLive: (sessionId: string) => Promise<boolean>;
}

interface Overrides {
  follow: RequestHandler;
  mountRoutes(mount: Mount): void;
}

const followed = new WeakMap<IncomingMessage, RemoteOverride>();

/** The remote that the browser of this request loads from its own machine, if any. */
export function overrideOf(req: IncomingMessage): RemoteOverride | undefined {
  return followed.get(req);
}

/** With `__Host-` no other subdomain can set it. */
function cookieName({ secure }: OverrideConfig): string {
  return secure ? "__Host-souffleur-override" : "souffleur-override";
}

/** A Set-Cookie line; the cookie ends with the browser, or at once. */
function cookieLine(config: OverrideConfig, value: string): string {
  return stringifySetCookie({
    name: cookieName(config),
    value,
    ...(value === "" && { maxAge: 0 }),
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: config.secure,
  });
}

/** Removes the cookie at a sign-in or sign-out: the next user of the browser must not run the override. */
export function forgetOverride(config: OverrideConfig, req: Request, res: Response): void {
  if (cookiesOf(req)[cookieName(config)] !== undefined) res.append("Set-Cookie", cookieLine(config, ""));
}

/**
 * Overrides by a cookie, which is checked at every request. One that was set within a session is valid until that session
 * ends, on any node; one that was set before the sign-in, for the sign-in page itself, until a sign-in.
 */
export function createOverrides({ config, keys, authenticate, isSessionLive }: OverrideDeps): Overrides {
  const seal = createOverrideSeal(keys);

  const read = async (req: IncomingMessage): Promise<RemoteOverride | undefined> => {
    const kept = cookiesOf(req)[cookieName(config)];
    const opened = kept === undefined ? undefined : seal.open(kept, new Date());
    if (opened?.sessionId === undefined) return opened?.override;
    // Without an answer of the database nothing is overridden.
    return (await isSessionLive(opened.sessionId).catch(() => false)) ? opened.override : undefined;
  };

  /** Reads the cookie; mounted before everything that calls `overrideOf`. */
  const follow: RequestHandler = async (req, _res, next) => {
    const override = config.REMOTE_OVERRIDES === undefined ? undefined : await read(req);
    if (override !== undefined) followed.set(req, override);
    next();
  };

  return {
    follow,
    /** The calls that set and remove an override; they require an allowed origin, so that no link can make them. */
    mountRoutes(mount: Mount): void {
      mount(remoteOverride, async ({ req }) => ({
        data: { allowed: config.REMOTE_OVERRIDES !== undefined, override: overrideOf(req) ?? null },
      }));

      mount(setRemoteOverride, async ({ req, res, body }) => {
        requireOrigin(req, config.allowedOrigins);
        if (config.REMOTE_OVERRIDES === undefined) {
          throw appError("FORBIDDEN", {
            text: "This deployment does not accept remotes from a developer's machine. Set REMOTE_OVERRIDES=localhost to allow them.",
          });
        }
        const token = bearerToken(req);
        const sessionId = token === undefined ? undefined : (await authenticate(token)).sessionId;
        res.append("Set-Cookie", cookieLine(config, seal.close(body, sessionId, new Date())));
        const { remote, address } = body;
        return {
          message: textIn(languageOf(req), "{remote} comes from {address} in this browser.", {
            remote,
            address,
          }),
        };
      });

      mount(clearRemoteOverride, async ({ req, res }) => {
        requireOrigin(req, config.allowedOrigins);
        res.append("Set-Cookie", cookieLine(config, ""));
        return { message: textIn(languageOf(req), "Everything comes from this deployment again.") };
      });
    },
  };
}

/** The registry for a browser that replaces one of its remotes, or adds one that is not released yet. */
export function overrideRegistry(registry: Registry, { remote, address }: RemoteOverride): Registry {
  const comparable = registry.remotes[remote] ?? Object.values(registry.remotes)[0];
  if (comparable === undefined) return registry;
  const own = developmentRelease(remote, `${address}/`, comparable.contract);
  const { [remote]: _, ...canaries } = registry.canaries ?? {};
  return { ...registry, remotes: { ...registry.remotes, [remote]: own }, canaries };
}

/** A remote whose sources are being edited: its files change under one name, so it has no integrity. */
export function developmentRelease(
  name: string,
  base: string,
  contract: ActiveRelease["contract"],
): ActiveRelease {
  return {
    name,
    version: "dev",
    global: name.replaceAll("-", "_"),
    entry: "remoteEntry.js",
    scripts: [],
    styles: [],
    integrity: {},
    contract,
    base,
  };
}
