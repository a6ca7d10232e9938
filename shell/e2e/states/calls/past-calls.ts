import {
  type CallReview,
  type CallSummary,
  type EndpointAnswer,
  type getTranscript,
  Outcome,
  type Sender,
} from "@souffleur/contracts";

const start = Date.UTC(2026, 2, 12, 9, 30);
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

const customers = [
  "Hélène Vasseur",
  "Claire Fontaine",
  "Société coopérative de distribution de matériel téléphonique et informatique du Grand-Ouest",
  "Jo Li",
  "Martin Delacroix",
];
const agents = ["Camille Moreau", "Julien Carrel", "Anne-Sophie-Charlotte de La Rochefoucauld-Montmorency"];

/** Calls as the list has them, the newest first: one in progress, one to wrap up, and each outcome. */
export function pastCalls(count: number): CallSummary[] {
  return Array.from({ length: count }, (_, index) => {
    const seconds = 40 + ((index * 397) % 2400);
    const outcome = Outcome.options[index % Outcome.options.length];
    const startedAt = at(-2400 * index);
    const ended = { endedAt: at(seconds - 2400 * index), durationSeconds: seconds };
    return {
      callId: `call-${index}`,
      agentId: `agent-${index % agents.length}`,
      agentName: agents[index % agents.length] ?? "",
      customer: { name: customers[index % customers.length] ?? "" },
      source: index % 4 === 3 ? "simulation" : "telephony",
      startedAt,
      lines: Math.round(seconds / 5),
      suggestionsUsed: index % 5,
      ...(index === 0 ? { status: "active" } : { status: "ended", ...ended }),
      ...(index > 1 && { outcome }),
      ...(index > 1 && outcome === "successful" && { amount: 1_248_600 }),
    };
  });
}

/** Calls as a search for "remises" has them. */
export function foundCalls(count: number): CallSummary[] {
  const marked = (text: string) => {
    const marks = [...text.matchAll(/remises?/gi)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
    }));
    return { text, marks };
  };
  const found = spoken.flatMap(([sender, text], index) =>
    text.includes("remise") ? [{ place: "line" as const, seq: index + 1, sender, ...marked(text) }] : [],
  );
  const notes = { place: "notes" as const, ...marked("Remise accordée, à confirmer par écrit.") };
  return pastCalls(count + 1)
    .slice(1)
    .map((call, index) => ({ ...call, found: index % 2 === 0 ? found : [notes, ...found] }));
}

const spoken: readonly [Sender, string][] = [
  ["client", "Bonjour, ici Hélène Vasseur, des Ateliers Brunel. J'ai bien reçu votre offre."],
  ["agent", "Bonjour madame, merci de votre appel. Avez-vous pu la regarder avec votre équipe ?"],
  [
    "client",
    "Oui, et la sécurité nous convient. Mais le prix est au-dessus de notre budget pour cette année.",
  ],
  [
    "agent",
    "Je comprends. Si vous vous engagez sur deux ans, je peux vous proposer une remise de dix pour cent.",
  ],
  ["client", "C'est intéressant. Quelles remises faites-vous pour vingt-quatre postes ?"],
  [
    "agent",
    "Je vous envoie le détail vendredi, avec les deux variantes et le calendrier de la mise en service.",
  ],
];

export function storedLines(count: number): EndpointAnswer<typeof getTranscript>["data"]["lines"] {
  return Array.from({ length: count }, (_, index) => {
    const [sender, text] = spoken[index % spoken.length] ?? ["client", ""];
    return {
      id: `line-${index + 1}`,
      callId: "call-2",
      sessionId: "5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f0001",
      seq: index + 1,
      sender,
      text,
      timestamp: at(6 * index + 6),
      confidence: 0.9 + (index % 10) / 100,
      isTranscription: true,
    };
  });
}

const given = { confidence: 0.88, category: "response", timestamp: at(20), provider: "playbook" } as const;

export function storedReview(lines: number): CallReview {
  const seconds = 6 * lines + 20;
  return {
    call: {
      callId: "call-2",
      sessionId: "5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f0001",
      agentId: "agent-1",
      agentName: "Julien Carrel",
      customer: { name: "Hélène Vasseur", number: "+33 1 99 00 55 66" },
      source: "telephony",
      status: "ended",
      startedAt: at(0),
      endedAt: at(seconds),
      durationSeconds: seconds,
      seq: lines,
      notes: "Budget serré cette année.\nDécision avec la direction fin mars.",
      notesRevision: 2,
      outcome: "successful",
      amount: 48_600,
      nextStep: "Envoyer le détail des deux variantes",
      nextStepAt: "2026-03-31",
      outcomeRevision: 1,
    },
    talk: {
      agent: {
        seconds: seconds * 0.46,
        share: 0.54,
        words: 17 * lines,
        wordsPerMinute: 148,
        questions: 6,
        interruptions: 1,
        longestMonologue: { seq: 4, seconds: 48 },
      },
      client: {
        seconds: seconds * 0.39,
        share: 0.46,
        words: 13 * lines,
        wordsPerMinute: 131,
        questions: 9,
        interruptions: 3,
        longestMonologue: { seq: 3, seconds: 31 },
      },
      silenceSeconds: seconds * 0.15,
      longestSilenceSeconds: 9,
      turns: storedLines(lines).map(({ seq, sender }) => ({
        seq,
        sender,
        from: 6 * seq - 5,
        to: 6 * seq - (seq % 3) / 2,
      })),
    },
    suggestions: [
      {
        ...given,
        id: "a",
        seq: 3,
        text: "Proposer une remise de dix pour cent sur deux ans.",
        state: "used",
        said: true,
      },
      { ...given, id: "b", seq: 3, text: "Demander qui décide du budget.", state: "dismissed", said: false },
      {
        ...given,
        id: "c",
        seq: 5,
        text: "Annoncer l'envoi du détail pour vendredi.",
        state: "shown",
        said: true,
      },
    ],
  };
}
