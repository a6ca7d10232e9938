import { limits } from "@souffleur/contracts";
import * as z from "zod";
import { createSlices } from "../slices.ts";

type Path = readonly PropertyKey[];
/** What is wrong with a part of a request. */
export interface Issue {
  path: Path;
  message: string;
}

type Read<Output> = { success: true; data: Output } | { success: false; issues: readonly Issue[] };

/** The parts of a schema's definition that lead to lists. */
interface Definition {
  type: z.ZodType["type"];
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[];
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/**
 * Reads what was sent as the schema says, like `safeParse`, but with pauses between the entries of lists, also of those
 * within lists, and no further than to the last issue that is answered: a body has room for hundreds of thousands of them.
 */
export async function readInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Promise<Read<z.output<Schema>>> {
  const issues: Issue[] = [];
  const pause = createSlices();

  function parse(part: z.ZodType, given: unknown, path: Path): unknown {
    const parsed = part.safeParse(given);
    if (parsed.success) return parsed.data;
    for (const { path: within, message } of parsed.error.issues)
      issues.push({ path: [...path, ...within], message });
    return undefined;
  }

  async function readList(list: z.ZodType, element: z.ZodType, given: readonly unknown[], path: Path) {
    const before = issues.length;
    const entries: unknown[] = [];
    for (const [at, entry] of given.entries()) {
      entries.push(await read(element, entry, [...path, at]));
      if (issues.length >= limits.issuesMax) return undefined;
      await pause();
    }
    return issues.length > before ? undefined : parse(wholeOf(list), entries, path);
  }

  async function readObject(
    object: z.ZodType,
    shape: Record<string, z.ZodType>,
    given: object,
    path: Path,
  ): Promise<unknown> {
    const before = issues.length;
    const fields: Record<string, unknown> = { ...given };
    for (const [name, field] of Object.entries(shape)) {
      const made = await read(field, fields[name], [...path, name]);
      if (issues.length >= limits.issuesMax) return undefined;
      if (made !== undefined || Object.hasOwn(fields, name)) fields[name] = made;
    }
    return issues.length > before ? undefined : parse(wholeOf(object), fields, path);
  }

  async function read(part: z.ZodType, given: unknown, path: Path): Promise<unknown> {
    const { type, element, shape, innerType, in: first, out: second } = definitionOf(part);
    if (typeof given !== "object" || given === null || !hasList(part)) return parse(part, given, path);
    // A list that is too long is refused by its length.
    if (type === "array" && element && Array.isArray(given) && given.length <= mostOf(part))
      return readList(part, element, given, path);
    if (type === "object" && shape && !Array.isArray(given)) return readObject(part, shape, given, path);
    if (innerType) return read(innerType, given, path);
    if (type !== "pipe" || !first || !second) return parse(part, given, path);
    const before = issues.length;
    const made = await read(first, given, path);
    return issues.length > before ? undefined : parse(second, made, path);
  }

  const data = await read(schema, value, []);
  return issues.length === 0
    ? { success: true, data: data as z.output<Schema> }
    : { success: false, issues: issues.slice(0, limits.issuesMax) };
}

const mostOf = (list: z.ZodType): number =>
  Math.min(
    ...(definitionOf(list).checks ?? []).map(({ _zod: { def } }) =>
      def.check === "max_length" && def.maximum !== undefined ? def.maximum : Number.POSITIVE_INFINITY,
    ),
  );

const withLists = new WeakMap<z.ZodType, boolean>();

/** Whether a schema is a list, or has one in the parts that are read one by one. */
function hasList(schema: z.ZodType): boolean {
  const known = withLists.get(schema);
  if (known !== undefined) return known;
  const { type, shape = {}, innerType, in: first } = definitionOf(schema);
  const parts = [...Object.values(shape), ...(innerType ? [innerType] : []), ...(first ? [first] : [])];
  const found = type === "array" || parts.some(hasList);
  withLists.set(schema, found);
  return found;
}

const anything = z.unknown().optional();
const wholes = new WeakMap<z.ZodType, z.ZodType>();

/** The schema's own rules, such as a list's length, for parts that have been read. */
function wholeOf(schema: z.ZodType): z.ZodType {
  const known = wholes.get(schema);
  if (known !== undefined) return known;
  const { shape, ...definition } = definitionOf(schema);
  const parts = shape && Object.fromEntries(Object.keys(shape).map((name) => [name, anything]));
  const whole = z.core.clone(schema, {
    ...definition,
    ...(parts ? { shape: parts } : { element: anything }),
  } as never);
  wholes.set(schema, whole);
  return whole;
}
