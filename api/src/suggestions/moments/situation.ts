import type { Moment } from "./moment.ts";

/** A moment of a call which certain replies of the built-in playbook answer. */
export interface Situation {
  /** What the client says; without it, anything. */
  heard?: RegExp;
  /** Or the client's words have phrases of this entry of the playbook. */
  entry?: string;
  /** What must not be said in it. */
  unless?: RegExp;
  /** What the agent has said just before. */
  after?: RegExp;
  when?: (moment: Moment) => boolean;
  /** The replies that answer it, the best first; where there is none, silence does. */
  replies: string;
}
