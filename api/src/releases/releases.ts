import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import type { RequestHandler } from "express";
import type { Feature } from "../feature.ts";
import { createOverrides } from "./overrides.ts";
import { createPreviews } from "./previews.ts";
import { auditEventsOf } from "./release-audit.ts";
import { createReleaseHealth } from "./release-health.ts";
import { mountReleases, type ReleasesDeps } from "./routes.ts";

export interface Releases extends Feature {
  /** Reads the browser's overrides and preview; mounted before everything that asks for them. */
  follow: RequestHandler[];
}

/** Releases of the remotes: publishing, activating, their health in browsers, and overrides of a single browser. */
export function createReleases(deps: ReleasesDeps): Releases {
  const { config, log, connection, keys, auth, audit, pages, pollers } = deps;
  const overrides = createOverrides({ config, keys, auth });
  const registry = pages?.registry;
  if (registry === undefined) return { follow: [overrides.follow], mount: overrides.mountRoutes };
  const previews = createPreviews({ config, keys, auth, registry });

  const rollbackPercent = config.ROLLBACK_PERCENT;
  const health = createReleaseHealth({ connection, log, registry, rollbackPercent });

  let recording: Promise<void> = Promise.resolve();
  /** Every registry has the whole history, of which all but the last change is in the log. */
  const recorded = new Set<string>();
  /** Runs one at a time: two at once would record a change twice. */
  function record(kept: StoredRegistry): Promise<void> {
    recording = recording
      .then(async () => {
        const events = auditEventsOf(kept).filter(({ id }) => !recorded.has(id));
        await audit.append(events);
        for (const { id } of events) recorded.add(id);
      })
      // The next release or start records them.
      .catch((error: unknown) => log.warn({ err: error }, "releases are not in the audit log yet"));
    return recording;
  }

  return {
    follow: [overrides.follow, previews.follow],
    mount(mount) {
      overrides.mountRoutes(mount);
      previews.mountRoutes(mount);
      mountReleases(mount, deps, { registry, health });
    },
    async createIndexes() {
      await health.createIndexes();
      await registry.createIndexes();
    },
    async sweep(now) {
      await health.sweep(now);
      await registry.removeExpired(now);
    },
    async start() {
      registry.onChange((kept) => void record(kept));
      // The embedded database belongs to this process alone.
      registry.follow(pollers, config.MONGODB_URI === undefined);
      await record(await registry.latest());
    },
    async stop() {
      await registry.stop();
      await recording;
    },
  };
}
