import type { IncomingMessage } from "node:http";
import { stringifySetCookie } from "cookie";
import { cookiesOf, demandOrigin } from "../auth/browser.ts";
import type { Config } from "../config.ts";
import {
  type ActiveRelease,
  clearRemoteOverride,
  type Registry,
  RemoteOverride,
  remoteOverride,
  setRemoteOverride,
} from "../contracts/index.ts";
import { AppError } from "../errors.ts";
import type { Mount } from "../mount.ts";

/** What the browser that asks takes from its own machine, if anything. */
export type ReadOverride = (req: IncomingMessage) => RemoteOverride | undefined;

type OverrideConfig = Pick<Config, "REMOTE_OVERRIDES" | "production" | "allowedOrigins">;

/** A browser keeps a cookie for 400 days at most. */
const keptSeconds = 400 * 24 * 60 * 60;
const separator = "@";

/** `__Host-`: no neighbour's subdomain can set it. */
function cookieName({ production }: OverrideConfig): string {
  return production ? "__Host-souffleur-override" : "souffleur-override";
}

/**
 * Reads the override from the browser's cookie; nothing where the deployment allows none. It is checked at
 * every request: a cookie is only what a browser says.
 */
export function overrideReader(config: OverrideConfig): ReadOverride {
  if (config.REMOTE_OVERRIDES === undefined) return () => undefined;
  return (req) => {
    const [remote, address] = cookiesOf(req)[cookieName(config)]?.split(separator) ?? [];
    return RemoteOverride.safeParse({ remote, address }).data;
  };
}

/** Switching an override on and off; by the application's own pages alone, so that no link can do it. */
export function mountOverrides(mount: Mount, config: OverrideConfig): void {
  const read = overrideReader(config);
  const line = (value: string, maxAge: number) =>
    stringifySetCookie({
      name: cookieName(config),
      value,
      maxAge,
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure: config.production,
    });

  mount(remoteOverride, async ({ req }) => ({
    data: { allowed: config.REMOTE_OVERRIDES !== undefined, override: read(req) ?? null },
  }));

  mount(setRemoteOverride, async ({ req, res, body: { remote, address } }) => {
    demandOrigin(req, config.allowedOrigins);
    if (config.REMOTE_OVERRIDES === undefined) {
      throw new AppError(
        "FORBIDDEN",
        "This deployment takes no remote from a developer's machine: it would need REMOTE_OVERRIDES=localhost.",
      );
    }
    res.append("Set-Cookie", line(`${remote}${separator}${address}`, keptSeconds));
    return { message: `${remote} comes from ${address} in this browser.` };
  });

  mount(clearRemoteOverride, async ({ req, res }) => {
    demandOrigin(req, config.allowedOrigins);
    res.append("Set-Cookie", line("", 0));
    return { message: "Everything comes from this deployment again." };
  });
}

/** The registry as a browser sees it that replaces one of its remotes. */
export function overrideRegistry(registry: Registry, { remote, address }: RemoteOverride): Registry {
  const replaced = registry.remotes[remote];
  if (replaced === undefined) return registry;
  const own = developmentRelease(remote, `${address}/`, replaced.contract);
  const { [remote]: _, ...canaries } = registry.canaries ?? {};
  return { ...registry, remotes: { ...registry.remotes, [remote]: own }, canaries };
}

/** A remote whose sources are being edited: its files change under one name, so nothing is known of them. */
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
