import fc from "fast-check";
import { foundBy, wantedBeginnings } from "./found-by.ts";

const name = fc
  .array(fc.constantFrom(..."aBéŁßœÞıΣё山م", "’", "-", "‑", " ", "\u00a0", "\u00ad", "'"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(""))
  .filter((one) => /\p{L}/u.test(one));

test("any way to write the beginning of a name finds it", () => {
  const joints = fc.constantFrom("", " ", "-", "‐", "’", "'", "\u00a0", "\u200d");
  fc.assert(
    fc.property(name, name, joints, fc.nat(20), (firstName, lastName, joint, length) => {
      const texts = foundBy({ firstName, lastName, email: "who@acme.example" });
      for (const both of [firstName + joint + lastName, lastName + joint + firstName]) {
        const typed = Array.from(both)
          .slice(0, length + 1)
          .join("");
        for (const q of [typed, typed.toUpperCase(), typed.normalize("NFD"), ` ${typed} `])
          expect(
            !/\p{L}/u.test(q) ||
              wantedBeginnings(q).some((one) => texts.some((text) => text.startsWith(one))),
          ).toBe(true);
      }
    }),
  );
});

test("an address is found by its beginning, and by no name", () => {
  const texts = foundBy({ firstName: "Ana", lastName: "Acme", email: "o'neill+x@acme.example" });
  const isFound = (q: string) =>
    wantedBeginnings(q).some((one) => texts.some((text) => text.startsWith(one)));
  expect(["o'neill", "O’NEILL+x@ac", "o'neill+x@acme.example", "anaacme"].map(isFound)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["ana@", "neill", "example", "’", "", "-", ".*"].map(isFound)).toEqual(Array(7).fill(false));
});

test("an address is found as it is stored and as its domain is written", () => {
  const texts = foundBy({ firstName: "Ana", lastName: "Acme", email: "ana@xn--socit-esab.fr" });
  for (const q of ["ana@xn--so", "ana@soc", "Ana@Société.fr", "ANA@SOCIETE"])
    expect([q, wantedBeginnings(q).some((one) => texts.some((text) => text.startsWith(one)))]).toEqual([
      q,
      true,
    ]);
});
