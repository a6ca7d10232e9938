import fc from "fast-check";
import { type Heard, isEcho } from "./echo.ts";

const start = 1_800_000_000_000;
type Span = readonly [from: number, to: number];

/** What is heard in a recording, and a stored line, between two times in ms. */
const heard = (sender: "agent" | "client", text: string, [from, to]: Span): Heard => ({
  sender,
  text,
  from: new Date(start + from),
  to: new Date(start + to),
});
const line = (sender: "agent" | "client", text: string, [from, to]: Span) => ({
  sender,
  text,
  startedAt: new Date(start + from),
  timestamp: new Date(start + to),
});

const spoken = "Nous traitons environ trois cents appels chaque semaine à Nantes";
/** Content words whose stems differ. */
const words = ["devis", "contrat", "équipe", "facture", "remise", "logiciel", "nantes", "budget"];
const phrase = fc.uniqueArray(fc.constantFrom(...words), { minLength: 3, maxLength: 8 });
const lengthMs = fc.integer({ min: 1200, max: 6000 });

test.each<[string, ReturnType<typeof line>[], Heard, boolean]>([
  ["the whole line", [line("client", spoken, [0, 4000])], heard("agent", spoken, [150, 4150]), true],
  [
    "a part of it",
    [line("client", spoken, [0, 4000])],
    heard("agent", "environ trois cents appels chaque semaine", [1100, 3500]),
    true,
  ],
  [
    "the agent's words in the shared audio",
    [line("agent", spoken, [0, 4000])],
    heard("client", spoken, [300, 4300]),
    true,
  ],
  [
    "words over two lines",
    [
      line("client", "Nous traitons environ trois", [0, 1500]),
      line("client", "cents appels chaque semaine", [1500, 3200]),
    ],
    heard("agent", "environ trois cents appels chaque semaine", [900, 3300]),
    true,
  ],
  [
    "one misrecognized word in ten",
    [line("client", spoken, [0, 4000])],
    heard("agent", spoken.replace("Nantes", "Mantes"), [100, 4100]),
    true,
  ],
  [
    "an answer that repeats the question",
    [line("agent", "Votre budget est de deux cent mille euros ?", [0, 3000])],
    heard("client", "Deux cent mille euros, oui.", [3400, 5200]),
    false,
  ],
  [
    "a quick answer that repeats the question",
    [line("agent", "Votre budget est de deux cent mille euros ?", [0, 3000])],
    heard("client", "Deux cent mille euros.", [2950, 4500]),
    false,
  ],
  [
    "words that were said before",
    [line("agent", spoken, [3000, 7000])],
    heard("client", spoken, [0, 2200]),
    false,
  ],
  [
    "a repetition by the same speaker",
    [line("agent", spoken, [0, 4000])],
    heard("agent", spoken, [0, 4000]),
    false,
  ],
  [
    "a short confirmation",
    [line("client", spoken, [0, 4000])],
    heard("agent", "Chaque semaine ?", [2000, 3000]),
    false,
  ],
  [
    "an interruption with words of its own",
    [line("client", spoken, [0, 4000])],
    heard(
      "agent",
      "D'accord, trois cents appels, il vous faudrait notre formule pour une équipe",
      [500, 3800],
    ),
    false,
  ],
  [
    "a line of unknown beginning",
    [{ sender: "client", text: spoken, timestamp: new Date(start + 4000) } as ReturnType<typeof line>],
    heard("agent", spoken, [0, 4000]),
    false,
  ],
  ["nothing before", [], heard("agent", spoken, [0, 4000]), false],
])("%s", (_name, before, recording, expected) => {
  expect(isEcho(recording, before)).toBe(expected);
});

test("any phrase of the other speaker is an echo while it is said, and an answer after it", () => {
  const other = { agent: "client", client: "agent" } as const;
  fc.assert(
    fc.property(
      phrase,
      lengthMs,
      fc.constantFrom("agent", "client"),
      fc.nat({ max: 400 }),
      (said, length, sender, delay) => {
        const text = said.join(" ");
        const before = [line(other[sender], text, [0, length])];
        expect(isEcho(heard(sender, text, [delay, length + delay]), before)).toBe(true);
        expect(isEcho(heard(sender, text, [length + delay, 2 * length + delay]), before)).toBe(false);
        expect(isEcho(heard(other[sender], text, [delay, length + delay]), before)).toBe(false);
      },
    ),
  );
});

test("other words are never an echo", () => {
  fc.assert(
    fc.property(phrase, phrase, lengthMs, (said, answered, length) => {
      const common = answered.filter((word) => said.includes(word)).length;
      fc.pre(common < answered.length * 0.8);
      const before = [line("client", said.join(" "), [0, length])];
      expect(isEcho(heard("agent", answered.join(" "), [0, length]), before)).toBe(false);
    }),
  );
});
