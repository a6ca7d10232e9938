import fc from "fast-check";
import {
  Credentials,
  canonicalEmail,
  Email,
  formatPhone,
  normalizeName,
  passwordScore,
  phoneDigits,
  Registration,
  RegistrationForm,
  visibleLength,
} from "../index.ts";

const complete = {
  firstName: "Camille",
  lastName: "O’Connor-Dupré",
  email: "Camille@Example.com",
  phone: "06 12 34 56 78",
  organizationName: "  Atelier Lumen ",
  industryType: "technology",
  password: "Secret-123",
  confirmPassword: "Secret-123",
};

function firstMessages(
  schema: Pick<typeof Registration, "safeParse"> | typeof RegistrationForm | typeof Credentials,
  value: object,
) {
  const messages: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    messages[String(path[0])] ??= message;
  return messages;
}

test("a complete registration is parsed into its canonical form, in which an empty phone number is undefined", () => {
  expect(Registration.parse(complete)).toMatchObject({
    email: "camille@example.com",
    phone: "(061) 234-5678",
    organizationName: "Atelier Lumen",
  });
  expect(Registration.parse({ ...complete, phone: "" }).phone).toBeUndefined();
});

test.each([
  ["J.R.R.", "Tolkien Jr.", "S.A.R.L. Dupont & Fils"],
  ["J.-P.", "D’Arc", "E. Leclerc"],
  ["Mary St. John", "O'Neil", "Version 2.0 (3.5%)"],
  ["Zoé", "de la Tour", "شركة\u200cنور"],
  ["M.Anne", "St.John", "Booking.com"],
  ["Jo", "E.Leclerc", "E.Leclerc"],
  ["A.B.", "O'", "https://lumiere.example (50 %)"],
])(
  "whatever the specification's rules allow is a name: %s %s, %s",
  (firstName, lastName, organizationName) => {
    expect(firstMessages(Registration, { ...complete, firstName, lastName, organizationName })).toEqual({});
  },
);

test.each([
  ["Marie‐Claude", "Marie-Claude"],
  ["Marie‑Claude", "Marie-Claude"],
  ["Marie–Claude", "Marie-Claude"],
  ["Marie−Claude", "Marie-Claude"],
  ["Marie－Claude", "Marie-Claude"],
  ["Marie\u00adClaude", "MarieClaude"],
  ["D’Arc", "D'Arc"],
  ["D‘Arc", "D'Arc"],
  ["D´Arc", "D'Arc"],
  ["D`Arc", "D'Arc"],
  ["D＇Arc", "D'Arc"],
  ["Jean\u00a0Paul", "Jean Paul"],
  ["Jean\u202fPaul", "Jean Paul"],
  ["\u2003Jean \t Paul\r\n", "Jean Paul"],
  ["\ufeffJean\u200b Paul\u2060", "Jean Paul"],
  ["\u200eJean\u202e Paul\u202c", "Jean Paul"],
  ["Jean\u200dPaul", "JeanPaul"],
  ["Zoe\u0308", "Zoë"],
  ["Nguye\u0302\u0303n", "Nguyễn"],
  ["J．R．", "J.R."],
  // Scripts that spell with joiners, marks or selectors keep them.
  ["نیک\u200cنام", "نیک\u200cنام"],
  ["نیک\u200c\u200c", "نیک"],
  ["शर्\u200dमा", "शर्\u200dमा"],
  ["ශ්\u200dරී", "ශ්\u200dරී"],
  ["葛\u{e0100}城", "葛\u{e0100}城"],
  ["தமிழ்ச்செல்வி", "தமிழ்ச்செல்வி"],
  ["משה", "משה"],
  [`Z${"\u0351".repeat(90)}oe`, `Z${"\u0351".repeat(6)}oe`],
])("%j is stored as %j", (typed, stored) => {
  const parsed = Registration.parse({ ...complete, lastName: typed, organizationName: typed });
  expect(parsed).toMatchObject({ lastName: stored, organizationName: stored });
});

