import type { Caller } from "../http/guard.ts";

/** The caller's name, as colleagues read it. */
export function nameOf({ firstName, lastName }: Pick<Caller, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}
