import type { Bubble } from "@souffleur/shared-ui/transcript";

/** The index of the bubble that contains each line, by the line's number. */
export function bubbleIndexes(bubbles: readonly Bubble[]): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>();
  bubbles.forEach(({ fragments, repeats }, index) => {
    for (const { seq } of [...fragments, ...repeats]) if (seq !== undefined) indexes.set(seq, index);
  });
  return indexes;
}

/** The bubble of a line, or the one before it for an empty line; undefined before the first. */
export function bubbleOf(indexes: ReadonlyMap<number, number>, seq: number): number | undefined {
  for (let known = seq; known > 0; known -= 1) {
    const index = indexes.get(known);
    if (index !== undefined) return index;
  }
  return undefined;
}

/** `#line-12`, the address of a bubble in its call, by the number of its first line. */
export function addressOf({ fragments: [first] }: Bubble): string | undefined {
  const seq = first?.seq;
  return seq === undefined ? undefined : `#line-${seq}`;
}

/** The number of the line in an address; undefined for any other address. */
export function readAddress(hash: string): number | undefined {
  const seq = /^#line-([1-9]\d{0,6})$/.exec(hash)?.[1];
  return seq === undefined ? undefined : Number(seq);
}

/** The bubble spoken at a time in ms since the epoch; the time of a bubble is the end of its first line. */
export function bubbleAt(bubbles: readonly Bubble[], time: number): number | undefined {
  if (bubbles.length === 0) return undefined;
  const index = bubbles.findIndex(({ timestamp }) => timestamp >= time);
  return index >= 0 ? index : bubbles.length - 1;
}
