import type { Sender, SummaryPointKind } from "@souffleur/contracts";
import fc from "fast-check";
import { builtInPlaybook } from "../../suggestions/matching/built-in-playbook.ts";
import { datesOf } from "./dates/dates.ts";
import { isContained, summarizeAtOnce, textsOf as textsOfLines } from "./summarize.ts";
import { plainOf } from "./turns.ts";

/** A Thursday. */
const today = "2026-03-12";

/** The summary of a call that ends with these lines; "a" is the agent, "c" the client. */
function summaryOf(...said: readonly string[]) {
  const before = ["c: Bonjour.", "a: Bonjour.", "c: Je vous écoute.", "a: Merci.", "c: Allez-y."];
  const lines = [...before, ...said].map((row, at) => ({
    seq: at + 1,
    sender: (row.startsWith("a") ? "agent" : "client") as Sender,
    text: row.slice(3),
  }));
  return summarizeAtOnce({ lines, playbook: builtInPlaybook, today }).summary;
}

const textsOf = (kind: SummaryPointKind, ...said: readonly string[]) =>
  summaryOf(...said).points.flatMap((one) => (one.kind === kind ? [one.text] : []));

test("a call of fewer than five lines has an empty summary", () => {
  const lines = ["Bonjour.", "C'est trop cher.", "Je vous envoie le devis.", "Merci."].map((text, at) => {
    return { seq: at + 1, sender: "agent" as const, text };
  });
  expect(summarizeAtOnce({ lines, playbook: builtInPlaybook, today }).summary).toEqual({
    provider: "rules",
    points: [],
  });
});

describe("a promise", () => {
  test.each([
    "Je vous envoie le devis",
    "je vous enverrai le contrat dès demain",
    "Je vais vous envoyer la documentation",
    "on se rappelle mardi",
    "Je reviens vers vous la semaine prochaine",
    "nous vous recontactons lundi matin",
    "On fait le point jeudi",
    "Je m'en occupe",
    "Vous recevrez la facture vendredi",
    "Je vous tiens au courant",
    "J’en parle à mon directeur",
    "Je la regarde dimanche",
    "Je lui dépose la brochure",
  ])("is heard of either side: %s", (text) => {
    expect(textsOf("promise", `a: D'accord. ${text}.`)).toHaveLength(1);
  });

  test.each([
    "Je ne vous envoie rien.",
    "Je vous envoie pas le devis.",
    "Je n'ai jamais dit que je vous rappelle.",
    "Si je vous envoie le devis, vous signez ?",
    "Je vous enverrais bien le devis.",
    "Je vous ai envoyé le devis.",
    "Je vous rappelle que le contrat finit en juin.",
    "Je vous appelle parce que le contrat finit en juin.",
    "Nous facturons au message.",
    "J'envoie six cents rappels par mois.",
    "Je vous conseille de le faire mardi.",
    "Je reviens vers vous après notre rendez-vous.",
    "Vous voulez que je vous envoie le devis ?",
    "Nous rappelons chaque client.",
  ])("is not heard in: %s", (text) => {
    expect(textsOf("promise", `a: ${text}`, "c: Ah bon.")).toEqual([]);
  });

  test("that is asked for counts once the other side agrees", () => {
    expect(textsOf("promise", "a: Je vous envoie le devis ?", "c: Oui, volontiers.")).toEqual([
      "Je vous envoie le devis ?",
    ]);
    expect(textsOf("promise", "a: Je vous envoie le devis ?", "c: Non merci.")).toEqual([]);
  });

  test("has the day that was said last, and not the one that was taken back", () => {
    expect(textsOf("promise", "a: Je vous rappelle mardi, non, plutôt jeudi matin.")).toEqual([
      "Je vous rappelle jeudi matin.",
    ]);
    expect(textsOf("date", "a: Je vous rappelle mardi, non, plutôt jeudi matin.")).toEqual(["jeudi matin"]);
  });

  test("goes on from line to line, with the numbers of both", () => {
    const { points } = summaryOf("a: Alors je vous envoie", "a: le devis mardi.");
    expect(points.filter(({ kind }) => kind === "promise")).toEqual([
      { kind: "promise", text: "je vous envoie le devis mardi.", lines: [6, 7] },
    ]);
  });
});

