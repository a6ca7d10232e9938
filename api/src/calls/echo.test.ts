import fc from "fast-check";
import { isEcho } from "./echo.ts";

const at = (ms: number) => new Date(1_800_000_000_000 + ms);
const client = (text: string, ms: number) => ({ sender: "client" as const, text, timestamp: at(ms) });
const agent = (text: string, ms: number) => ({ sender: "agent" as const, text, timestamp: at(ms) });

const spoken = "Nous traitons environ trois cents appels chaque semaine à Nantes";
/** Content words whose stems differ. */
const words = ["devis", "contrat", "équipe", "facture", "remise", "logiciel", "nantes", "budget"];
const phrase = fc.uniqueArray(fc.constantFrom(...words), { minLength: 3, maxLength: 8 });

test.each([
  ["the whole line", [client(spoken, 0)], agent(spoken, 900), true],
  ["a part of it", [client(spoken, 0)], agent("environ trois cents appels chaque semaine", 900), true],
  ["the agent's words in the shared audio", [agent(spoken, 0)], client(spoken, 3000), true],
  [
    "words over two lines",
    [client("Nous traitons environ trois", 0), client("cents appels chaque semaine", 3000)],
    agent("environ trois cents appels chaque semaine", 3500),
    true,
  ],
  [
    "one misrecognized word in ten",
    [client(spoken, 0)],
    agent(spoken.replace("Nantes", "Mantes"), 900),
    true,
  ],
  ["a line from long before", [client(spoken, 0)], agent(spoken, 4001), false],
  ["a repetition by the same speaker", [agent(spoken, 0)], agent(spoken, 900), false],
  ["a short confirmation", [client(spoken, 0)], agent("Chaque semaine ?", 900), false],
  [
    "an answer with words of its own",
    [client(spoken, 0)],
    agent("D'accord, trois cents appels, donc il vous faudrait notre formule pour une équipe", 900),
    false,
  ],
  ["nothing before", [], agent(spoken, 0), false],
] as const)("%s", (_name, before, line, expected) => {
  expect(isEcho(line, before)).toBe(expected);
});

test("any phrase of the other speaker is an echo within four seconds", () => {
  fc.assert(
    fc.property(phrase, fc.integer({ min: 0, max: 8000 }), (said, later) => {
      const text = said.join(" ");
      expect(isEcho(agent(text, later), [client(text, 0)])).toBe(later <= 4000);
      expect(isEcho(client(text, later), [agent(text, 0)])).toBe(later <= 4000);
      expect(isEcho(agent(text, later), [agent(text, 0)])).toBe(false);
    }),
  );
});

test("other words are never an echo", () => {
  fc.assert(
    fc.property(phrase, phrase, (said, answered) => {
      const common = answered.filter((word) => said.includes(word)).length;
      fc.pre(common < answered.length * 0.8);
      expect(isEcho(agent(answered.join(" "), 100), [client(said.join(" "), 0)])).toBe(false);
    }),
  );
});
