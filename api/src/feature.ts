import type { Router } from "express";
import type { Mount } from "./http/mount.ts";

/**
 * A part of the product, as `app.ts` runs it: each function is called for all features in their order, `stop` in the
 * opposite one. A feature has those that it needs.
 */
export interface Feature {
  /** Adds its calls by their contracts, and pages beside the contracts to the router. */
  mount?(mount: Mount, router: Router): void;
  /** Makes the indexes that its queries need, where they are missing. */
  createIndexes?(): Promise<void>;
  /** Completes what a process that died left half-done; other processes may repair the same at the same time. */
  repair?(): Promise<void>;
  /** Begins its work in the background. Nothing is served before all features have started. */
  start?(): Promise<void>;
  /** Removes what has expired; about once a minute, one process for all. */
  sweep?(now: Date): Promise<void>;
  /** Ends its work in the background. It may be called where `start` has failed or was not called. */
  stop?(): Promise<void>;
}
