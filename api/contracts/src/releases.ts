import * as z from "zod";
import { Manifest } from "./manifest.ts";

const file = z.string().regex(/^[\w.-]+$/);
const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** The versions that a bundle was built against. */
export const ReleaseContract = z.object({
  "shared-ui": z.string(),
  contracts: z.string(),
  react: z.string(),
  router: z.string(),
  query: z.string(),
});
export type ReleaseContract = z.infer<typeof ReleaseContract>;

/** One immutable build of a remote, as its `release.json` describes it. */
export const Release = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** The hash of the folder's content; `dev` while its sources are edited. */
  version: z.string().regex(/^[0-9a-z]{1,64}$/),
  /** The variable that the entry script sets. */
  global: z.string().regex(/^\w+$/),
  entry: file,
  /** What `./routes` needs besides the entry, to fetch ahead. */
  scripts: z.array(file),
  styles: z.array(file),
  integrity: z.record(file, integrity),
  /** Bytes of each file, uncompressed. */
  sizes: z.record(file, z.int().nonnegative()),
  contract: ReleaseContract,
  /** What it brings, as its `remote.json` says; undefined of releases that were built before there was one. */
  manifest: Manifest.optional(),
  /** What was built; `-dirty` at its end where the sources had changes that no commit holds. */
  commit: z.string().nullable(),
  builtAt: z.iso.datetime(),
});
export type Release = z.infer<typeof Release>;

/** A release that is live, and where its files are (ends with a slash). */
export const ActiveRelease = Release.omit({ sizes: true, commit: true, builtAt: true }).extend({
  base: z.string().regex(/\/$/),
});
export type ActiveRelease = z.infer<typeof ActiveRelease>;

/** A release that a share of the users has, in percent, while the others keep the active one. */
export const Canary = z.object({ share: z.number().gt(0).lt(100), release: ActiveRelease });
export type Canary = z.infer<typeof Canary>;

/** The document that maps each remote to its active release. */
export const Registry = z.object({
  schema: z.literal(1),
  remotes: z.record(z.string(), ActiveRelease),
  canaries: z.record(z.string(), Canary).optional(),
  /** The releases before the active ones, for pages that can't load those; undefined where the server keeps to cards. */
  previous: z.record(z.string(), ActiveRelease).optional(),
});
export type Registry = z.infer<typeof Registry>;

/** A release whose screens a page leads to before it needs the files. */
const ListedRelease = ActiveRelease.pick({ name: true, version: true, manifest: true });
const PageRelease = z.union([ActiveRelease, ListedRelease]);
export type PageRelease = z.infer<typeof PageRelease>;

/**
 * The registry as it stands in a page: with the files of the remotes that the page loads by itself. It fetches the whole
 * one when another is opened.
 */
export const PageRegistry = Registry.extend({
  remotes: z.record(z.string(), PageRelease),
  canaries: z.record(z.string(), Canary.extend({ release: PageRelease })).optional(),
});
export type PageRegistry = z.infer<typeof PageRegistry>;
