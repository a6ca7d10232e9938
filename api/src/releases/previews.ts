import type { IncomingMessage } from "node:http";
import type { Registry } from "@souffleur/contracts";
import { closeRemotePreview, openRemotePreview, type RemotePreview } from "@souffleur/contracts/previews";
import type { StoredPreview } from "@souffleur/contracts/release-commands";
import type { RequestHandler } from "express";
import type { Auth } from "../auth/auth.ts";
import { requireOrigin } from "../auth/browser.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { appError } from "../http/errors.ts";
import { bearerToken } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import { withOwnReleases } from "./own-releases.ts";
import { hashOfKey } from "./store/live-changes.ts";
import type { RegistryStore } from "./store/registry.ts";
import { previewsIn } from "./store/registry-changes.ts";

interface PreviewDeps {
  config: Pick<Config, "allowedOrigins">;
  keys: Keyring;
  auth: Pick<Auth, "authenticate" | "sessions" | "overrideCookie">;
  registry: Pick<RegistryStore, "kept" | "latest">;
}

interface Previews {
  follow: RequestHandler;
  mountRoutes(mount: Mount): void;
}

/** A character that no name, time and id contains. */
const separator = "@";

const followed = new WeakMap<IncomingMessage, [name: string, preview: StoredPreview]>();

/** The preview that the browser of this request shows, if any. */
export function previewOf(req: IncomingMessage): RemotePreview | undefined {
  const [name, preview] = followed.get(req) ?? [];
  return name === undefined || preview === undefined ? undefined : shown(name, preview);
}

/** The registry for the browser of this request: the same object unless it shows a preview. */
export function registryFor(req: IncomingMessage, registry: Registry): Registry {
  const [, preview] = followed.get(req) ?? [];
  return preview === undefined ? registry : withOwnReleases(registry, [preview.release]);
}

const shown = (name: string, { release, until }: StoredPreview): RemotePreview => ({
  ...{ name, remote: release.name, version: release.version, until },
});

/**
 * Previews by a sealed cookie, which is checked at every request as that of an override is: one that was opened within a
 * session ends with it, on any node, and one that was opened before, with a sign-in. A newer preview of its name, and the end of
 * its day, end it too.
 */
export function createPreviews({ config, keys, auth, registry }: PreviewDeps): Previews {
  const { authenticate, sessions, overrideCookie } = auth;
  const cookie = overrideCookie.preview;

  const seal = (...parts: string[]) => {
    const text = parts.join(separator);
    return [text, keys.signing, keys.mac("remote-preview", text).toString("base64url")].join(separator);
  };

  async function read(value: string): Promise<[string, StoredPreview] | undefined> {
    const [name = "", at, sessionId = "", kid = "", mac = "", ...more] = value.split(separator);
    const text = [name, at, sessionId].join(separator);
    if (more.length > 0 || !keys.matches("remote-preview", text, Buffer.from(mac, "base64url"), kid))
      return undefined;
    const now = clock.now();
    const preview = previewsIn(await registry.kept(), now).get(name);
    if (preview === undefined || preview.at !== at) return undefined;
    // Without an answer of the database nothing is shown but what is live.
    const isLive = sessionId === "" || (await sessions.findLive(sessionId, now).catch(() => null)) !== null;
    return isLive ? [name, preview] : undefined;
  }

  /** Reads the cookie; mounted before everything that calls `previewOf` or `registryFor`. */
  const follow: RequestHandler = async (req, _res, next) => {
    const value = cookie.read(req);
    const found = value === undefined ? undefined : await read(value);
    if (found !== undefined) followed.set(req, found);
    next();
  };

  return {
    follow,
    /** The calls that open and close a preview; they require an allowed origin, so that no link alone can make them. */
    mountRoutes(mount: Mount): void {
      mount(openRemotePreview, async ({ req, res, body: { name, key } }) => {
        requireOrigin(req, config.allowedOrigins);
        const preview = previewsIn(await registry.latest(), clock.now()).get(name);
        // How long the comparison takes tells of the hash alone.
        if (preview === undefined || preview.keyHash !== hashOfKey(key))
          throw appError("NOT_FOUND", { text: "This preview has ended. Ask its team for a new address." });
        const token = bearerToken(req);
        const sessionId = token === undefined ? "" : (await authenticate(token)).sessionId;
        res.append("Set-Cookie", cookie.set(seal(name, preview.at, sessionId)));
        const screens = preview.release.manifest?.screens ?? [];
        const path = screens.find((screen) => !screen.path.includes(":"))?.path ?? "/";
        return { data: { ...shown(name, preview), path } };
      });

      mount(closeRemotePreview, async ({ req, res }) => {
        requireOrigin(req, config.allowedOrigins);
        res.append("Set-Cookie", cookie.set(""));
        return { message: "Everything comes from this deployment again." };
      });
    },
  };
}
