import type { Router } from "express";
import type { Mount } from "./http/mount.ts";

/**
 * A part of the product. `app.ts` calls each of these functions for all features in their order, and `stop` in the
 * reverse order.
 */
export interface Feature {
  /** Mounts its calls by their contracts, and adds pages without a contract to the router. */
  mount?(mount: Mount, router: Router): void;
  /** Creates the indexes that its queries need, where they are missing. */
  createIndexes?(): Promise<void>;
  /** Completes work that a crash interrupted. Several processes may repair at the same time. */
  repair?(): Promise<void>;
  /** Starts its background work. Nothing is served before all features have started. */
  start?(): Promise<void>;
  /** Removes expired data. One process calls it about once a minute. */
  sweep?(now: Date): Promise<void>;
  /** Ends its background work. It may be called where `start` has failed or was not called. */
  stop?(): Promise<void>;
}
