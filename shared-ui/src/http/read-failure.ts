import * as z from "zod";

/** A blank text, or a value of another type, counts as missing. */
const Text = z.string().trim().min(1).optional().catch(undefined);

/**
 * The parts of a failed answer, each parsed separately: a proxy or a newer server may omit parts, change their types, or
 * use unknown codes. Every part that can be read is used.
 */
const FailureParts = z
  .object({
    success: z.boolean().optional().catch(undefined),
    error: Text,
    code: Text,
    field: Text,
    fields: z.record(z.string(), z.unknown()).catch({}).transform(textsOf),
    current: z.record(z.string(), z.unknown()).optional().catch(undefined),
  })
  .catch({ success: undefined, error: undefined, code: undefined, field: undefined, fields: {} });
export type FailureParts = z.infer<typeof FailureParts>;

/** The readable parts of an answer; an HTML page or an empty body has none. */
export function readFailure(answer: unknown): FailureParts {
  return FailureParts.parse(answer);
}

function textsOf(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const text = Text.parse(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
