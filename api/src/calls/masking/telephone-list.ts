import type { Run, Spoken } from "./spoken.ts";

/**
 * Whether a run consists only of telephone numbers (the last one may be incomplete), across which a card could be read by
 * chance.
 */
export function isTelephoneList({ read }: Spoken, { from, to }: Run): boolean {
  let number = "";
  for (let index = from; index < to; ) {
    const reading = read(index)[0];
    if (number.length === 10) number = "";
    number += reading?.digits ?? "";
    index = reading?.to ?? index + 1;
    if (number.length > 10 || !/^(?:$|0$|0[1-9])/u.test(number)) return false;
  }
  return true;
}