test.each([
  ["mille deux cents euros", "Ça fait mille deux cents euros par an."],
  ["1 200,50 €", "Ça fait 1 200,50 € par an."],
  ["12 %", "Je peux faire 12 % de remise."],
  ["dix pour cent", "Je peux faire dix pour cent de remise."],
  ["trente postes", "Il nous faut trente postes."],
])("a figure is heard as recognizers write it: %s", (figure, text) => {
  expect(textsOf("figure", `c: ${text}`)).toEqual([expect.stringContaining(figure)]);
});

test.each([
  "Deux minutes, s'il vous plaît.",
  "J'ai appelé deux fois.",
  "Les deux me vont.",
  "On se voit à dix heures.",
])("no figure is heard in: %s", (text) => {
  expect(textsOf("figure", `c: ${text}`)).toEqual([]);
});

test.each([
  ["mardi prochain", "2026-03-17"],
  ["jeudi", "2026-03-19"],
  ["mardi en huit", "2026-03-24"],
  ["demain matin à neuf heures", "2026-03-13"],
  ["après-demain", "2026-03-14"],
  ["ce soir", "2026-03-12"],
  ["fin de mois", "2026-03-31"],
  ["avant la fin du mois", "2026-03-31"],
  ["en fin de semaine", "2026-03-13"],
  ["la semaine prochaine", undefined],
  ["le mois prochain", undefined],
  ["le 15", "2026-03-15"],
  ["le quinze", "2026-03-15"],
  ["le 3", "2026-04-03"],
  ["le trente juin", "2026-06-30"],
  ["le 1er février", "2027-02-01"],
  ["15/04", "2026-04-15"],
  ["le 5/4", "2026-04-05"],
  ["avant 5/4", "2026-04-05"],
  ["mardi 5/5", "2026-05-05"],
  ["le 15/12/2027", "2027-12-15"],
  ["15/12/27", "2027-12-15"],
  ["le 15/12/2025", undefined],
  ["le 12 mars dernier", undefined],
  ["le 15/11 dernier", undefined],
  ["le 20 mars dernier délai", "2026-03-20"],
  ["2026-04-30", "2026-04-30"],
  ["vendredi dernier délai", "2026-03-13"],
  ["vendredi dernier", undefined],
  ["fin mars dernier délai", "2026-03-31"],
  ["le 31 mars dernier jour", "2026-03-31"],
  ["le 15 avril passe mieux", "2026-04-15"],
  ["ce mardi 5/5", "2026-05-05"],
  ["dans 48h", "2026-03-14"],
  ["dans 10j", "2026-03-22"],
  ["demain d'ici 17h", "2026-03-13"],
  ["le 01/09/95", undefined],
  ["2027-02-30", undefined],
  ["sous 48h", "2026-03-14"],
  ["sous 72 h", "2026-03-15"],
  ["d'ici 10j", "2026-03-22"],
  ["sous quarante-huit heures", "2026-03-14"],
  ["dans soixante jours", "2026-05-11"],
  ["sous quatre-vingt-dix jours", "2026-06-10"],
  ["mardi 24 mars", "2026-03-24"],
  ["début septembre", undefined],
  ["mi-avril", undefined],
  ["fin mars", "2026-03-31"],
  ["dans deux semaines", "2026-03-26"],
  ["dans quinze jours", "2026-03-26"],
  ["dans un mois", "2026-04-12"],
  ["sous huit jours", "2026-03-19"],
  ["le 31 avril", undefined],
  ["le mois dernier", undefined],
])("the day of %s is %s", (text, day) => {
  const [found] = datesOf(plainOf(`On se voit ${text}.`));
  expect(found?.dayAfter(today)).toBe(day);
});

