import type { User } from "@souffleur/contracts";
import { fold } from "@souffleur/contracts/fold";
import { t } from "../texts/texts.ts";
import { fullName, roleLabels, statusLabels } from "./labels.ts";
import { shownPhone } from "./shown-phone.ts";

/** The searchable text of each user, computed once. */
const texts = new WeakMap<User, string>();

/** Without hyphens and apostrophes: "obrien" finds O’Brien. */
const bare = (text: string) => fold(text).replace(/['-]/g, "");

/** The users that match every word, as texts are compared; all for a blank search. */
export function searchUsers(users: readonly User[], search: string): readonly User[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return users;
  return users.filter((user) => {
    const text = textOf(user);
    return words.every((word) => text.includes(word) || text.includes(bare(word)));
  });
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
      phone.replace(/\D/g, ""),
      organizationName,
      t(roleLabels[role]),
      t(statusLabels[status]),
    ].join("\n"),
  );
  texts.set(user, text);
  return text;
}