test("what is normalized stays so, and lengths count what is seen", () => {
  const piece = fc.constantFrom(
    ..."aé.'- 葛نमक",
    ...("\u200c\u200d\u200b\u00ad\ufeff\u202e\u0301\u094d\u2011\u2019\u00a0\ufe0f😀".match(/./gu) ?? []),
    "\u{e0100}",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const name = normalizeName(pieces.join(""));
      expect(normalizeName(name)).toBe(name);
      expect(normalizeName(name.normalize("NFD"))).toBe(name);
      expect(visibleLength(name)).toBeLessThanOrEqual(Array.from(name).length);
    }),
  );
  const accented = "e\u0323\u0302".repeat(50);
  expect(Registration.safeParse({ ...complete, lastName: accented }).success).toBe(true);
  expect(Registration.safeParse({ ...complete, lastName: `${accented}e` }).success).toBe(false);
  expect(visibleLength("👩🏽‍💻🇫🇷ក្រុម")).toBe(5);
});

const refused: Record<string, Partial<Record<keyof typeof complete, string[]>>> = {
  "First name is required": { firstName: [""] },
  "First name must be at least 2 characters": { firstName: ["A"] },
  "First name is too long (max 50 characters)": { firstName: ["A".repeat(51)] },
  "First name contains invalid characters": { firstName: ["Cam1lle"] },
  "Last name is required": { lastName: ["   ", "\u200b\ufeff\u3164\u202e"] },
  "Last name must be at least 2 characters": { lastName: ["B", "e\u0301\u0302"] },
  "Last name is too long (max 50 characters)": { lastName: ["B".repeat(51)] },
  "Last name contains invalid characters": {
    lastName: ["www。evil。example", "a@b.co", "a/b", "Eve\u0007", "😀😀"],
  },
  "Organization name is required": {
    organizationName: ["", "  ", "& -", "--", "!?", "…", "💼💼", "\u0301\u0301", "\u202e--", "-".repeat(101)],
  },
  "Organization name is too short": { organizationName: ["A", "e\u0301"] },
  "Organization name is too long": { organizationName: ["A".repeat(101), "A".repeat(90_000)] },
  "Organization name contains invalid characters": {
    organizationName: ["A\u0007B", "A\ud800B", "A\ue000B"],
  },
  "Email is required": { email: [""] },
  "Please enter a valid email (camille@localhost)": { email: ["camille@localhost"] },
  "Did you mean @gmail.com?": { email: ["a@gmial.com", "a@gmai.com"] },
  "Did you mean @yahoo.com?": { email: ["a@yahooo.com", "a@yaho.com"] },
  "Did you mean @hotmail.com?": { email: ["a@hotmial.com"] },
  "Did you mean @outlook.com?": { email: ["a@outlok.com"] },
  "Phone number must have at least 10 digits": { phone: ["12345", "bureau", "0612345", "x".repeat(200)] },
  "Phone number is too long": { phone: ["1234567890123456", "1".repeat(5000)] },
  "Please select an industry": { industryType: ["", "constructor"] },
  "Password is required": { password: [""] },
  "Minimum 8 characters required": { password: ["Ab1-"] },
  "Add uppercase, numbers or symbols for better security": { password: ["abcdefgh"] },
  "Please confirm your password": { confirmPassword: [""] },
  "Passwords do not match": { confirmPassword: ["Other-123"] },
};

test.each(Object.entries(refused))("%s: %j", (message, values) => {
  for (const [field, wrong] of Object.entries(values))
    for (const value of wrong)
      expect(firstMessages(Registration, { ...complete, [field]: value })[field]).toBe(message);
});

test("the terms must be accepted, and different passwords are reported while other fields have errors", () => {
  const wrong = { ...complete, firstName: "", confirmPassword: "Other-123" };
  expect(firstMessages(RegistrationForm, wrong).confirmPassword).toBe("Passwords do not match");
  for (const terms of [undefined, false])
    expect(firstMessages(RegistrationForm, { ...complete, terms }).terms).toBe(
      "You must agree to the terms and conditions",
    );
});

test("operators, arrays, numbers and null are refused in every field", () => {
  for (const name of Object.keys(complete)) {
    for (const odd of [{ $gt: "" }, ["a"], 7, true, null]) {
      expect(firstMessages(Registration, { ...complete, [name]: odd })).toHaveProperty(name);
    }
  }
});