test.each([
  "Bonne fin de journée.",
  "Chaque mois.",
  "Le dix pour cent.",
  "C'est le deuxième.",
  "Mais oui.",
  "Le support est inclus 24/7.",
  "Je lui mets 9/10.",
  "C'est un 10/10.",
  "Les 2/3 des postes.",
  "On vous propose du 24/7.",
  "C'est du 50/50.",
  "Mon numéro, c'est 06/01/12/10/28.",
])("no date is heard in: %s", (text) => {
  expect(datesOf(plainOf(text))).toEqual([]);
});

test.each(
  "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante septante octante nonante cent mille 12".split(
    " ",
  ),
)("a number of persons is a figure: %s", (number) => {
  expect(textsOf("figure", `a: Nous parlons de ${number} personnes.`)).toHaveLength(1);
});

test("what depends on a client's condition is a warning and no promise", () => {
  expect(textsOf("promise", "c: Si ça recommence, nous changerons de prestataire.")).toEqual([]);
});

test("an offer is accepted by the day that it names", () => {
  expect(textsOf("promise", "a: Je vous rappelle mardi ?", "c: Mardi, entendu.")).toHaveLength(1);
});

describe("reluctance in words of no list", () => {
  const offer = "a: Nous posons une caméra au-dessus de chaque caisse.";
  test.each([
    "Mes clientes viennent ici pour le calme et la conversation.",
    "Oui enfin ma belle-sœur surveille la boutique gratuitement.",
    "Mon mari ne voudra jamais en entendre parler.",
  ])("is an objection right after an offer: %s", (text) => {
    expect(textsOf("objection", offer, `c: ${text}`)).toEqual([text]);
  });

  test.each([
    "D'accord, envoyez-moi la brochure.",
    "Parfait. De mon côté je prépare la liste des caisses.",
    "Nous avons quatorze caisses dans le magasin.",
    "Il me la faut avant la fin du mois.",
    "Et comment est-ce que vous les fixez au plafond ?",
    "Ah, mes vendeuses adorent ce genre de caméra.",
  ])("is not heard in what agrees, informs, wishes or asks: %s", (text) => {
    expect(textsOf("objection", offer, `c: ${text}`)).toEqual([]);
  });

  test("is not heard in the answer to a question", () => {
    const text = "Mes clientes viennent ici pour le calme et la conversation.";
    expect(textsOf("objection", "a: Que veulent vos clientes ?", `c: ${text}`)).toEqual([]);
  });
});

test("an objection stands with the agent's answer", () => {
  const { points } = summaryOf(
    "c: Franchement, c'est trop cher.",
    "a: Je comprends. La formation est comprise.",
  );
  expect(points.filter(({ kind }) => kind === "objection" || kind === "answer")).toEqual([
    { kind: "objection", text: "Franchement, c'est trop cher.", lines: [6] },
    { kind: "answer", text: "La formation est comprise.", lines: [7] },
  ]);
});

