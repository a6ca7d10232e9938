import type { Endpoint } from "@souffleur/contracts";
import * as z from "zod";

/** Of these one fits each text of the contracts. */
const texts = [
  "Example",
  "example",
  "7d1f3c52-9a04-4c1e-8f56-2b1f0c9d7e31",
  "2026-01-05T09:00:00.000Z",
  "2026-01-05",
  "09:00",
  "2026-01",
  "https://souffleur.example",
  "camille@example.com",
  "+33612345678",
  "EUR",
  "en",
  "1",
  "0123456789abcdef",
  "mfe-dashboard",
];
const numbers = [1, 0, 50, 0.5, 1_767_600_000_000];
/** Schemas that contain themselves end here. */
const depthMax = 12;

/** An answer of a server at which everything is there once, as far as the contract tells; undefined where it tells too little. */
export function exampleAnswer({ data, top }: Pick<Endpoint, "data" | "top">): object | undefined {
  const [own, beside] = [exampleOf(data), exampleOf(top)];
  if (!data.safeParse(own).success || beside === undefined) return undefined;
  return { success: true, ...(beside as object), ...(own !== undefined && { data: own }) };
}

/** A value that fits a schema: lists with one item, nothing where that may be; undefined if none is found. */
export function exampleOf(schema: z.ZodType, depth = 0): unknown {
  if (depth > depthMax) return undefined;
  for (const value of candidates(schema, depth + 1)) if (schema.safeParse(value).success) return value;
  return undefined;
}

function* candidates(schema: z.ZodType, depth: number): Generator<unknown> {
  const of = (inner: unknown) => exampleOf(inner as z.ZodType, depth);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) yield* texts;
  else if (schema instanceof z.ZodNumber) yield* numbers;
  else if (schema instanceof z.ZodBoolean) yield* [false, true];
  else if (schema instanceof z.ZodEnum) yield* schema.options;
  else if (schema instanceof z.ZodLiteral) yield* schema.values;
  else if (schema instanceof z.ZodNullable) yield null;
  else if (schema instanceof z.ZodRecord) yield {};
  else if (schema instanceof z.ZodTuple) yield schema.def.items.map(of);
  else if (schema instanceof z.ZodLazy) yield of(schema.def.getter());
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield of(option);
  else if (schema instanceof z.ZodPipe)
    yield of(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  else if ("innerType" in schema.def) yield of(schema.def.innerType);
  else if (schema instanceof z.ZodArray) yield* listsOf(of(schema.element));
  else if (schema instanceof z.ZodObject) yield* objectsOf(schema.shape, of);
  else yield* [undefined, null, {}, ...texts, ...numbers];
}

function* listsOf(item: unknown): Generator<unknown[]> {
  if (item !== undefined) yield [item];
  yield [];
}

/** First with what is required alone. */
function* objectsOf(shape: z.ZodRawShape, of: (field: unknown) => unknown): Generator<object> {
  const fields = Object.entries(shape);
  const isNeeded = ([, field]: (typeof fields)[number]) => !(field as z.ZodType).safeParse(undefined).success;
  for (const some of [fields.filter(isNeeded), fields])
    yield Object.fromEntries(some.map(([name, field]) => [name, of(field)]));
}
