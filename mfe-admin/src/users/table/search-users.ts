import { phoneDigits, type User } from "@souffleur/contracts";
import { fold } from "@souffleur/contracts/fold";
import { bare, type UserColumn, userColumns } from "./user-columns.tsx";

/** The searchable text of each user, computed once. */
const texts = new WeakMap<User, string>();

/** Fewer digits are a word like others. */
const phoneFrom = 4;

/** The users that match every word, as texts are compared, or have the telephone number; all for a blank search. */
export function searchUsers(users: readonly User[], search: string): readonly User[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return users;
  const digits = /\p{L}/u.test(search) ? "" : phoneDigits(search);
  return users.filter((user) => {
    const text = textOf(user);
    if (digits.length >= phoneFrom && text.includes(digits)) return true;
    return words.every((word) => text.includes(word) || text.includes(bare(word)));
  });
}

/** Users between two looks at the clock. */
const block = 50;

/**
 * Reads the texts of the users while the page has nothing else to do, so that the first key of a search does not wait for
 * 10,000. Browsers without idle time read them at that key. Returns how to stop.
 */
export function readAhead(users: readonly User[]): () => void {
  if (typeof requestIdleCallback !== "function") return () => {};
  let from = 0;
  const read = (idle: IdleDeadline): void => {
    for (; from < users.length && idle.timeRemaining() > 0; from += block)
      users.slice(from, from + block).forEach(textOf);
    if (from < users.length) handle = requestIdleCallback(read);
  };
  let handle = requestIdleCallback(read);
  return () => cancelIdleCallback(handle);
}

function textOf(user: User): string {
  const known = texts.get(user);
  if (known !== undefined) return known;
  // On separate lines, so that no word matches across two of them.
  const text = fold(userColumns.flatMap(({ searched }: UserColumn) => searched?.(user) ?? []).join("\n"));
  texts.set(user, text);
  return text;
}
