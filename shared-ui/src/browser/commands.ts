import { useEffect, useLayoutEffect, useRef } from "react";

/** Something that can be done where the user is, as the palette of commands offers it. */
export interface Command {
  readonly label: string;
  /** An icon name as in a remote's manifest. */
  readonly icon: string;
  /** The keys that do the same, pressed together. */
  readonly keys?: readonly string[];
  /** The path of the screen that is shown first. */
  readonly to?: string;
  readonly run: () => void;
}

type Source = () => readonly Command[];

const sources = new Set<Source>();

/** Offers commands, which are read whenever the palette is opened. @returns a function that withdraws them */
export function provideCommands(source: Source): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/** The commands of the screen and of the page's call, as they are now. */
export function currentCommands(): Command[] {
  return [...sources].flatMap((source) => source());
}

/** Offers a component's commands while it is shown. */
export function useCommands(commands: readonly Command[]): void {
  // Not by an effect's event: the palette reads them while it is rendered.
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  useEffect(() => provideCommands(() => latest.current), []);
}
