import type { Line, StoredSuggestion, TalkMetrics } from "@souffleur/contracts";

/** The replies that the floor offers for the fixed call. */
export const replies = [
  ["Prix", "Par rapport à quel budget est-ce que cela vous paraît cher ?"],
  [
    "Prix",
    "Le tarif dépend du nombre de postes : plus l'équipe est grande, plus le prix par personne baisse.",
  ],
  [
    "Remise",
    "Je préfère ajuster le périmètre avec vous plutôt que le prix : vous ne payez que ce qui vous sert.",
  ],
].map(([intent, text], index) => ({ id: `reply-${index}`, intent, text, mentioned: index < 2 }));

export const conversation: readonly (readonly [Line["sender"], secondsAgo: number, text: string])[] = [
  ["agent", 150, "Bonjour Hélène, merci de prendre le temps. Comment vont les équipes à Nantes ?"],
  ["client", 138, "Bonjour. Bien, mais le suivi des appels nous prend trop de temps en ce moment."],
  ["agent", 121, "Je comprends. Combien d'appels traitez-vous par semaine ?"],
  ["client", 104, "Environ trois cents, et nous serons douze à partir de septembre."],
  ["client", 61, "Par contre, votre offre me paraît un peu chère par rapport à l'an dernier."],
];

export const talk: TalkMetrics = {
  agent: {
    seconds: 41,
    share: 0.42,
    words: 102,
    wordsPerMinute: 149,
    questions: 2,
    interruptions: 0,
    longestMonologue: { seq: 1, seconds: 14 },
  },
  client: {
    seconds: 57,
    share: 0.58,
    words: 131,
    wordsPerMinute: 138,
    questions: 1,
    interruptions: 1,
    longestMonologue: { seq: 4, seconds: 27 },
  },
  silenceSeconds: 56,
  longestSilenceSeconds: 21,
  turns: [],
};

/** In the order in which they are sent: the best one last. */
export const suggestions = [
  {
    id: "suggestion-0",
    text: "Combien de temps vos équipes passent-elles à saisir leurs comptes rendus ?",
    confidence: 0.71,
    category: "question",
    secondsAgo: 56,
  },
  {
    id: "suggestion-1",
    text: "Qu'est-ce qui a le plus changé pour vous depuis le dernier contrat ?",
    confidence: 0.74,
    category: "question",
    secondsAgo: 56,
  },
  {
    id: "suggestion-2",
    text: "À douze agents, le prix par poste baisse de 18 % : je vous envoie le comparatif aujourd'hui.",
    confidence: 0.91,
    category: "response",
    secondsAgo: 56,
  },
] as const;

/** The client's words in requests for help. */
export const words = "Par contre, votre offre me paraît un peu chère par rapport à l'an dernier.";

export const prompter = suggestions.map(({ id, text, category }, at) => ({
  id,
  text,
  category,
  place: at + 1,
}));

export const storedReplies: readonly StoredSuggestion[] = [
  {
    id: "suggestion-2",
    text: suggestions[2].text,
    confidence: 0.91,
    category: "response",
    timestamp: "2026-03-12T09:29:04.000Z",
    seq: 5,
    state: "used",
    said: true,
  },
];
