import { fold, foldedWords } from "@souffleur/contracts/fold";
import type { mongo } from "mongoose";
import { domainSpellings } from "../../texts/domain-spellings.ts";

interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

type StoredNames = Named & { _id: string; foundBy?: string[] | null };

/** Without what is between letters: "O’Brien", "O Brien" and "obrien" are one, and so are "Jean-Luc" and "Jean Luc". */
const lettersOf = (name: string) => foldedWords(name).join("");

/**
 * The texts by whose beginnings an account is found: its address, as it is stored and as it may be typed, and its names in
 * both orders, all folded.
 */
export function foundBy({ firstName, lastName, email }: Named): string[] {
  return [
    ...domainSpellings(email).map(fold),
    lettersOf(firstName + lastName),
    lettersOf(lastName + firstName),
  ];
}

/** The beginnings that a search text may be, of an address or of names; none for a text without letters or digits. */
export function wantedBeginnings(text: string): string[] {
  const [address, letters] = [fold(text).trim(), lettersOf(text)];
  if (letters === "") return [];
  return address.includes("@") ? [address] : [...new Set([address, letters])];
}

/**
 * Gives the accounts that have none their texts: those that an earlier version stored, which may still be serving. May be
 * repeated after a run that was killed.
 * @param which other accounts; by default null, and not missing: this the index finds
 */
export async function collectFoundBy(
  users: mongo.Collection<StoredNames>,
  which: mongo.Filter<StoredNames> = { foundBy: null },
): Promise<void> {
  const projection = { firstName: 1, lastName: 1, email: 1 } as const;
  for await (const user of users.find(which, { projection })) {
    const { _id, firstName, lastName, email } = user;
    // Another registration of the address, or a program, may give the account others meanwhile.
    await users.updateOne(
      { _id, firstName, lastName, email },
      { $set: { foundBy: foundBy({ firstName, lastName, email }) } },
    );
  }
}
