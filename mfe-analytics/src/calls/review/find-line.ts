import type { Bubble } from "@souffleur/shared-ui/transcript";

/** The index of the bubble that holds each line, by the line's number. */
export function bubbleIndexes(bubbles: readonly Bubble[]): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>();
  bubbles.forEach(({ fragments, repeats }, index) => {
    for (const { seq } of [...fragments, ...repeats]) if (seq !== undefined) indexes.set(seq, index);
  });
  return indexes;
}

/** The bubble of a line, or of the last one before it where the line is empty; undefined before the first. */
export function bubbleOf(indexes: ReadonlyMap<number, number>, seq: number): number | undefined {
  for (let known = seq; known > 0; known -= 1) {
    const index = indexes.get(known);
    if (index !== undefined) return index;
  }
  return undefined;
}

/** The number of a bubble's first line. */
export function seqOf(bubble: Bubble | undefined): number | undefined {
  return bubble?.fragments[0]?.seq;
}

/** `#line-12`, the address of a bubble in its call. */
export function addressOf(bubble: Bubble): string | undefined {
  const seq = seqOf(bubble);
  return seq === undefined ? undefined : `#line-${seq}`;
}

/** The line that an address names; undefined for any other address. */
export function readAddress(hash: string): number | undefined {
  const seq = /^#line-([1-9]\d{0,6})$/.exec(hash)?.[1];
  return seq === undefined ? undefined : Number(seq);
}

/** The bubble that is spoken at a time, in ms since the epoch: a bubble's time is the end of its first line. */
export function bubbleAt(bubbles: readonly Bubble[], time: number): number | undefined {
  if (bubbles.length === 0) return undefined;
  const index = bubbles.findIndex(({ timestamp }) => timestamp >= time);
  return index >= 0 ? index : bubbles.length - 1;
}
