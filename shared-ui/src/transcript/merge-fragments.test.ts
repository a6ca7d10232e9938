import fc from "fast-check";
import {
  appendLine,
  type Bubble,
  changeLine,
  type FinalLine,
  looksIncomplete,
  mergeAll,
} from "./merge-fragments.ts";

let counter = 0;
function line(text: string, timestamp: number, more: Partial<FinalLine> = {}): FinalLine {
  counter += 1;
  return {
    messageId: `m${counter}`,
    sender: "client",
    text,
    timestamp,
    confidence: 0.9,
    isTranscription: true,
    ...more,
  };
}
const texts = (bubbles: readonly Bubble[]) => bubbles.map((bubble) => bubble.text);
const pair = (first: string, second: string, gap = 1500) =>
  texts(mergeAll([line(first, 0), line(second, gap)]));

describe("merging fragments", () => {
  test.each([
    ["no final punctuation, lowercase", "Je voudrais savoir combien ça coûte", "pour une petite équipe."],
    ["a comma, lowercase", "Nous avons une petite équipe de vente,", "une dizaine de personnes."],
    ["a semicolon, lowercase", "Le logiciel marche bien en général;", "il reste deux ou trois soucis."],
    ["a comma, capital conjunction", "Nous avons regardé votre offre hier,", "Mais elle est un peu chère."],
    ["no punctuation, capital preposition", "On se rappelle la semaine prochaine", "Avec mon responsable."],
    ["no punctuation, elided conjunction", "Je pensais hier soir en rentrant", "Qu’on pourrait signer."],
    ["a preposition before a full stop", "Nous cherchons une solution simple pour.", "et notre équipe."],
    ["an auxiliary before a full stop", "Votre concurrent le plus proche est.", "moins cher que vous."],
    ["a pronoun", "Ce matin au bureau, j'", "ai vu votre message."],
    ["a negation before a full stop", "Franchement ce n'est vraiment pas.", "ce que nous cherchons."],
    ["suspension points", "Je me demande si ce tarif...", "reste valable en mars."],
    ["a colon", "Nous avons trois besoins :", "le suivi, la qualité, le prix."],
    ["four words with a full stop", "Oui, tout à fait.", "et aussi pour Lyon."],
    ["four words and a capital conjunction", "D'accord.", "Et pour la suite ?"],
    ["a leading dash or quote", "Il nous a répondu hier,", "« pas avant le mois de mai »."],
    ["a capital accented preposition", "On en reparle la semaine prochaine", "À Lyon, par exemple."],
    ["a determiner, capital noun", "Est-ce que vous avez reçu la", "Proposition de mardi ?"],
    [
      "a determiner before a full stop, capital noun",
      "Nous travaillons depuis mars avec leurs.",
      "Équipes de Nantes.",
    ],
    ["an article, a number", "La réunion aura lieu le", "12 mars à Paris."],
    ["an elided article", "Nous avons bien reçu l’", "Offre de lundi."],
  ])("joins after %s", (_rule, first, second) => {
    expect(pair(first, second)).toHaveLength(1);
  });

  test.each([
    ["Alors, puis", "-je vous rappeler demain ?", "Alors, puis-je vous rappeler demain ?"],
    ["Est", "‑ce que cela convient ?", "Est‑ce que cela convient ?"],
    ["Nous avons besoin d'", "une démonstration.", "Nous avons besoin d'une démonstration."],
    ["Dites-moi si c", "’est possible.", "Dites-moi si c’est possible."],
    ["Je pensais à deux choses", "- le prix et le délai.", "Je pensais à deux choses - le prix et le délai."],
  ])("%j and %j are %j", (before, after, joined) => {
    expect(pair(before, after)).toEqual([joined]);
  });

  test.each([
    ["a complete sentence, lowercase", "Nous avons déjà reçu votre proposition.", "elle est très claire."],
    ["a complete question, conjunction", "Combien de postes voulez-vous équiper ?", "Et pour quand ?"],
    ["an exclamation, lowercase", "C'est vraiment une très bonne nouvelle !", "on continue comme ça."],
    ["an open ending, capital noun", "Je voudrais savoir combien ça coûte", "Bonjour, vous m'entendez ?"],
    ["an open ending, a number", "Nous cherchons un nouvel outil", "25 postes environ."],
    ["a comma, a capital determiner", "Nous avons une petite équipe,", "Les commerciaux sont à Lyon."],
    ["five words with a full stop, lowercase", "Oui, c'est tout à fait ça.", "nous verrons."],
    ["two short sentences, lowercase", "Oui. Très bien.", "nous verrons demain."],
    ["a hyphenated pronoun in a question", "Quel budget par poste prévoyez-vous ?", "c'est pour mon devis."],
  ])("keeps apart after %s", (_rule, first, second) => {
    expect(pair(first, second)).toEqual([first, second]);
  });

  test.each([
    [2999, 1],
    [3000, 2],
    [3001, 2],
  ])("at a distance of %i ms results in %i bubbles", (gap, bubbles) => {
    expect(pair("Je regarde pour le", "mois de mars", gap)).toHaveLength(bubbles);
  });

  test("measures the age from the previous fragment, not from the start of the bubble", () => {
    const merged = mergeAll([line("Je voudrais", 0), line("vous parler", 2500), line("du contrat.", 5000)]);
    expect(texts(merged)).toEqual(["Je voudrais vous parler du contrat."]);
    expect(merged[0]).toMatchObject({ timestamp: 0, id: merged[0]?.fragments[0]?.messageId });
  });

  test("considers the previous fragment's own words, not the whole bubble's", () => {
    const merged = mergeAll([
      line("Nous avons reçu hier votre longue proposition,", 0),
      line("et merci beaucoup.", 1000),
      line("pour votre patience", 2000),
    ]);
    expect(merged).toHaveLength(1);
  });

  test("does not join a transcription with another kind of line", () => {
    expect(
      mergeAll([line("Je voudrais le", 0), line("tarif", 500, { isTranscription: false })]),
    ).toHaveLength(2);
  });

  test("shows the mean confidence of the fragments", () => {
    const merged = mergeAll([
      line("pour le", 0, { confidence: 0.8 }),
      line("client", 9, { confidence: 0.6 }),
    ]);
    expect(merged[0]?.confidence).toBeCloseTo(0.7);
  });
});

