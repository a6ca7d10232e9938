import * as z from "zod";
import { ErrorCode } from "./error-codes.ts";

/**
 * The answer of every refused or failed call. `field` is the first invalid field in form order, `current` the stored state
 * where a change was refused because it was based on an older one.
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
