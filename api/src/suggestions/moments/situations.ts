import { agreeing } from "./agreeing.ts";
import { asking } from "./asking.ts";
import { buying } from "./buying.ts";
import { complaining } from "./complaining.ts";
import { goingOn } from "./going-on.ts";
import type { Moment } from "./moment.ts";
import { refusing } from "./refusing.ts";
import type { Situation } from "./situation.ts";

/** Of a phrase that is not weak. */
export const leastWeight = 2.5;

function isHeard({ heard, entry }: Situation, moment: Moment): boolean {
  if (heard === undefined && entry === undefined) return true;
  if (heard?.test(moment.said)) return true;
  return [...moment.heard].some(([{ id }, weight]) => id === entry && weight >= leastWeight);
}

const isIn = (moment: Moment) => (situation: Situation) =>
  isHeard(situation, moment) &&
  !situation.unless?.test(moment.said) &&
  (situation.after?.test(moment.asked) ?? true) &&
  (situation.when?.(moment) ?? true);

/** The replies that answer a moment, the best first; none where it is not certain what it is. */
export function answersTo(moment: Moment): readonly string[] {
  const ofCall = moment.isService
    ? complaining
    : [...(moment.isCold ? refusing : []), ...asking, ...buying, ...goingOn];
  const found = [...agreeing, ...ofCall].find(isIn(moment));
  return found === undefined || found.replies === "" ? [] : found.replies.split(" ");
}
