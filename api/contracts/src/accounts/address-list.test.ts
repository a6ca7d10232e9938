import fc from "fast-check";
import { readAddressList } from "./address-list.ts";
import { AddressList } from "./pending-invitations.ts";

/** Each address with its line. */
test.each([
  ["a@b.fr", "1 a@b.fr"],
  ["a@b.fr, c@d.fr;e@f.fr\tg@h.fr i@j.fr", "1 a@b.fr|1 c@d.fr|1 e@f.fr|1 g@h.fr|1 i@j.fr"],
  ['\n"Roux, Camille" <c@d.fr>;\r\nPaul Ng <p@d.fr>\n\n', "2 c@d.fr|3 p@d.fr"],
  ["Camille Roux\ncamille roux@d.fr", "1 Camille Roux|2 camille roux@d.fr"],
  ["  ,;\n \t", ""],
  ["Camille <a@b.fr> Paul <c@d.fr>", "1 a@b.fr|1 c@d.fr"],
  ['Jean "JD <a@b.fr>; Marie <c@d.fr>', "1 a@b.fr|1 c@d.fr"],
  ["DUPONT, Jean <a@b.fr>; LE ROUX, Anne-Marie <c@d.fr>, e@f.fr", "1 a@b.fr|1 c@d.fr|1 e@f.fr"],
  ["<a@b.fr> tomorrow, e@f.fr Paul <c@d.fr>", "1 a@b.fr|1 tomorrow|1 e@f.fr|1 c@d.fr"],
  ["mailto:a@b.fr 'c@d.fr' \u200be@f.fr", "1 a@b.fr|1 c@d.fr|1 e@f.fr"],
])("the list %j is read by its lines", (pasted, expected) => {
  const read = readAddressList(pasted);
  expect(read.map(({ line, typed }) => `${line} ${typed}`).join("|")).toBe(expected);
});

test("no part of a list is lost: it is an address, or named with its line", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a@b.fr", "x", "<", ">", '"', ",", " ", "\n", "@"), { maxLength: 30 }),
      (parts) => {
        const pasted = parts.join("");
        const parsed = AddressList.safeParse(pasted);
        const listed = readAddressList(pasted);
        if (parsed.success)
          for (const address of parsed.data) {
            expect(address).toMatch(/^x*a@b\.frx*$/);
            expect(pasted).toContain(address);
          }
        else if (listed.length > 0)
          for (const { path } of parsed.error.issues)
            expect(listed.map(({ line }) => line)).toContain(path[0]);
      },
    ),
  );
});

test("every address that stands in a list is read or named, whatever stands around it", () => {
  const around = fc.array(fc.constantFrom("Ann", "ROUX", "<", ">", '"', ",", " ", "; ", "\n"), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(around, { minLength: 1, maxLength: 5 }), (parts) => {
      const pasted = parts.map((part, at) => `${part.join("")} p${at}@b.fr `).join("");
      const typed = readAddressList(pasted).map((one) => one.typed);
      for (const at of parts.keys())
        expect(typed.some((one) => one.includes(`p${at}@b.fr`)) ? pasted : `${at} of ${pasted}`).toBe(pasted);
    }),
    { numRuns: 1000 },
  );
});

test("an address has its canonical form, once", () => {
  expect(AddressList.parse("Ada@Example.COM\nada@example.com, bob@bücher.example")).toEqual([
    "ada@example.com",
    "bob@xn--bcher-kva.example",
  ]);
});
