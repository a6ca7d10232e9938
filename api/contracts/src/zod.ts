/**
 * What the schemas beside the index are made of. They take it from the index, so that a page that loads one of them
 * uses the shell's zod: with an import of zod each remote would bring a copy, of 21 kB.
 */
export type { infer, RefinementCtx } from "zod";
export {
  array,
  boolean,
  coerce,
  enum,
  int,
  iso,
  literal,
  number,
  object,
  string,
  union,
  uuid,
} from "zod";
