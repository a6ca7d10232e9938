// The models learned from films and their subtitles. In noise and music they write what stood there: credits, thanks to the
// audience, and notes such as "[Musique]".

/** Sentences in lower case, without accents and marks. */
const credits = [
  "sous titr(?:es|age)(?: (?:realises|faits?|crees|par|para|pour|la|les|l|de|d|communaute|equipe|benevolement|sous ?titres))* amara org",
  "sous titrage (?:st ?\\d+|fr \\d+|mfp|societe radio canada)",
  "par soustitreur com",
  "merci d avoir (?:regarde|visionne|suivi) (?:cette|la|ma|notre) video",
  "(?:abonnez vous|n oubliez pas de vous abonner|pensez a vous abonner) a (?:la|ma|notre) chaine",
  "subtitles (?:created )?by the amara org community",
  "(?:thanks|thank you)(?: so much| very much)? for watching(?: (?:this|the|my|our) video)?",
  "(?:please |don t forget to )?(?:like and )?subscribe to (?:my|the|our) channel",
  "(?:please )?like and subscribe",
];
const credit = new RegExp(`^(?:(?:${credits.join("|")})(?: |$))+$`);
const note = /^[[(*♪][^\])*♪]*[\])*♪][.!… ]*$/;
/** Longer than any of them; what is repeated more often is cut by the models themselves. */
const creditMax = 400;

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether nobody says a sentence: it is nothing but a credit or a note. */
export function isCredit(sentence: string): boolean {
  const text = sentence.trim();
  return text.length <= creditMax && (note.test(text) || credit.test(plain(text)));
}

/** What the server says of a piece of text; undefined where it does not. */
export interface Certainty {
  /** How probable it is that nobody speaks. */
  noSpeech: number | undefined;
  /** The mean logarithm of the probabilities of its tokens. */
  logProbability: number | undefined;
}

/** Whisper's own limits: above the one and below the other there is no speech. */
const noSpeechMax = 0.6;
const logProbabilityMin = -1;
/** Models are sure of their credits: one counts as said only where there is certainly speech. */
const creditNoSpeechMax = 0.2;

/** The text without the sentences that nobody has said. A sentence that only contains a credit stays. */
export function withoutInvented(text: string, { noSpeech, logProbability }: Certainty): string {
  const isSilent =
    noSpeech !== undefined &&
    noSpeech > noSpeechMax &&
    (logProbability === undefined || logProbability < logProbabilityMin);
  if (isSilent) return "";
  const trimmed = text.replace(/\s+/gu, " ").trim();
  if (noSpeech !== undefined && noSpeech < creditNoSpeechMax) return trimmed;
  const sentences = trimmed.split(/(?<=[.!?…\])♪]) /u);
  return isCredit(trimmed) ? "" : sentences.filter((sentence) => !isCredit(sentence)).join(" ");
}
