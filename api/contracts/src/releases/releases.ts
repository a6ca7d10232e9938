import * as z from "zod";
import { Manifest } from "./manifest.ts";

const file = z.string().regex(/^[\w.-]+$/);
const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** The versions of shared modules against which a bundle was built. */
export const ReleaseContract = z.object({
  "shared-ui": z.string(),
  contracts: z.string(),
  react: z.string(),
  router: z.string(),
  query: z.string(),
});
export type ReleaseContract = z.infer<typeof ReleaseContract>;

/** An immutable build of a remote, as in its `release.json`. */
export const Release = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** The hash of the folder's content; `dev` for a remote in development. */
  version: z.string().regex(/^[0-9a-z]{1,64}$/),
  /** The global variable that the entry script sets. */
  global: z.string().regex(/^\w+$/),
  entry: file,
  /** The files that `./routes` needs besides the entry, for preloading. */
  scripts: z.array(file),
  styles: z.array(file),
  integrity: z.record(file, integrity),
  /** Bytes of each file, uncompressed. */
  sizes: z.record(file, z.int().nonnegative()),
  contract: ReleaseContract,
  /** From its `remote.json`; undefined in releases from before manifests. */
  manifest: Manifest.optional(),
  /** The built commit, with `-dirty` at its end where the sources had uncommitted changes. */
  commit: z.string().nullable(),
  builtAt: z.iso.datetime(),
});
export type Release = z.infer<typeof Release>;

/** A live release and the address of its files, which ends with a slash. */
export const ActiveRelease = Release.omit({ sizes: true, commit: true, builtAt: true }).extend({
  base: z.string().regex(/\/$/),
});
export type ActiveRelease = z.infer<typeof ActiveRelease>;

/** A release for a share of the users, in percent, while the others keep the active one. */
export const Canary = z.object({ share: z.number().gt(0).lt(100), release: ActiveRelease });
export type Canary = z.infer<typeof Canary>;

/** The document that maps each remote to its active release. */
export const Registry = z.object({
  schema: z.literal(1),
  remotes: z.record(z.string(), ActiveRelease),
  canaries: z.record(z.string(), Canary).optional(),
  /** Fallbacks for pages that can't load the active releases; undefined where the server is set to show cards. */
  previous: z.record(z.string(), ActiveRelease).optional(),
});
export type Registry = z.infer<typeof Registry>;

/** A release without its files, which suffices for the navigation. */
const ListedRelease = ActiveRelease.pick({ name: true, version: true, manifest: true });
const PageRelease = z.union([ActiveRelease, ListedRelease]);
export type PageRelease = z.infer<typeof PageRelease>;

/**
 * The registry in a page, with the files of only those remotes that the page loads by itself. It fetches the complete
 * registry when another remote is opened.
 */
export const PageRegistry = Registry.extend({
  remotes: z.record(z.string(), PageRelease),
  canaries: z.record(z.string(), Canary.extend({ release: PageRelease })).optional(),
});
export type PageRegistry = z.infer<typeof PageRegistry>;
