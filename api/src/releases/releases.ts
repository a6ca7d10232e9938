import type { KeptRegistry } from "@souffleur/contracts/release-commands";
import type { RequestHandler } from "express";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import { createOverrides } from "./overrides.ts";
import type { Pages } from "./pages.ts";
import { auditEventsOf } from "./release-audit.ts";
import { createReleaseHealth } from "./release-health.ts";
import { mountReleases } from "./routes.ts";

export interface Releases extends Feature {
  /** Reads the browser's override; mounted before everything that calls `overrideOf`. */
  follow: RequestHandler;
}

interface ReleasesDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  keys: Keyring;
  auth: Pick<Auth, "authenticate" | "isSessionLive">;
  audit: Pick<Audit, "append">;
  /** Without a registry, as where another machine serves the shell, browsers may still replace remotes. */
  pages: Partial<Pages> | undefined;
}

/** Releases of the remotes: publishing, activating, their health in browsers, and overrides of a single browser. */
export function createReleases(deps: ReleasesDeps): Releases {
  const { config, log, connection, keys, auth, audit, pages } = deps;
  const { authenticate, isSessionLive } = auth;
  const overrides = createOverrides({ config, keys, authenticate, isSessionLive });
  const { follow } = overrides;
  const registry = pages?.registry;
  if (registry === undefined) return { follow, mount: overrides.mountRoutes };

  const rollbackPercent = config.ROLLBACK_PERCENT;
  const health = createReleaseHealth({ connection, log, registry, rollbackPercent });

  let entered: Promise<void> = Promise.resolve();
  /** What the log has: of a registry's whole history, a release adds one change. */
  let known = new Set<string>();
  /** One after the other: two at once would enter a change twice. */
  function enter(kept: KeptRegistry): Promise<void> {
    entered = entered.then(async () => {
      const events = auditEventsOf(kept);
      try {
        await audit.append(events.filter(({ id }) => !known.has(id)));
        known = new Set(events.map(({ id }) => id));
      } catch (error) {
        // They are entered at the next release or start.
        log.warn({ err: error }, "releases are not in the audit log yet");
      }
    });
    return entered;
  }

  return {
    follow,
    mount(mount) {
      overrides.mountRoutes(mount);
      mountReleases(mount, {
        registry,
        health,
        rollbackPercent,
        shell: pages?.shell?.contract,
        keys,
        authenticate,
        audit: (event) => audit.append([event]),
      });
    },
    createIndexes: health.createIndexes,
    sweep: health.sweep,
    async start() {
      registry.onChange((kept) => void enter(kept));
      await enter(await registry.kept());
    },
    stop: () => entered,
  };
}
