import { type Arguments, helpOf, type Options, readArguments, type Values } from "./command-arguments.ts";
import { prepareEngine } from "./programs/c-library.ts";
import { fail, run } from "./run-step.mjs";
import { StepError } from "./step-error.mjs";

/** What a command may need: the embedded engine's C library, and the built bundles. */
const setUps = { engine: prepareEngine, bundles: prepareBundles };

interface Definition<O extends Options> extends Arguments<O> {
  needs?: readonly (keyof typeof setUps)[];
  /** The exit code if it cannot be completed; 1 by default. */
  failureCode?: number;
  /** @returns the exit code, or nothing if the process keeps running. @throws StepError if it cannot be completed */
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
        const { values, operands } = readArguments(definition, args, (reason) => new StepError(reason));
        await Promise.all((definition.needs ?? []).map((need) => setUps[need]()));
        const code = await definition.run(values, operands);
        // Open handles must not keep the process alive.
        if (typeof code === "number") process.exit(code);
      } catch (error) {
        fail(error, definition.failureCode);
      }
    },
  };
}

/** A command that others belong to: its first word may choose one of them, as in `npm run database -- backup <file>`. */
export function withSubcommands(command: Command, others: Readonly<Record<string, Command>>): Command {
  return {
    async start(args) {
      const [first = ""] = args;
      const chosen = Object.hasOwn(others, first) ? others[first] : undefined;
      await (chosen === undefined ? command.start(args) : chosen.start(args.slice(1)));
    },
  };
}

/** Runs the delivery's build as a process, because the API imports nothing of the shell. */
export async function prepareBundles(): Promise<void> {
  const { ok } = await run(
    process.execPath,
    ["api/tools/command.mjs", "--as-built", "shell/delivery/build"],
    { show: true },
  );
  if (!ok) throw new StepError("The bundles could not be built.");
}

/** @throws Error unless the text is a whole number from 1 on */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`takes whole numbers from 1 on, not ${text}`);
  return Number(text);
}

export function wholeNumbers(text: string): number[] {
  return text.split(",").map(wholeNumber);
}