describe("dropping duplicates", () => {
  test.each([
    [0, 1],
    [2000, 1],
    [2001, 2],
  ])("with the same text after %i ms results in %i bubbles", (gap, bubbles) => {
    const text = "Nous avons déjà reçu votre proposition.";
    expect(pair(text, text, gap)).toHaveLength(bubbles);
  });

  test("finds the duplicate across the other speaker's lines and inside a merged bubble", () => {
    const merged = mergeAll([
      line("Je regarde pour", 0),
      line("le mois de mars.", 800),
      line("Très bien.", 1000, { sender: "agent" }),
      line("le mois  de mars.", 1900),
    ]);
    expect(texts(merged)).toEqual(["Je regarde pour le mois de mars.", "Très bien."]);
    expect(merged[0]?.repeats).toHaveLength(1);
  });

  test("compares with shown lines, not with dropped ones", () => {
    expect(mergeAll([line("Oui.", 0), line("Oui.", 1900), line("Oui.", 3800)])).toHaveLength(2);
  });

  test("keeps a text that differs in case or punctuation", () => {
    expect(pair("Nous verrons cela demain matin.", "Nous verrons cela demain matin !")).toHaveLength(2);
  });
});

describe("lines that arrive again or late", () => {
  test("returns the same list for a known event, and for a line without text", () => {
    const lines = [line("Bonjour.", 0), line("Bonjour.", 100), line("Je vous appelle pour le", 3000)];
    const bubbles = mergeAll(lines);
    for (const one of [...lines, line("  ", 10)]) expect(appendLine(bubbles, one)).toBe(bubbles);
  });

  test("does not change the given list, and can append to it again", () => {
    const before = mergeAll([line("Je regarde le", 0)]);
    const copy = JSON.parse(JSON.stringify(before));
    const second = line("devis.", 500);
    expect(appendLine(before, second)).toEqual(appendLine(before, second));
    expect(before).toEqual(copy);
  });

  test("shares the bubbles that did not change", () => {
    const before = mergeAll([
      line("Bonjour madame, vous allez bien ?", 0),
      line("Oui.", 900, { sender: "agent" }),
    ]);
    const after = appendLine(before, line("Parfait, je vous écoute.", 5000));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });
});

const openings = [
  "Je voudrais le",
  "Oui,",
  "et pour",
  "Nous avons reçu votre offre hier.",
  "D'accord.",
  "l'",
  "Mais si",
];
const spoken = fc.array(
  fc.record({
    text: fc.oneof(fc.constantFrom(...openings), fc.lorem({ maxCount: 6 })),
    sender: fc.constantFrom("client" as const, "agent" as const),
    gap: fc.integer({ min: 0, max: 4000 }),
  }),
  { maxLength: 60 },
);
const conversation = spoken.map((pieces) => {
  let timestamp = 0;
  return pieces.map((piece, index): FinalLine => {
    timestamp += piece.gap;
    const { text, sender } = piece;
    return line(text, timestamp, { messageId: `p${index}`, seq: index + 1, sender });
  });
});
const letters = (text: string) => text.replace(/\s/gu, "");