describe("the suggested outcome", () => {
  test("is successful with its amount where the client agrees", () => {
    expect(
      summaryOf(
        "a: Cela fait 2 400 euros l'année.",
        "c: Parfait, on peut signer.",
        "a: Je vous envoie le contrat ce soir.",
      ),
    ).toMatchObject({
      outcome: "successful",
      amounts: [
        { amount: 2400, currency: "EUR", isSure: true, text: "Cela fait 2 400 euros l'année.", lines: [6] },
      ],
      outcomeSaid: { text: "Parfait, on peut signer.", lines: [7] },
      nextStep: "Je vous envoie le contrat ce soir.",
      nextStepLines: [8],
      nextStepAt: today,
    });
  });

  test("has no amounts without an agreement", () => {
    expect(summaryOf("a: Cela fait 2 400 euros.", "c: C'est trop cher.").amounts).toBeUndefined();
  });

  test.each([
    ["mardi ou mercredi", "Je vous rappelle mardi ou mercredi."],
    ["la semaine prochaine", "Je vous rappelle la semaine prochaine."],
    ["jeudi 17 avril", "Je vous rappelle jeudi 17 avril."],
    ["dans quelques jours", "Je vous rappelle dans quelques jours."],
    [undefined, "Je vous rappelle mardi."],
    [undefined, "Jeudi à dix heures. Je vous envoie l'invitation tout de suite."],
  ])("quotes %s as the words that name no day, or two", (words, text) => {
    const { nextStepAt, nextStepWhen } = summaryOf(`a: ${text}`);
    expect(nextStepWhen).toBe(words);
    expect(nextStepAt).toBe(text.endsWith("mardi.") ? "2026-03-17" : undefined);
  });

  test.each([
    ["a refusal", "no_need", "c: Non, ne m'appelez plus. Bonne journée."],
    ["another supplier", "competitor", "c: On a déjà signé ailleurs. Merci."],
    ["a step", "follow_up", "a: Très bien. Je vous rappelle mardi."],
    ["a day", "follow_up", "c: Merci. Alors à mardi."],
    ["a price", "too_expensive", "c: Bonjour. C'est trop cher pour nous."],
    ["a doubt", "no_decision", "c: Bon. Je vais réfléchir."],
  ])("has the sentence that it follows from: %s", (_name, outcome, line) => {
    const { outcomeSaid, ...found } = summaryOf(line);
    expect(found.outcome).toBe(outcome);
    expect(outcomeSaid?.lines).toEqual([6]);
    expect(line).toContain(outcomeSaid?.text);
    expect(outcomeSaid?.text).not.toMatch(/^(?:Merci|Bon|Bonjour|Très bien)\.|journée/);
  });

  test.each([
    "Jeudi à dix heures. Je vous envoie l'invitation tout de suite. À jeudi.",
    "Je lance le remboursement tout de suite. // c: D'accord. // a: À vendredi.",
    "Parfait, jeudi à dix heures, je vous envoie l'invitation.",
    "Jeudi à dix heures, je bloque le créneau.",
  ])("leaves a day to what it was named for: %s", (text) => {
    const { nextStep, nextStepAt } = summaryOf(...`a: ${text}`.split(" // "));
    expect(nextStep).toMatch(/envoie|lance|bloque/);
    expect(nextStepAt).toBeUndefined();
  });

  test.each([
    ["Jeudi à dix heures. Je vous envoie l'invitation tout de suite. // c: Parfait, à jeudi.", [6]],
    ["On se dit jeudi à dix heures ? // c: D'accord. // a: Je vous envoie le lien.", [6]],
    ["Vous préférez mardi ou jeudi ? // c: Jeudi, vers dix heures. // a: Parfait, jeudi à dix heures.", [8]],
    ["Jeudi ? // c: Jeudi à dix heures. // a: Parfait, je vous envoie l'invitation.", [7]],
    ["Je vous propose un rendez-vous jeudi à dix heures ? // c: Oui, très bien.", [6]],
    ["Mardi à neuf heures ? // c: Non, mardi je ne peux pas, jeudi à dix heures. // a: Entendu.", [7]],
    ["C'est noté, jeudi à dix heures, je vous envoie l'invitation. // c: Merci, d'accord, à jeudi.", [6]],
  ])("is a follow-up with the appointment that was agreed on: %s", (text, lines) => {
    const { outcome, nextStep, nextStepAt, nextStepLines } = summaryOf(...`a: ${text}`.split(" // "));
    expect([outcome, nextStep, nextStepAt]).toEqual([
      "follow_up",
      expect.stringMatching(/^Rendez-vous jeudi,? (?:à|vers) dix heures$/),
      "2026-03-19",
    ]);
    expect(nextStepLines).toEqual(lines);
  });

  test.each([
    "Jeudi à dix heures ? // c: Non, je ne peux pas.",
    "Jeudi à dix heures ? // c: Oui, mais plutôt vendredi.",
    "Jeudi à dix heures ? // c: Parfait. // a: Ah non, vendredi.",
    "Votre réunion est quand ? // c: Jeudi à dix heures. // a: Parfait, je vous envoie la brochure.",
    "J'ai un rendez-vous jeudi à dix heures. // c: D'accord.",
    "Le magasin ferme jeudi à dix heures. // c: Ah bon, d'accord.",
    "Je vous envoie le devis jeudi à dix heures. // c: Parfait.",
    "Jeudi ? // c: Oui.",
  ])("has no appointment in: %s", (text) => {
    expect(summaryOf(...`a: ${text}`.split(" // ")).nextStep ?? "").not.toMatch(/^Rendez-vous/);
  });

  test("has the call that was promised for a day, and no appointment in its place", () => {
    expect(summaryOf("a: Jeudi à dix heures ?", "c: D'accord.", "a: Je vous rappelle lundi.")).toMatchObject({
      nextStep: "Je vous rappelle lundi.",
      nextStepAt: "2026-03-16",
    });
  });

  test("is a refusal without a next step where the client refuses", () => {
    const { outcome, nextStep } = summaryOf("a: Je vous rappelle en mai.", "c: Non, ne m'appelez plus.");
    expect([outcome, nextStep]).toEqual(["no_need", undefined]);
  });

  test("has the day on which both have agreed last", () => {
    expect(summaryOf("a: Je vous rappelle mardi.", "c: Non, plutôt jeudi.")).toMatchObject({
      outcome: "follow_up",
      nextStep: "Je vous rappelle mardi.",
      nextStepAt: "2026-03-19",
    });
  });
});

