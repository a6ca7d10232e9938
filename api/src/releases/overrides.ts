import type { IncomingMessage } from "node:http";
import {
  type ActiveRelease,
  clearRemoteOverride,
  overridesMax,
  type Registry,
  type RemoteOverride,
  type RemoteOverrides,
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
import { createOverrideSeal, type SealedOverrides } from "./override-seal.ts";
import { withOwnReleases } from "./own-releases.ts";

interface OverrideDeps {
  config: Pick<Config, "REMOTE_OVERRIDES" | "allowedOrigins">;
  keys: Keyring;
  auth: Pick<Auth, "authenticate" | "sessions" | "overrideCookie">;
}

interface Overrides {
  follow: RequestHandler;
  mountRoutes(mount: Mount): void;
}

const followed = new WeakMap<IncomingMessage, SealedOverrides>();

/** The remotes that the browser of this request loads from its own machine. */
export function overridesOf(req: IncomingMessage): RemoteOverrides {
  return followed.get(req)?.overrides.map(({ remote, address }) => ({ remote, address })) ?? [];
}

/**
 * Overrides by a cookie, which is checked at every request. Those that were set within a session are valid until that session
 * ends, on any node; those that were set before the sign-in, for the sign-in page itself, until a sign-in.
 */
export function createOverrides({ config, keys, auth }: OverrideDeps): Overrides {
  const { authenticate, sessions, overrideCookie } = auth;
  const seal = createOverrideSeal(keys);

  const read = async (req: IncomingMessage): Promise<SealedOverrides | undefined> => {
    const now = clock.now();
    const kept = overrideCookie.read(req);
    const opened = kept === undefined ? undefined : seal.open(kept, now);
    if (opened?.sessionId === undefined) return opened;
    // Without an answer of the database nothing is overridden.
    const session = await sessions.findLive(opened.sessionId, now).catch(() => null);
    return session === null ? undefined : opened;
  };

  /** The cookie's overrides of one session, but for those of a remote. */
  const others = (req: IncomingMessage, sessionId: string | undefined, remote: string) => {
    const kept = followed.get(req);
    if (kept === undefined || kept.sessionId !== sessionId) return [];
    return kept.overrides.filter((override) => override.remote !== remote);
  };

  /** Reads the cookie; mounted before everything that calls `overridesOf`. */
  const follow: RequestHandler = async (req, _res, next) => {
    const kept = config.REMOTE_OVERRIDES === undefined ? undefined : await read(req);
    if (kept !== undefined) followed.set(req, kept);
    next();
  };

  return {
    follow,
    /** The calls that set and remove an override; they require an allowed origin, so that no link can make them. */
    mountRoutes(mount: Mount): void {
      mount(remoteOverride, async ({ req }) => ({
        data: { allowed: config.REMOTE_OVERRIDES !== undefined, overrides: overridesOf(req) },
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
        const kept = others(req, sessionId, body.remote);
        if (kept.length >= overridesMax) {
          throw appError("LIMIT_REACHED", {
            text: "A browser replaces at most {most} remotes. Switch one off first.",
            values: { most: overridesMax },
          });
        }
        const overrides = [...kept, { ...body, at: clock.now().getTime() }];
        res.append("Set-Cookie", overrideCookie.set(seal.close({ overrides, sessionId })));
        return { message: { text: "{remote} comes from {address} in this browser.", values: body } };
      });

      mount(clearRemoteOverride, async ({ req, res, query: { remote } }) => {
        requireOrigin(req, config.allowedOrigins);
        const sessionId = followed.get(req)?.sessionId;
        const overrides = remote === undefined ? [] : others(req, sessionId, remote);
        const value = overrides.length === 0 ? "" : seal.close({ overrides, sessionId });
        res.append("Set-Cookie", overrideCookie.set(value));
        return remote === undefined
          ? { message: "Everything comes from this deployment again." }
          : { message: { text: "{remote} comes from this deployment again.", values: { remote } } };
      });
    },
  };
}

/** The registry for a browser that replaces remotes, or adds some that are not released yet. */
export function overrideRegistry(registry: Registry, overrides: readonly RemoteOverride[]): Registry {
  const [any] = Object.values(registry.remotes);
  if (any === undefined) return registry;
  const own = overrides.map(({ remote, address }) => {
    const { contract } = registry.remotes[remote] ?? any;
    return developmentRelease(remote, `${address}/`, contract);
  });
  return withOwnReleases(registry, own);
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
