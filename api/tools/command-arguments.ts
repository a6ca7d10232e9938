import { parseArgs } from "node:util";

interface Option {
  type: "string" | "boolean";
  /** Its letter, typed with one dash. */
  short?: string;
  multiple?: true;
  /** The placeholder of the value in the usage. */
  value?: string;
  default?: string;
  help: string;
  /** Parses the text. @throws Error with a message to follow the option's name: "takes …" */
  read?: (text: string) => unknown;
}

interface Operands {
  /** The placeholder in the usage. */
  usage: string;
  least?: number;
  most?: number;
  among?: () => readonly string[];
}

export type Options = Record<string, Option>;
type Read<O extends Option> = O extends { read: (text: string) => infer Value } ? Value : string;
export type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { type: "boolean" }
    ? boolean
    : O[Name] extends { multiple: true }
      ? Read<O[Name]>[]
      : O[Name] extends { default: string }
        ? Read<O[Name]>
        : Read<O[Name]> | undefined;
};

/** The arguments that a command takes, and their explanation. */
export interface Arguments<O extends Options> {
  /** As it is typed: `npm run load`. */
  name: string;
  summary: string;
  options?: O;
  operands?: Operands;
}

/** @throws the error that `refused` makes of the reason, if the command does not take these arguments */
export function readArguments<O extends Options>(
  { name, options, operands }: Arguments<O>,
  args: string[],
  refused: (reason: string) => Error,
) {
  const refuse = (reason: string) => refused(`${reason}; see ${callOf(name)} --help`);
  const { values, positionals } = parsed(options ?? {}, args, refuse);
  const { least = 0, most = Number.POSITIVE_INFINITY, among, usage = "" } = operands ?? { most: 0 };
  if (positionals.length < least) throw refuse(`${usage} is missing`);
  const extra = positionals[most];
  if (extra !== undefined) throw refuse(`${name} takes no ${extra}`);
  const all = among?.();
  const unknown = all && positionals.find((one) => !all.includes(one));
  const kind = /\w+/.exec(usage)?.[0];
  if (unknown !== undefined) throw refuse(`There is no ${kind} ${unknown}. There are ${all?.join(", ")}`);
  const found = Object.entries<Option>(options ?? {}).map(
    ([key, { type, multiple, read: convert = String }]) => {
      const given = values[key];
      if (type === "boolean") return [key, given === true];
      try {
        if (multiple) return [key, [given ?? []].flat().map((text) => convert(String(text)))];
        return [key, typeof given === "string" ? convert(given) : given];
      } catch (error) {
        throw refuse(`--${key} ${error instanceof Error ? error.message : error}`);
      }
    },
  );
  return { values: Object.fromEntries(found) as Values<O>, operands: positionals };
}

function parsed(
  options: Options,
  args: string[],
  refuse: (reason: string) => Error,
): { values: Record<string, unknown>; positionals: string[] } {
  const config = Object.entries(options).map(([key, { type, short, multiple = false, default: initial }]) => [
    key,
    { type, multiple, ...(short && { short }), ...(initial !== undefined && { default: initial }) },
  ]);
  try {
    return parseArgs({ args, options: Object.fromEntries(config), allowPositionals: true });
  } catch (error) {
    // Its first sentence names the error; the others explain quoting.
    throw refuse(String(error instanceof Error ? error.message : error).replace(/\. .*/s, ""));
  }
}

export function helpOf<O extends Options>({ name, summary, options, operands }: Arguments<O>): string {
  const rows = Object.entries<Option>(options ?? {}).map(
    ([key, { short, value, help, default: initial }]) => [
      `${short ? `-${short}, ` : ""}--${key}${value ? ` ${value}` : ""}`,
      `${help}${initial === undefined ? "" : ` (${initial})`}`,
    ],
  );
  rows.push(["--help", "shows this"]);
  const width = Math.max(...rows.map(([option = ""]) => option.length));
  const usage = [callOf(name), operands?.usage, "[option …]"].filter(Boolean).join(" ");
  return [
    usage,
    summary,
    "",
    ...rows.map(([option = "", help]) => `  ${option.padEnd(width)}  ${help}`),
  ].join("\n");
}

/** With the dashes after which npm passes options on. */
function callOf(name: string): string {
  return name.startsWith("npx ") || name.includes(" -- ") ? name : `${name} --`;
}
