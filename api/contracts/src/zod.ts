/**
 * The parts of zod for schemas that are separate exports. They import them from the index, so that pages use the shell's
 * zod: with an import of zod itself, each remote would contain a copy of 21 kB.
 */
export type { infer, input, output, RefinementCtx } from "zod";
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
  unknown,
  uuid,
} from "zod";
