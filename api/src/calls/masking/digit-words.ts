// What is said and written around dictated digits.

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that people say between the groups of a number. */
export const fillers = list(
  "euh heu hum hein ben bah alors donc puis ensuite apres et oui voila espace tiret point virgule cle ok hop slash barre",
);

/** What a recognizer writes between digits that it takes for a time, an amount, a share or an ordinal number. */
export const units = list(
  "h heure heures min mn e er ere eme ieme nd euro euros eur centimes dollars pourcent pct x k kg g kilo kilos m cm mm km metres l litres n no " +
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
);

/** After these words, what was just dictated is said again. */
export const corrections = list(
  "non pardon erreur trompe trompee plutot reprends recommence rectifie corrige desole desolee excusez excuse enfin dis redis repete",
);

/** Nouns whose number is not dictated: "une seconde", "deux minutes". */
export const countedNouns = list(
  "instant instants seconde secondes minute minutes moment petit petite peu coup truc autre chiffre chiffres numero numeros groupe groupes premiers derniers suivants",
);

/** The words of interjections that interrupt a dictation in the middle of a sentence. */
export const asideWords = list(
  "attendez attends attend un une instant seconde secondes minute minutes moment deux petit petite peu non pardon erreur je me m " +
    "suis trompe trompee plutot reprends recommence rectifie corrige desole desolee excusez excuse moi enfin la suite c ce est " +
    "le les l d accord bien bon vous dites dis allez y va continue continuez ecoute suivez notez note avez entendez m s il plait " +
    "merci parfait tres cherche vois lis regarde relis re ah oh mm mhm mais qu que pas ca j ai on en etait fin final finale derniers " +
    "dernier chiffres numero premier premiers premiere deux trois quatre suivant suivants suivante groupe groupes pour finir finit fini " +
    "ca commence par repete redis suivez donne deuxieme troisieme quatrieme",
);

/** Words that lead to the rest of a number, after an interjection. */
export const leadWords = list(
  "c ce est la suite le les puis ensuite apres alors donc et je reprends continue disais dis redis non pardon plutot erreur " +
    "recommence voila fin dernier derniers chiffres numero premier premiers deux trois quatre deuxieme troisieme quatrieme suivant suivants groupe pour finir finit ca par repete dis bien euh oui ok hop bon ben bah vous",
);

const months = "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre".split(
  " ",
);

/** The numbers of the months, from 1. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  months.map((name, index) => [name, index + 1]),
);
