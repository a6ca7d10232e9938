import type { User } from "@souffleur/contracts";
import { t } from "../texts/texts.ts";
import { fullName, roleLabels, statusLabels } from "./labels.ts";
import { shownPhone } from "./shown-phone.ts";

/** The searchable text of each user, computed once. */
const texts = new WeakMap<User, string>();

/** The users that match every word, regardless of case and accents; all for a blank search. */
export function searchUsers(users: readonly User[], search: string): readonly User[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return users;
  return users.filter((user) => {
    const text = textOf(user);
    return words.every((word) => text.includes(word));
  });
}

function textOf(user: User): string {
  const known = texts.get(user);
  if (known !== undefined) return known;
  const { email, phone = "", organizationName = "", role, status } = user;
  // On separate lines, so that no word matches across two of them.
  const text = plain(
    [
      fullName(user),
      email,
      phone,
      shownPhone(phone),
      phone.replace(/\D/g, ""),
      organizationName,
      t(roleLabels[role]),
      t(statusLabels[status]),
    ].join("\n"),
  );
  texts.set(user, text);
  return text;
}

/** Most texts are ASCII, and testing for that is faster than normalizing. */
function plain(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
