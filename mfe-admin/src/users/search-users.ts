import { phoneDigits, type User } from "@souffleur/contracts";
import { fold } from "@souffleur/contracts/fold";
import { t } from "../texts/texts.ts";
import { fullName, roleLabels, statusLabels } from "./labels.ts";
import { shownPhone } from "./shown-phone.ts";

/** The searchable text of each user, computed once. */
const texts = new WeakMap<User, string>();

/** Without hyphens and apostrophes: "obrien" finds O’Brien. */
const bare = (text: string) => fold(text).replace(/['-]/g, "");

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

/** The digits of a number as people dial it: a French one in France, and with its country code. */
function dialled(phone: string): string[] {
  const digits = phoneDigits(phone);
  const [, french] = /^(?:(?:00)?33)?0?([1-9]\d{8})$/.exec(digits) ?? [];
  return french === undefined ? [digits] : [`0${french}`, `0033${french}`, `00330${french}`];
}

function textOf(user: User): string {
  const known = texts.get(user);
  if (known !== undefined) return known;
  const { email, phone = "", organizationName = "", role, status } = user;
  // On separate lines, so that no word matches across two of them.
  const text = fold(
    [
      fullName(user),
      bare(fullName(user)),
      email,
      phone,
      shownPhone(phone),
      ...dialled(phone),
      organizationName,
      t(roleLabels[role]),
      t(statusLabels[status]),
    ].join("\n"),
  );
  texts.set(user, text);
  return text;
}