describe("every conversation", () => {
  test("keeps the order and every word except for duplicates", () => {
    fc.assert(
      fc.property(conversation, (lines) => {
        const bubbles = mergeAll(lines);
        const shown = bubbles.flatMap((bubble) => bubble.fragments);
        const dropped = new Set(bubbles.flatMap((bubble) => bubble.repeats.map((one) => one.messageId)));
        expect(shown).toEqual(lines.filter((one) => !dropped.has(one.messageId)));
        for (const bubble of bubbles)
          expect(letters(bubble.text)).toBe(letters(bubble.fragments.map((one) => one.text).join("")));
      }),
    );
  });

  test("drops only repetitions of the same speaker within 2000 ms", () => {
    fc.assert(
      fc.property(conversation, (lines) => {
        for (const { fragments, repeats } of mergeAll(lines))
          for (const repeat of repeats)
            expect(
              fragments.some(
                (one) =>
                  one.sender === repeat.sender &&
                  one.text === repeat.text &&
                  Math.abs(repeat.timestamp - one.timestamp) <= 2000,
              ),
            ).toBe(true);
      }),
    );
  });

  test("merges neither across speakers nor after 3000 ms, and only incomplete fragments", () => {
    fc.assert(
      fc.property(conversation, (lines) => {
        for (const { fragments } of mergeAll(lines))
          for (const [index, one] of fragments.entries()) {
            const previous = fragments[index - 1];
            if (!previous) continue;
            expect(one.sender).toBe(previous.sender);
            expect(one.timestamp - previous.timestamp).toBeLessThan(3000);
            expect(looksIncomplete(previous.text)).toBe(true);
          }
      }),
    );
  });

  test("is the same however often an event is repeated", () => {
    fc.assert(
      fc.property(conversation, fc.array(fc.nat()), (lines, again) => {
        const events = lines.flatMap((one, index) => {
          const repeated = lines[(again[index] ?? index) % (index + 1)];
          return repeated ? [one, repeated, one] : [one];
        });
        expect(mergeAll(events)).toEqual(mergeAll(lines));
      }),
    );
  });

  test("is the same in any order of arrival of numbered lines", () => {
    fc.assert(
      fc.property(
        conversation.chain((lines) =>
          fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
        ),
        ([lines, shuffled]) => {
          expect(texts(mergeAll(shuffled))).toEqual(texts(mergeAll(lines)));
        },
      ),
    );
  });
});

describe("a line whose text changes", () => {
  test("changes it within the row that several lines make up, which keeps its id and its place", () => {
    const lines = [
      line("Alors ma carte, c'est le", 0),
      line("4970 1012", 1000),
      line("et la suite, attendez", 2000),
      line("D'accord.", 2500, { sender: "agent" }),
    ];
    const bubbles = mergeAll(lines);
    const changed = changeLine(bubbles, lines[1]?.messageId ?? "", "[numéro de carte masqué]");
    expect(texts(changed)).toEqual([
      "Alors ma carte, c'est le [numéro de carte masqué] et la suite, attendez",
      "D'accord.",
    ]);
    expect(changed.map(({ id }) => id)).toEqual(bubbles.map(({ id }) => id));
    expect(changed[1]).toBe(bubbles[1]);
    expect(changeLine(changed, lines[1]?.messageId ?? "", "[numéro de carte masqué]")).toBe(changed);
    expect(changeLine(changed, "unknown", "texte")).toBe(changed);
    // The line is known as before.
    expect(appendLine(changed, lines[1] as FinalLine)).toBe(changed);
  });

  test("leaves nothing of its former text", () => {
    fc.assert(
      fc.property(conversation, fc.nat(), (lines, which) => {
        const chosen = lines[which % Math.max(lines.length, 1)];
        const bubbles = mergeAll(lines);
        if (!chosen || !bubbles.some(({ fragments }) => fragments.includes(chosen))) return;
        const changed = changeLine(bubbles, chosen.messageId, "§");
        const before = bubbles
          .flatMap(({ fragments }) => fragments)
          .filter(({ text }) => text === chosen.text);
        const after = changed
          .flatMap(({ fragments }) => fragments)
          .filter(({ text }) => text === chosen.text);
        expect(after.length).toBe(before.length - 1);
        expect(texts(changed).filter((text) => text.includes("§"))).toHaveLength(1);
      }),
    );
  });
});
