import { PlaybookContent } from "@souffleur/contracts/playbook";
import { builtInContent, builtInPlaybook } from "../matching/built-in-playbook.ts";
import { compileAtOnce } from "../matching/compile-playbook.ts";
import type { TranscriptLine } from "../rank-replies.ts";
import { certainReplies } from "./certain-replies.ts";

/** "a: …" is said by the agent, everything else by the client. */
const call = (...texts: string[]): TranscriptLine[] =>
  texts.map((text, index) => ({
    messageId: `m${index}`,
    sender: text.startsWith("a: ") ? "agent" : "client",
    text: text.replace(/^a: /u, ""),
  }));
const best = (...texts: string[]) => certainReplies(builtInPlaybook, call(...texts))[0]?.reply.id;

const offered = "a: Bonjour madame Vial, vous avez regardé notre proposition ?";
const service = "a: Service clients bonjour, Inès à l'appareil.";

test.each([
  [["Oui, mais c'est trop cher pour nous."], "price-1"],
  [["Le prix ça va, ce n'est pas une question de prix."], "doubt-2"],
  [["Mes clients me disent toujours que c'est trop cher."], undefined],
  [["Vous pouvez faire un geste ?"], "discount-2"],
  [["On a reçu un devis d'un concurrent."], "competitor-3"],
  [["Il faut que j'en parle à mon associé."], "authority-2"],
  [["Envoyez-moi ça par mail."], "documents-1"],
  [["Et c'est sans engagement ?"], "contract-1"],
  [["D'accord."], undefined],
  [["Et c'est hors taxes ou toutes taxes comprises ?"], undefined],
  [["Oui.", "a: Je vous rappelle jeudi ?", "Plutôt vendredi matin."], "call-back-3"],
  [["Oui.", "a: Je vous rappelle vendredi ?", "Non, pas ce vendredi, je suis en congé."], "call-back-2"],
])("after a proposal, %s is answered with %s", (said, expected) => {
  expect(best(offered, ...said)).toBe(expected);
});

test.each([
  [["Ma ligne est coupée depuis vendredi, c'est inadmissible."], "complaint-1"],
  [["C'est coupé depuis hier.", "a: Je regarde.", "Et ça va me coûter combien ?"], undefined],
  [
    ["C'est coupé depuis hier.", "a: Je regarde.", "La prochaine fois je résilie, je vous préviens."],
    "cancellation-1",
  ],
])("in a complaint nothing is sold: %s has %s", (said, expected) => {
  expect(best(service, ...said)).toBe(expected);
});

test("what the agent has said is not proposed again", () => {
  const said = "a: Qu'est-ce qui comptera le plus pour la personne qui décide ?";
  expect(best(offered, "Oui.", said, "C'est mon directeur qui décide.")).not.toBe("authority-2");
});

describe("an organization's own reply", () => {
  const own = (text: string) =>
    compileAtOnce(
      PlaybookContent.parse({
        entries: [
          {
            id: "own",
            intent: "Own",
            group: "solution",
            phrases: [{ text: "livraison", strength: "normal" }],
            not: [],
            replies: [{ id: "own-1", category: "response", text }],
          },
        ],
      }),
    );
  const heard = (text: string, ...said: string[]) =>
    certainReplies(own(text), call(...said)).map(({ reply }) => reply.id);

  test("answers the turn that has its entry's phrase, and not those after it", () => {
    const text = "Nous livrons sous trois jours.";
    expect(heard(text, "Et la livraison ?")).toEqual(["own-1"]);
    expect(heard(text, "Et la livraison ?", "a: Trois jours.", "Ah, parfait.")).toEqual([]);
  });

  test("does not sell in a complaint", () => {
    const said = [service, "La livraison n'est toujours pas arrivée, c'est inadmissible."];
    expect(heard("Nous avons une offre de livraison rapide.", ...said)).toEqual([]);
    expect(heard("Je regarde où se trouve votre colis.", ...said)).toEqual(["own-1"]);
  });

  test("takes the place of a built-in one with the same id, whose moments are no longer its own", () => {
    const entries = structuredClone(builtInContent.entries).map((entry) => ({
      ...entry,
      replies: entry.replies.map((one) =>
        one.id === "authority-2" ? { ...one, text: "Autre chose." } : one,
      ),
    }));
    const playbook = compileAtOnce({ entries, facts: [] });
    const [first] = certainReplies(playbook, call(offered, "Je dois voir ça avec lui, en comité."));
    expect(first?.reply.id).toBe("authority-2");
    expect(certainReplies(playbook, call(offered, "Mon mari doit donner son avis."))).not.toContainEqual(
      expect.objectContaining({ reply: expect.objectContaining({ id: "authority-2" }) }),
    );
  });
});