test.each([
  ["  A.B@Example.COM ", "a.b@example.com"],
  ["a@bücher.example", "a@xn--bcher-kva.example"],
  ["a+tag@sub.example.co", "a+tag@sub.example.co"],
])("the address %p has the canonical form %p", (typed, canonical) => {
  expect(canonicalEmail(typed)).toBe(canonical);
});

/** What clipboards, chats and right-to-left texts leave around and in an address, and nobody sees. */
test.each([
  ...["\u200bada@acme.fr", "ada@acme.fr\u200b", "\ufeffada@acme.fr\ufeff", "\u2060 ada@acme.fr \u2060"],
  ...["\u200eada@acme.fr\u200f", "\u202aada@acme.fr\u202c", "\u2066ada@acme.fr\u2069", "\u061cada@acme.fr"],
  ...["ada\u200b@\u200bacme.fr", "ada\u200d@acme.fr", "a\u00adda@ac\u00adme.fr", "ada@acme\u200e.fr\u200c"],
  ...["\u180eada@acme.fr\ufe0f", "\u{e0001}ada@acme.fr", "\u3164ada@acme.fr"],
])("the address %j is taken without what is invisible, at sign-in and registration", (typed) => {
  expect(Email.parse(typed)).toBe("ada@acme.fr");
  expect(Credentials.parse({ email: typed, password: "x" }).email).toBe("ada@acme.fr");
  expect(Registration.parse({ ...complete, email: typed }).email).toBe("ada@acme.fr");
});

test("an address of invisible characters is missing, and joiners stay where a domain is spelled with them", () => {
  expect(firstMessages(Credentials, { email: "\u200b\u202e", password: "x" }).email).toBe(
    "Email is required",
  );
  expect(Email.parse("ada@\u06cc\u06a9\u200c\u0627.com")).not.toBe(Email.parse("ada@\u06cc\u06a9\u0627.com"));
  // An address that a program vouches for is taken as it is.
  expect(canonicalEmail("ada\u200b@acme.fr")).toBeUndefined();
});

test.each([
  ...[
    "a@b",
    "@b.fr",
    "a@",
    "a b@c.fr",
    "a@b.fr,c@d.fr",
    "a@b.fr;c@d.fr",
    "Ann <a@b.fr>",
    "<a@b.fr>",
    '"a b"@c.fr',
  ],
  ...["a@@b.fr", "a.@b.fr", "a@-b.fr", "a@[127.0.0.1]", "a@b%2efr", "a@b.fr%0d%0aBcc:c@d.fr", "a@localhost"],
  ...[
    "a@b.fr\r\nBcc: c@d.fr",
    "a@1.2.3.4",
    "a@b.fr/x",
    "a@b..fr",
    ".a@b.fr",
    "é@b.fr",
    `${"a".repeat(65)}@b.fr`,
  ],
  `a@${"b".repeat(250)}.fr`,
])("%p is no valid address", (typed) => {
  expect(canonicalEmail(typed)).toBeUndefined();
});

test("a canonical address is its own canonical form", () => {
  fc.assert(
    fc.property(fc.emailAddress(), (typed) => {
      const canonical = canonicalEmail(typed);
      if (canonical !== undefined) expect(canonicalEmail(canonical)).toBe(canonical);
    }),
  );
});

test.each([
  ...["06/12/34/56/78", "06‑12–34−56-78", "tel:06-12-34-56-78", "\u202a06 12 34 56 78\u202c", "٠٦١٢٣٤٥٦٧٨"],
  ...["０６１２３４５６７８", "06 12 34 56 78 (bureau)", "06·12·34·56·78"],
])("a phone number is its digits, whatever is written between and around them: %s", (phone) => {
  expect(Registration.parse({ ...complete, phone }).phone).toBe("(061) 234-5678");
});

test("formatting a phone number keeps its digits and is idempotent", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d +().-]{0,24}$/), (typed) => {
      const formatted = formatPhone(typed);
      expect(phoneDigits(formatted)).toBe(phoneDigits(typed));
      expect(formatPhone(formatted)).toBe(formatted);
    }),
  );
});

test.each([
  ["", 0],
  ["abc", 1],
  ["abcABC", 2],
  ["abcABC1", 3],
  ["abcABC1-", 4],
  ["abcABC1-long", 5],
])("%p scores %d", (password, score) => {
  expect(passwordScore(password)).toBe(score);
});
