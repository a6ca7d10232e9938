import fc from "fast-check";
import * as z from "zod";

/** Meaningful values by the name of their field: ids, addresses, tokens. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** The keywords of JSON Schema that the contracts use. */
interface Schema {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Input that fits the schema, mostly with known values in the fields of these names. */
export function inputOf(contract: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return fitting(z.toJSONSchema(contract, { io: "input", unrepresentable: "any" }) as Schema, known);
}

/** An example with known values in the fields of these names. */
export function exampleOf(example: unknown, known: Known): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) return fc.tuple(...example.map((item) => exampleOf(item, known)));
  if (typeof example !== "object" || example === null) return fc.constant(example);
  const fields = Object.entries(example).map(([name, value]): [string, fc.Arbitrary<unknown>] => [
    name,
    Object.hasOwn(known, name) ? fc.constantFrom(...(known[name] ?? [])) : exampleOf(value, known),
  ]);
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
}

function fitting(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map((one) => fitting(one, known)));
  switch (schema.type) {
    case "string":
      return text(schema);
    case "integer":
      return fc.integer(range(schema, (bound) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, bound))));
    case "number":
      return fc.double({ ...range(schema, (bound) => bound), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fitting(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 5,
      });
    case "object":
      return fieldsOf(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fieldsOf({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => {
    const any = fitting(schema, known);
    const named = Object.hasOwn(known, name) ? known[name] : undefined;
    if (named === undefined) return [name, any];
    return [
      name,
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...named) }, { weight: 1, arbitrary: any }),
    ];
  });
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "uri") return fc.webUrl();
  if (format === "email") return fc.emailAddress();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) });
}

function range(schema: Schema, within: (bound: number) => number): { min: number; max: number } {
  return {
    min: within(schema.minimum ?? schema.exclusiveMinimum ?? -1e9),
    max: within(schema.maximum ?? schema.exclusiveMaximum ?? 1e9),
  };
}
