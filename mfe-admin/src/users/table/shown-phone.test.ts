beforeEach(() => jest.resetModules());
afterEach(() => localStorage.clear());

async function shownIn(language: string) {
  localStorage.setItem("souffleur.language", language);
  return (await import("./shown-phone.ts")).shownPhone;
}

// As the server stores what was typed.
const stored = [
  ["(061) 234-5678", "06 12 34 56 78"],
  ["+3 (361) 234-5678", "+33 6 12 34 56 78"],
  ["+003 (361) 234-5678", "+33 6 12 34 56 78"],
  ["+33 (061) 234-5678", "+33 6 12 34 56 78"],
  ["(415) 555-0100", "(415) 555-0100"],
  ["+1 (415) 555-0100", "+1 (415) 555-0100"],
  ["+0 (612) 345-6789", "+0 (612) 345-6789"],
];

test("in French a French number is shown as the French write it, and no other one", async () => {
  const shownPhone = await shownIn("fr");
  expect(stored.map(([phone = ""]) => shownPhone(phone))).toEqual(stored.map(([, shown]) => shown));
});

test("in English all are shown as they are stored", async () => {
  const shownPhone = await shownIn("en");
  expect(stored.map(([phone = ""]) => shownPhone(phone))).toEqual(stored.map(([phone]) => phone));
});
