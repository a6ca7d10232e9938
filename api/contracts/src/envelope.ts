import * as z from "zod";
import { ErrorCode } from "./error-codes.ts";

/**
 * What every refused or failed call answers. `field` is the first failing field in form order, `current` what is stored
 * where a change was refused because it was made from an older state.
 */
export const Failure = z.object({
  success: z.literal(false),
  error: z.string(),
  code: ErrorCode,
  field: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type Failure = z.infer<typeof Failure>;
