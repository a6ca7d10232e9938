import { parseArgs } from "node:util";
import { prepareEngine } from "./c-library.ts";
import { fail, run, StepError } from "./run-step.mjs";

interface Option {
  type: "string" | "boolean";
  /** May be given several times. */
  multiple?: true;
  /** What stands for the value in the usage. */
  value?: string;
  default?: string;
  help: string;
  /** Makes a value of the text. @throws Error whose message goes on after the option's name: "takes …" */
  read?: (text: string) => unknown;
}

interface Operands {
  /** As the usage shows them. */
  usage: string;
  least?: number;
  most?: number;
  /** The only ones that there are. */
  among?: () => readonly string[];
}

type Options = Record<string, Option>;
type Read<O extends Option> = O extends { read: (text: string) => infer Value } ? Value : string;
type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { type: "boolean" }
    ? boolean
    : O[Name] extends { multiple: true }
      ? Read<O[Name]>[]
      : O[Name] extends { default: string }
        ? Read<O[Name]>
        : Read<O[Name]> | undefined;
};

/** What a command can find set up: the embedded engine's C library, and everything that browsers get. */
const setUps = { engine: prepareEngine, bundles: prepareBundles };

interface Definition<O extends Options> {
  /** As it is called: `npm run load`. */
  name: string;
  summary: string;
  options?: O;
  operands?: Operands;
  needs?: readonly (keyof typeof setUps)[];
  /** The exit code where it cannot be completed; 1 by default. */
  failureCode?: number;
  /** Answers the exit code, or nothing where the process is to go on. @throws StepError where it cannot go on */
  run(values: Values<O>, operands: string[]): Promise<unknown>;
}

export interface Command {
  start(args: string[]): Promise<void>;
}

/** Describes a command's arguments and what it needs; `command.mjs` starts it. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  return {
    async start(args) {
      try {
        if (args.includes("--help")) {
          console.log(helpOf(definition));
          return;
        }
        const { values, operands } = read(definition, args);
        for (const need of definition.needs ?? []) await setUps[need]();
        const code = await definition.run(values, operands);
        // What was used may still hold a handle.
        if (typeof code === "number") process.exit(code);
      } catch (error) {
        fail(error, definition.failureCode);
      }
    },
  };
}

/** By a process of its own: the browser's side is built by its own tools. */
export async function prepareBundles(): Promise<void> {
  const { ok } = await run(
    process.execPath,
    ["api/tools/command.mjs", "--as-built", "shell/delivery/build"],
    { show: true },
  );
  if (!ok) throw new StepError("What browsers get could not be built.");
}

function read<O extends Options>({ name, options, operands }: Definition<O>, args: string[]) {
  const refuse = (reason: string) => new StepError(`${reason}; see ${name} -- --help`);
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
  refuse: (reason: string) => StepError,
): { values: Record<string, unknown>; positionals: string[] } {
  const config = Object.entries(options).map(([key, { type, multiple = false, default: initial }]) => [
    key,
    { type, multiple, ...(initial !== undefined && { default: initial }) },
  ]);
  try {
    return parseArgs({ args, options: Object.fromEntries(config), allowPositionals: true });
  } catch (error) {
    // Its first sentence names the error, the others how any option may be quoted.
    throw refuse(String(error instanceof Error ? error.message : error).replace(/\. .*/s, ""));
  }
}

function helpOf<O extends Options>({ name, summary, options, operands }: Definition<O>): string {
  const rows = Object.entries<Option>(options ?? {}).map(([key, { value, help, default: initial }]) => [
    `--${key}${value ? ` ${value}` : ""}`,
    `${help}${initial === undefined ? "" : ` (${initial})`}`,
  ]);
  rows.push(["--help", "shows this"]);
  const width = Math.max(...rows.map(([option = ""]) => option.length));
  const usage = [name, "--", operands?.usage, "[option …]"].filter(Boolean).join(" ");
  return [
    usage,
    summary,
    "",
    ...rows.map(([option = "", help]) => `  ${option.padEnd(width)}  ${help}`),
  ].join("\n");
}

/** @throws Error where it is no whole number from 1 on */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`takes whole numbers from 1 on, not ${text}`);
  return Number(text);
}

/** Whole numbers from 1 on, separated by commas. */
export function wholeNumbers(text: string): number[] {
  return text.split(",").map(wholeNumber);
}
