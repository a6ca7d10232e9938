import { oneLine } from "@souffleur/contracts";

/** A frame of a stack in one of our built files. */
export interface Frame {
  /** The function's name in the built file; undefined at a file's top level. */
  call: string | undefined;
  /** The shell, or the remote that the file belongs to. */
  bundle: string;
  file: string;
  /** Line and column count from 1. */
  line: number;
  column: number;
}

const framesMax = 30;
const lineMax = 500;
/** `at load (https://…:1:2)`, `at https://…:1:2`, or `load@https://…:1:2`. */
const position = /^(?:at )?(?:([^@(]{0,100})[@(])?(https?:\/\/[^\s()]+):(\d{1,7}):(\d{1,7})\)?$/;
/** On any host, the shell's files are in `/assets/`, and a remote's in `<remote>/by-hash/` or `<remote>/<version>/`. */
const builtFile = /\/(?:assets|(mfe-[a-z0-9-]{1,60})\/(?:by-hash|[0-9a-z]{1,64}))\/([\w-][\w.-]{0,199}\.js)$/;

/** Reads the frames of our own files from a stack in the formats of the common browsers. */
export function readStack(stack: string): Frame[] {
  return stack
    .split("\n")
    .flatMap((line) => {
      const [, call, address = "", row, column] = position.exec(line.slice(0, lineMax).trim()) ?? [];
      const [, remote, file] = builtFile.exec(address.replace(/[?#].*$/, "")) ?? [];
      if (file === undefined) return [];
      const bundle = remote ?? "shell";
      return [
        { call: oneLine(call ?? "") || undefined, bundle, file, line: Number(row), column: Number(column) },
      ];
    })
    .slice(0, framesMax);
}
