import { fold, foldedWords } from "@souffleur/contracts/fold";
import { domainSpellings } from "../../texts/domain-spellings.ts";

interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

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
