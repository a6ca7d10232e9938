/** A line of a stack that is in one of our built files. */
export interface Frame {
  /** As it is called in the built file; undefined at a file's top level. */
  call: string | undefined;
  /** The shell, or the remote that the file belongs to. */
  bundle: string;
  file: string;
  /** Both from 1, as browsers count. */
  line: number;
  column: number;
}

const framesMax = 30;
const lineMax = 500;
/** `at load (https://…:1:2)`, `at https://…:1:2`, or `load@https://…:1:2`. */
const position = /^(?:at )?(?:([^@(]{0,100})[@(])?(https?:\/\/[^\s()]+):(\d{1,7}):(\d{1,7})\)?$/;
/** The shell's files are at `/assets/`; a remote's at `<remote>/by-hash/` or `<remote>/<version>/`, of any host. */
const builtFile = /\/(?:assets|(mfe-[a-z0-9-]{1,60})\/(?:by-hash|[0-9a-z]{1,64}))\/([\w-][\w.-]{0,199}\.js)$/;

/** Reads the frames of our own files from a stack, as the engines of the common browsers write it. */
export function readStack(stack: string): Frame[] {
  return stack
    .split("\n")
    .flatMap((line) => {
      const [, call, address = "", row, column] = position.exec(line.slice(0, lineMax).trim()) ?? [];
      const [, remote, file] = builtFile.exec(address.replace(/[?#].*$/, "")) ?? [];
      if (file === undefined) return [];
      const bundle = remote ?? "shell";
      return [{ call: call?.trim() || undefined, bundle, file, line: Number(row), column: Number(column) }];
    })
    .slice(0, framesMax);
}
