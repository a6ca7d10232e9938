import { Suggestion, scenarioNames } from "@souffleur/contracts";
import { PlaybookContent, placeholdersOf } from "@souffleur/contracts/playbook";
import fc from "fast-check";
import { castScenario } from "../calls/simulation/scenarios.ts";
import { builtInContent, builtInPlaybook } from "./matching/built-in-playbook.ts";
import { compileAtOnce, compilePlaybook, keysOf, matchEntries } from "./matching/compile-playbook.ts";
import { suggest, type TranscriptLine } from "./rank-replies.ts";

const now = Date.UTC(2030, 0, 15, 9);
const spoken = (...texts: string[]): TranscriptLine[] =>
  texts.map((text, index) => ({ messageId: `m${index}`, sender: "client", text }));
const { entries } = builtInContent;
function ask(lines: TranscriptLine[], used: ReadonlySet<string> = new Set()) {
  const { suggestions, entry } = suggest({ playbook: builtInPlaybook, lines, callId: "call", used, now });
  return { suggestions: suggestions.map(({ suggestion }) => suggestion), entryId: entry?.id };
}

describe("the playbook", () => {
  test("has at least 18 entries and 100 replies, each text once", () => {
    expect(entries.length).toBeGreaterThanOrEqual(19);
    const texts = entries.flatMap((one) => one.replies.map((reply) => reply.text));
    expect(texts.length).toBeGreaterThanOrEqual(100);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("has no phrase twice in an entry", () => {
    const doubled = entries.flatMap(({ id, phrases }) => {
      const keys = phrases.map(({ text }) => keysOf(text).join(" "));
      return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${id}: ${key}`);
    });
    expect(doubled).toEqual([]);
  });

  test("has French typography", () => {
    for (const { text } of entries.flatMap((one) => one.replies)) {
      expect(text).not.toMatch(/'/u);
      expect(text).not.toMatch(/(?<!\u00a0)[?!;:»]/u);
      expect(text).toMatch(/^[\p{Lu}{].*[.?!]$/u);
    }
  });

  test("has for every entry a reply without placeholders", () => {
    for (const { replies } of entries)
      expect(replies.some(({ text }) => placeholdersOf(text).length === 0)).toBe(true);
  });
});

/** Phrases of each intent. */
const phrasings = {
  greeting: "Bonjour. | Allô, oui, bonjour ? | Julien Moreau à l'appareil.",
  "small-talk": "Il fait beau chez vous ? | Je rentre de vacances. | Vous avez passé un bon week-end ?",
  need: "On a un vrai problème de suivi. | Nous cherchons à gagner du temps. | nos difficultes viennent de la",
  team: "Nous avons douze commerciaux. | On est une petite équipe. | Combien d'utilisateurs au maximum ?",
  thanks: "Merci beaucoup. | Je vous remercie. | C'est gentil.",
  price: "C'est trop cher. | Vos tarifs sont élevés. | ca coute combien | La solution est chère, non ?",
  discount:
    "Vous pouvez faire une remise ? | Et un rabais ? | On peut négocier ? | un geste commercial serait bien",
  budget: "Notre budget est bouclé. | Je n'ai plus d'enveloppe. | On n'a pas les moyens. | c'est hors budget",
  competitor:
    "Un concurrent propose autre chose. | On regarde ailleurs. | Nous travaillons avec un autre prestataire.",
  doubt:
    "J'hésite encore. | Je ne suis pas convaincue. | Il faut que je réfléchisse, j'ai des doutes. | je suis pas sûre",
  complaint:
    "Je ne suis pas contente du tout. | La plateforme est en panne. | c'est inadmissible | Je suis très déçue.",
  cancellation: "Je veux résilier. | On pense à la résiliation. | Nous annulons tout. | je vais resilie",
  technical:
    "Il y a quelque chose à installer ? | C'est compatible avec nos postes ? | la transcription est fiable ?",
  integration: "Ça s'intègre à notre CRM ? | Vous avez un connecteur ? | L'intégration est comprise ?",
  security: "Et la sécurité ? | Vous respectez le RGPD ? | Où sont hébergées les données ?",
  support: "Vous avez un support ? | Qui nous accompagne ensuite ? | L'assistance est joignable le soir ?",
  training: "Vous faites des formations ? | Il faudra former tout le monde. | Ils ont leurs habitudes.",
  references: "Vous avez des références ? | Vous avez un témoignage ? | D'autres clients du même secteur ?",
  demo: "Je peux voir une démonstration ? | On peut essayer ? | Faites-nous une demo.",
  interest: "C'est très intéressant. | Ça m'intéresse. | Ça me plaît. | pourquoi pas",
  timing: "C'est pour quand ? | Quels sont les délais ? | On voudrait démarrer à la rentrée.",
  authority: "C'est mon directeur qui décide. | Ma direction doit valider. | Je dois voir avec mon associée.",
  contract: "Il y a un engagement ? | Le contrat dure combien ? | Quelle est la durée du préavis ?",
  closing: "C'est d'accord, on y va. | Je suis prêt à signer, on signe. | Ça me va, allons-y.",
  "call-back": "Rappelez-moi plus tard. | Je suis en réunion. | On prend rendez-vous ? | vous me rappellerez",
  opposition: "Ne m'appelez plus. | Supprimez mes coordonnées. | je m'oppose à ce démarchage",
  "data-source": "D'où vient mon numéro ? | Où avez-vous trouvé mes coordonnées ?",
  "not-interested": "Ça ne m'intéresse pas. | Non merci. | pas besoin",
  "no-time": "Je n'ai pas le temps. | je suis débordé | Vous tombez mal.",
  "not-responsible": "Je ne suis pas la bonne personne. | C'est mon collègue qui s'en occupe.",
  "not-priority": "Ce n'est pas la priorité. | on a d'autres priorités",
  distrust: "Je me méfie un peu. | C'est trop beau pour être vrai.",
  "bad-experience": "On a eu une mauvaise expérience. | On a déjà donné.",
  "too-small": "Nous sommes trop petits. | C'est une petite structure.",
  supplier: "Nous avons déjà un fournisseur. | on a déjà ce qu'il faut",
  documents:
    "Envoyez-moi une documentation. | Vous avez une plaquette ? | Je voudrais un récapitulatif par mail.",
};

test.each(Object.entries(phrasings))("recognizes %s", (intent, phrases) => {
  for (const text of phrases.split(" | ")) expect([text, ask(spoken(text)).entryId]).toEqual([text, intent]);
});

/** Everyday words with the stem of a phrase, which mean something else. */
const lookalikes = {
  "not-interested":
    "Les nouveaux s'en servent tous les jours. | Ça peut nous servir. | Comment ça se passe de votre côté ? | On ne parle pas anglais.",
  training: "Chaque agence a ses dossiers. | Sous quelle forme ?",
  interest: "Je vous laisse, car on frappe.",
  integration: "C'est important. | Peu importe.",
  authority: "C'est un numéro direct. | On travaille directement ensemble. | Je préside une association.",
  competitor: "Ça devient clair. | D'ailleurs, elle vous l'a dit.",
  contract: "À l'avenir, écrivez le matin.",
  budget: "En moyenne, une douzaine.",
  "no-time": "Je vous présente Paul. | La presse en parle. | Plutôt en visio.",
  complaint: "On vend des plantes. | C'est une plante verte.",
  "bad-experience":
    "On vend des plantes. | On prépare les vaccins. | On sera à la foire. | Les mandats, on en rate.",
  discount: "C'est dans le huitième arrondissement. | L'activité baisse en août.",
  "small-talk": "Le boucher est à côté.",
  distrust: "Les mentions sont en bas. | J'ai attrapé un rhume.",
  opposition: "Le signal est faible. | Je vous signale que ça grésille. | On vend des radis.",
  "not-responsible": "On veut remplacer l'ancien logiciel.",
  references: "Par exemple, le lundi. | Je dois en référer au bureau.",
};

test.each(Object.entries(lookalikes))("does not take an everyday word for %s", (intent, sentences) => {
  for (const text of sentences.split(" | ")) {
    const heard = [...matchEntries(builtInPlaybook, text).keys()].map(({ id }) => id);
    expect([text, heard]).toEqual([text, heard.filter((id) => id !== intent)]);
  }
});

test("has phrasings for every entry with phrases", () => {
  const matched = entries.filter(({ phrases }) => phrases.length > 0).map(({ id }) => id);
  expect(matched.sort()).toEqual(Object.keys(phrasings).sort());
});

describe("suggest", () => {
  test("suggests general replies, with a question, where no entry matches", () => {
    const { entryId, suggestions } = ask(spoken("Lorem ipsum dolor."));
    expect(entryId).toBeUndefined();
    expect(suggestions).toHaveLength(3);
    expect(suggestions.some((one) => one.category === "question")).toBe(true);
    expect(suggestions.every((one) => one.trigger === undefined)).toBe(true);
  });

  test("answers before the first line", () => {
    expect(ask([]).suggestions).toHaveLength(3);
  });

  test("has the matching line as its trigger", () => {
    const [first] = ask(spoken("Bonjour.", "C'est vraiment trop cher pour nous.")).suggestions;
    expect(first?.trigger).toEqual({ messageId: "m1", text: expect.stringContaining("trop cher") });
  });

  test("matches across a speaker's fragments", () => {
    expect(ask(spoken("Franchement, votre offre est trop", "chère pour nous.")).entryId).toBe("price");
  });

  test("offers more than one category", () => {
    const categories = ask(spoken("C'est trop cher.")).suggestions.map((one) => one.category);
    expect(new Set(categories).size).toBeGreaterThan(1);
  });

  test("includes the second entry when it is nearly as strong", () => {
    const ids = ask(spoken("On aurait besoin d'assistance le soir, et d'une formation.")).suggestions.map(
      (one) => one.id.replace(/^call:|-\d+$/gu, ""),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test("weighs the client's words more than the agent's", () => {
    const lines: TranscriptLine[] = [
      { messageId: "a", sender: "client", text: "Je voudrais une démonstration." },
      { messageId: "b", sender: "agent", text: "Parlons du contrat." },
    ];
    expect(ask(lines).entryId).toBe("demo");
  });

  test("weighs the last lines most", () => {
    const lines: TranscriptLine[] = [
      { messageId: "a", sender: "client", text: "C'est cher." },
      { messageId: "b", sender: "agent", text: "Je vois." },
      { messageId: "c", sender: "client", text: "Et la sécurité ?" },
    ];
    expect(ask(lines).entryId).toBe("security");
  });

  test("answers what a turn ends with, and goes on with the subject where a turn names none", () => {
    const said = [...spoken("Ah oui, c'est bien. Et vos tarifs ?")];
    expect(ask(said).entryId).toBe("price");
    said.push({ messageId: "a", sender: "agent", text: "Cinquante euros." });
    said.push({ messageId: "b", sender: "client", text: "Ah quand même." });
    const { entryId, suggestions } = ask(said);
    expect(entryId).toBe("price");
    expect(suggestions.map(({ trigger }) => trigger?.messageId)).toEqual(["b", "b", "b"]);
    expect(suggestions[0]?.confidence).toBeGreaterThanOrEqual(0.5);
  });

  test("goes on with the subject of the agent's question", () => {
    const lines: TranscriptLine[] = [
      { messageId: "a", sender: "client", text: "Oui." },
      { messageId: "b", sender: "agent", text: "Quel budget aviez-vous prévu, quelle enveloppe ?" },
      { messageId: "c", sender: "client", text: "Dix mille tout compris." },
    ];
    expect(ask(lines).entryId).toBe("budget");
  });

  test("answers a greeting in the first three turns of a call alone", () => {
    const lines = (["client", "agent", "client", "agent"] as const).map(
      (sender, index): TranscriptLine => ({ messageId: `m${index}`, sender, text: "Bonjour." }),
    );
    expect(ask(lines.slice(0, 3)).suggestions[0]?.intent).toEqual({
      id: "greeting",
      name: "Salutations",
      isOpening: true,
    });
    expect(ask(lines).entryId).toBeUndefined();
  });

  test("does not find a price objection in « pas cher » nor interest in « pas intéressé »", () => {
    expect(ask(spoken("Ce n'est pas cher.")).entryId).not.toBe("price");
    expect(ask(spoken("Je ne suis pas intéressé.")).entryId).not.toBe("interest");
  });

  test.each([
    ["C'est trop cher, 1 200 € par mois.", "1 200 €"],
    ["Rappelez-moi jeudi matin.", "jeudi matin"],
    ["Notre concurrent, enfin le vôtre : on est chez Voxelia.", "Voxelia"],
    ["Nous avons une douzaine de commerciaux.", "une douzaine de commerciaux"],
    ["Une remise de dix pour cent ?", "dix pour cent"],
    ["Le contrat sur trois ans, c'est long.", "trois ans"],
    ["Oui, bonjour, Julien Moreau à l'appareil.", "Julien Moreau"],
  ])("uses what was said: « %s »", (text, value) => {
    const texts = ask(spoken(text)).suggestions.map((one) => one.text);
    expect(texts.some((one) => one.includes(value))).toBe(true);
  });

  test("gives replies that the agent says unprompted last, with low confidence", () => {
    const input = { playbook: builtInPlaybook, lines: spoken("C'est trop cher."), callId: "call", now };
    const [first] = suggest({ ...input, used: new Set() }).suggestions;
    const replyId = first?.origin.replyId ?? "";
    const quieter = suggest({ ...input, used: new Set(), habitual: new Set([replyId]) }).suggestions;
    expect(quieter.map(({ origin }) => origin.replyId)).not.toContain(replyId);
    const others = entries
      .flatMap(({ replies }) => replies.map(({ id }) => id))
      .filter((id) => id !== replyId);
    const used = new Set(others.map((id) => `call:${id}`));
    const [last, ...more] = suggest({ ...input, used, habitual: new Set([replyId]) }).suggestions;
    expect(more).toEqual([]);
    expect(last?.suggestion.confidence).toBeLessThan(0.5);
    expect(last?.origin.replyId).toBe(replyId);
  });

  test("compiles a large playbook with pauses, with the same result", async () => {
    const entries = Array.from({ length: 20 }, () => builtInContent.entries).flat();
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    const compiled = await compilePlaybook({ entries, facts: [] });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(1);
    expect(compiled).toEqual(compileAtOnce({ entries, facts: [] }));
  });

  test("gives a call always the same of two wordings, and each to about half of the calls", () => {
    const reply = { id: "a-1", category: "response", text: "Un.", alternative: "Deux." } as const;
    const phrases = [{ text: "cher", strength: "strong" }];
    const entry = { id: "a", intent: "A", group: "needs", phrases, not: [], replies: [reply] };
    const playbook = compileAtOnce(PlaybookContent.parse({ entries: [entry] }));
    const lines = spoken("C'est cher.");
    const wordingOfCall = (call: number) => {
      const [first] = suggest({ playbook, lines, callId: `call-${call}`, used: new Set(), now }).suggestions;
      expect(first?.suggestion.text).toBe(first?.origin.wording === "first" ? "Un." : "Deux.");
      return first?.origin.wording;
    };
    const all = Array.from({ length: 2000 }, (_, call) => wordingOfCall(call));
    const share = all.filter((wording) => wording === "first").length / all.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.04);
    expect(wordingOfCall(7)).toBe(all[7]);
  });

  test("gives the same answer to the same input, which it does not change", () => {
    const lines = spoken("C'est trop cher.", "Et mon directeur décide.");
    const copy = structuredClone(lines);
    expect(ask(lines)).toEqual(ask(lines));
    expect(lines).toEqual(copy);
  });

  test("does not repeat a reply in a call, and gives none when all were given", () => {
    const said = new Set<string>();
    const texts: string[] = [];
    const phrases = castScenario("price-objection").lines.map((line) => line.text);
    for (let turn = 0; turn < 400; turn += 1) {
      const { suggestions } = ask(spoken(phrases[turn % phrases.length] ?? ""), said);
      for (const one of suggestions) {
        expect(said.has(one.id)).toBe(false);
        said.add(one.id);
        texts.push(one.text);
      }
    }
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThan(30);
    const everything = new Set(entries.flatMap((one) => one.replies.map((reply) => `call:${reply.id}`)));
    expect(ask(spoken("C'est trop cher."), everything).suggestions).toEqual([]);
  });

  test.each(scenarioNames)("recognizes at least six entries in the scenario %s", (name) => {
    const used = new Set<string>();
    const intents = new Set<string>();
    const lines: TranscriptLine[] = [];
    for (const [index, line] of castScenario(name).lines.entries()) {
      lines.push({ messageId: `m${index}`, sender: line.speaker, text: line.text });
      const answer = ask(lines, used);
      intents.add(answer.entryId ?? "");
      for (const one of answer.suggestions) used.add(one.id);
    }
    expect(intents.size).toBeGreaterThanOrEqual(6);
  });

  const vocabulary = entries.flatMap((one) => [
    ...one.phrases.map(({ text }) => text),
    ...one.replies.map((reply) => reply.text),
  ]);
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc
      .array(fc.constantFrom(...vocabulary, "{amount}", "12 k€", "chez Voxelia", "jeudi"), { maxLength: 8 })
      .map((all) => all.join(" ")),
  );
  const line = fc.record({
    messageId: fc.uuid(),
    sender: fc.constantFrom("client" as const, "agent" as const),
    text,
  });

  test("answers any conversation validly, without a brace and without a repetition", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat({ max: 60 }), (lines, count) => {
        const ids = entries.flatMap((one) => one.replies.map((reply) => `call:${reply.id}`));
        const used = new Set(ids.slice(0, count));
        const { suggestions, entryId: intent } = ask(lines, used);
        expect(intent === undefined || entries.some(({ id }) => id === intent)).toBe(true);
        expect(suggestions.length).toBe(3);
        expect(new Set(suggestions.map((one) => one.id)).size).toBe(3);
        for (const one of suggestions) {
          expect(Suggestion.parse(one)).toEqual(one);
          expect(one.text).not.toMatch(/[{}]/u);
          expect(used.has(one.id)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
