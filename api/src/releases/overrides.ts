import type { IncomingMessage } from "node:http";
import {
  type ActiveRelease,
  clearRemoteOverride,
  type Registry,
  type RemoteOverride,
  setRemoteOverride,
} from "@souffleur/contracts";
import { remoteOverride } from "@souffleur/contracts/release-commands";
import type { RequestHandler } from "express";
import type { Auth } from "../auth/auth.ts";
import { requireOrigin } from "../auth/browser.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { appError } from "../http/errors.ts";
import { bearerToken } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import { createOverrideSeal } from "./override-seal.ts";

interface OverrideDeps {
  config: Pick<Config, "REMOTE_OVERRIDES" | "allowedOrigins">;
  keys: Keyring;
  auth: Pick<Auth, "authenticate" | "sessions" | "overrideCookie">;
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

/**
 * Overrides by a cookie, which is checked at every request. One that was set within a session is valid until that session
 * ends, on any node; one that was set before the sign-in, for the sign-in page itself, until a sign-in.
 */
export function createOverrides({ config, keys, auth }: OverrideDeps): Overrides {
  const { authenticate, sessions, overrideCookie } = auth;
  const seal = createOverrideSeal(keys);

  const read = async (req: IncomingMessage): Promise<RemoteOverride | undefined> => {
    const now = clock.now();
    const kept = overrideCookie.read(req);
    const opened = kept === undefined ? undefined : seal.open(kept, now);
    if (opened?.sessionId === undefined) return opened?.override;
    // Without an answer of the database nothing is overridden.
    const session = await sessions.findLive(opened.sessionId, now).catch(() => null);
    return session === null ? undefined : opened.override;
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
        res.append("Set-Cookie", overrideCookie.set(seal.close(body, sessionId, clock.now())));
        return { message: { text: "{remote} comes from {address} in this browser.", values: body } };
      });

      mount(clearRemoteOverride, async ({ req, res }) => {
        requireOrigin(req, config.allowedOrigins);
        res.append("Set-Cookie", overrideCookie.set(""));
        return { message: "Everything comes from this deployment again." };
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
