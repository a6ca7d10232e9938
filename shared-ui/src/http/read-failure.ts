import * as z from "zod";

/** Blank or of another type, a text says nothing. */
const Text = z.string().trim().min(1).optional().catch(undefined);

/**
 * What a failed answer says, each part by itself: a proxy or a newer server may leave parts out, put others into them,
 * or use codes that this browser has never heard of. What can be read of it counts.
 */
const FailureParts = z
  .object({
    success: z.boolean().optional().catch(undefined),
    error: Text,
    code: Text,
    field: Text,
    fields: z.record(z.string(), z.unknown()).catch({}).transform(textsOf),
  })
  .catch({ success: undefined, error: undefined, code: undefined, field: undefined, fields: {} });
export type FailureParts = z.infer<typeof FailureParts>;

/** The parts of an answer that can be read; none of a page of HTML or of an empty body. */
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