describe("a statement that its lines do not contain is dropped", () => {
  const lines = [
    { seq: 1, sender: "agent" as const, text: "Je ne vous envoie rien avant jeudi." },
    { seq: 2, sender: "client" as const, text: "Notre budget est de dix mille euros." },
  ];
  test.each([
    ["Le client a un budget de 10 000 €.", 2, true],
    ["Le client a un budget de 12 000 €.", 2, false],
    ["Le client a un budget de 10 000 €.", 1, false],
    ["Le budget est de dix mille euros avant vendredi.", 2, false],
    ["L'agent envoie le contrat signé au notaire.", 1, false],
    ["L'agent envoie tout avant jeudi.", 1, false],
    ["L'agent n'envoie rien avant jeudi.", 1, true],
  ])("%s (line %d): %s", (text, seq, isKept) => {
    const point = { kind: "summary" as const, text, lines: [seq] };
    expect(isContained(point, textsOfLines(lines), false)).toBe(isKept);
  });
});

test("any call is summarized with statements of its own lines, none of which is dropped", () => {
  const words = fc.constantFrom(
    ..."je vous envoie rappelle mardi jeudi , . ? ! non plutôt le 15 mille deux cents euros € 12 % trop cher pas ne si demain et on se".split(
      " ",
    ),
  );
  const line = fc.record({
    sender: fc.constantFrom<Sender>("agent", "client"),
    text: fc.oneof(
      fc.array(words, { maxLength: 30 }).map((all) => all.join(" ")),
      fc.string({ unit: "grapheme" }),
    ),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 5, maxLength: 20 }), (said) => {
      const lines = said.map((one, at) => ({ ...one, seq: at + 1 }));
      const { summary } = summarizeAtOnce({ lines, playbook: builtInPlaybook, today });
      for (const { lines: seqs } of summary.points) {
        expect(seqs.length).toBeGreaterThan(0);
        expect(seqs.every((seq) => seq >= 1 && seq <= lines.length)).toBe(true);
      }
      const texts = textsOfLines(lines);
      expect(summary.points.filter((one) => !isContained(one, texts, true))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
