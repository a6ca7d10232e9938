import { wordsOf } from "../../suggestions/matching/french-stem.ts";
import { hearWords } from "../../suggestions/matching/negation.ts";
import { dependsOn } from "./conditions.ts";
import type { SaidDate } from "./dates/dates.ts";
import { isAlways, othersPattern, startOfName } from "./others.ts";
import { cut, type Part, type Sentence } from "./turns.ts";

/** What a speaker says that they will do. */
export interface SaidPromise extends Part {
  /** Whether it is to speak again. */
  isCall: boolean;
  /** Whether it only confirms what was asked for. */
  isAnswer: boolean;
  isQuestion: boolean;
  /** Its subject and verb. */
  verb: Part;
  date: SaidDate | undefined;
}

const clitics = "(?:(?:ne |n'|vous |te |t'|le |la |l'|les |lui |leur |y |en |me |m'|nous |se |s')*)";
/** The stems of what one does for somebody: "envoie", "enverrai", "envoyer", "envoyons". */
const sending =
  "envo|enverr|renvo|renverr|transmet|transfer|transfèr|adress|expedi|joins|joindr|joint|joign|partag";
const calling = "rappel|recontact|telephon|revien|reviendr|reven|reparl|revoi|reverr|revoy|retrouv";
const doing =
  "prepar|confirm|rembours|credit|retir|reserv|bloqu|organis|planifi|programm|relanc|lanc|verifi|annul|modifi|corrig|activ|install|livr|recuper|inscri|offr|defend|engag|occup|charg|regl|debloqu|ajout|deduir|dedui|chiffr|repren|reprend|signer|renouvel";
/** What one gives or tells to a person that the sentence names: "je vous dépose", "je lui écris". */
const giving =
  "(?:depos|apport|ramen|rapport|remet|remis|fourni|ecri|communiqu|procur|pret|glisse|signal|avert|inform|confi)[a-z]*";
const somebody =
  "(?:(?:ne |n'|y |en |le |la |l'|les )*(?:vous |te |t'|lui |leur )(?:le |la |l'|les |en |y )*)";
const always = `(?:${sending}|${calling}|${doing})[a-z]*`;
/** These promise something only with a day, or in the future. */
const sometimes =
  "(?:appel|pass|vois|voit|voyons|verr|regard|parl|donn|met|mets|mettr|mett|fais|fait|fer|repond|repondr|sign|valid|pay|pai|vir|demand|contact|commenc|demarr|tien|tiendr|livr|test|teste|essay|debut|compar|finalis|tranch|decid|choisi|commande|command|aur|repass|reflechi|remont|soumet|consult|interrog)[a-z]*";
const infinitives = `(?:${always}|(?:voir (?:avec|ca avec)|faire (?:parvenir|suivre|activer|passer|un)|mettre|donner|repondre|signer|valider|payer|virer|tester|contacter|parler a|regarder|tenir|appeler|remonter|soumettre|consulter|commander|passer (?:la|une|le|vous voir)|revenir)[a-z]*)`;
const future = "(?!(?:pour|voud|dev|se|au|sau|fau|di|ver)rai(?![a-z]))[a-z]{2,}rai";
/** "Nous facturons" is a present. */
const futureOfUs =
  "(?!(?:(?:pour|voud|dev|se|au|sau|ver)r?|factur|assur|mesur|prepar|compar|demarr|montr|entr|rencontr|livr|ouvr|offr|couvr|integr|oper|gar|tir|enregistr|administr|parametr)on[st](?![a-z]))[a-z]{2,}rons";
const futureOfOne = "(?!(?:ver|se|pour|au|fau|dev)ra(?![a-z]))[a-z]{2,}ra";

const adverbs =
  "(?:(?:encore|aussi|donc|d'abord|juste|absolument|maintenant|quand meme|simplement|surtout) )*";
/** "Je dois encore vous envoyer", "je m'engage à vous rappeler". */
const must = `(?:(?:je (?:dois|devrai|compte|me charge de|m'occupe de|suis (?:obligee?|tenue?) de|vais devoir)|nous (?:devons|devrons)|on (?:doit|devra)|il me faut|j'ai prevu de|(?:je m'engage|on s'engage|nous nous engageons|il me reste|je tiens|j'ai ${adverbs}) ?a) ${adverbs}(?:, [^,.]{1,25}, )?|je dois, [^,.]{1,25}, |(?:je vais |nous allons |je )demander? a [a-z' -]{2,30} (?:de |d'))`;
const start = "(?<![\\p{L}\\p{N}'-])";
const stop = "(?![\\p{L}\\p{N}])";
const found = new RegExp(
  `(?=[jnovci])${start}(?:${[
    `(?:${must}|(?<sure>je n'oublie(?:rai)? pas de |je ne manquerai pas de |comptez sur moi pour ))${clitics}(?<must>(?:${infinitives}|livrer)(?<=r|re))${stop}`,
    `il (?:faut|faudra|va falloir) ${adverbs}(?:que (?:je |j'|nous |l'on )|qu'on )${clitics}(?<duty>${always}|fass(?:e|ions) (?:parvenir|suivre|passer|activer)|mett(?:e|ions))${stop}`,
    `(?:je |j'|nous |on )${clitics}(?<always>${always})${stop}`,
    `(?:je |j')${clitics}(?<future>${future})${stop}`,
    `nous ${clitics}(?<us>${futureOfUs})${stop}`,
    `on ${clitics}(?<one>${futureOfOne})${stop}`,
    `(?:je vais|on va|nous allons) (?:aussi |donc |tout de suite |bien |vous |te |le |la |l'|les |lui |leur |y |en |me |m'|nous |se |s')*(?<soon>${infinitives})${stop}`,
    `(?:je peux|on peut|nous pouvons) ${clitics}(?<able>${infinitives})${stop}`,
    `(?:je |j'|nous |on )${clitics}(?<sometimes>${sometimes})${stop}`,
    `(?:je |j'|nous |on )${somebody}(?<given>${giving})${stop}`,
    `(?:je |j')(?:ne |n')?(?:vous |te |t'|lui |leur |le |la |les |l'|y |en )+(?<dated>[a-z]{3,})${stop}`,
    `vous (?:l'|les |le |la |en )?(?<received>aurez|recevrez|recevez|serez (?:rembourse|livre|credite|recontacte|contacte|rappele|appele|informe|averti)e?s?)${stop}`,
    `c'est (?<noted>note)e?${stop}`,
  ].join("|")})`,
  "gu",
);
const byOthers = othersPattern(always, giving, infinitives);
const othersSign =
  /(?:^|[^a-z])(?:vous|te|t'|lui|leur|passe(?:ra)?|viendra|vient|interv[a-z]*|livrera)(?![a-z])/u;
/** What every promise begins with; sentences without it are most of a call, and are left soonest. */
const beginning =
  /(?:^|[^a-z])(?:j'|je |nous |on |vous |lui |leur |comptez |passe|vien|livrera|c'est note|interv)/u;
/** Verbs that only look like one of those, past forms, and the conditional. */
const notPromised =
  /(?:rais|rait|rions|riez|raient|ais|ait|ions|iez)$|^(?:envoyee?s?|confirmations?|donnees?|mesures?|paroles?|passe|rappelee?s?|revenus?)$/u;
const presentOfAlways =
  /^(?:fais$|fait|met|joint|dedui[st]|repren|voit|tient|inscrit|reprend|prepare|offre)/u;
const openedBy =
  /(?:^|[^a-z])(?:si|quand|que|qu'|lorsque|comme|dit|disait|disiez|dites|comment|pourquoi|ou|est-ce que|apres que|tant que|ce que|dont|qui|avant que)\s*(?:,\s*)?$/u;
const surely = /(?:promets|assure|garantis|certain|sur) (?:que|qu')\s*$/u;
/** "Je vous rappelle que", "je reviens vers vous après notre rendez-vous": what one is doing now. */
const nowAfter =
  /^\s*(?:vers (?:vous|toi) )?(?:,\s*)?(?:que(?![a-z])|qu'|parce|comme (?:convenu|prevu|promis)|car(?![a-z])|de la part|suite(?![a-z])|concernant|a propos|au sujet|apres (?:notre|votre|mon|avoir)|pour (?:savoir|vous (?:parler|presenter|demander)|faire le point sur|notre))/u;
const talking =
  /^(?:rappel|recontact|telephon|revien|reviendr|reven|reparl|revoi|revoy|retrouv|appel|voit|verr|reverr)/u;
/** What is said or felt now, whatever day it is about. */
const saying =
  /^(?:dis$|di[st]ais|dirais|pens|croi|voul|veu|souhait|remerci|demand|propos|conseill|recommand|appren|compren|pri|assur|rassur|avou|connai|trouv|suis|etais|avai|aime|ador|sais|peu|doi|dev|attend|conna|apprec|preci|accord|inquiet)/u;
/** What one does each day, or would do. */
const habit =
  /(?:^| )(?:par (?:jour|semaine|mois|an)|chaque|tou(?:s|tes) les|toujours|souvent|d'habitude|besoin)(?![a-z])/u;
/** What belongs to this call and not to later. */
const inCall = /^(?:expliqu|present|montr|pos|ecout|entend|compren)/u;

function negatedAt(plain: string, clause: Part, verb: number): boolean {
  // "Je vous rappelle, pas mardi, mercredi" and "pas plus tard que mardi" deny no verb.
  const end = plain.slice(verb, clause.to).search(/[,;]|pas plus tard|non pas|pas [^,;]{1,30} mais /u);
  const text = plain.slice(clause.from, end < 0 ? clause.to : verb + end);
  const heard = hearWords(text);
  const at = wordsOf(plain.slice(clause.from, verb)).length;
  return heard.isNegated(at) || /^(?:rien|pas|jamais|aucun|plus)$/u.test(heard.words[at + 1] ?? "");
}

type Groups = Record<string, string | undefined>;

interface Circumstances {
  /** Its subject and verb. */
  said: string;
  /** What follows. */
  rest: string;
  hasDate: boolean;
  isClient: boolean;
}

/** Whether a verb promises something in its sentence. */
function isPromise(groups: Groups, verb: string, { said, rest, hasDate, isClient }: Circumstances): boolean {
  if (groups.duty === undefined && notPromised.test(verb) && !presentOfAlways.test(verb)) return false;
  if (nowAfter.test(rest) || inCall.test(verb) || habit.test(rest)) return false;
  // "Nous rappelons", without a day or somebody, is what one always does.
  if (
    groups.always !== undefined &&
    /^(?:nous|on) [a-z]/u.test(said) &&
    !hasDate &&
    !/ (?:vous|te|t'|la|le|les|l'|lui|leur|se|s') ?/u.test(said)
  )
    return false;
  // "Le livreur passe mardi" is what a client knows of their week.
  if (groups.visit !== undefined) return hasDate && !isClient;
  if (groups.third !== undefined || groups.others !== undefined) {
    const isToCome = groups.others !== undefined || hasDate || /r(?:a|ont)$/u.test(verb);
    // "Nos techniciens vous installent la borne" is what they always do.
    return isToCome && !isAlways(verb, rest);
  }
  if (groups.noted !== undefined) return hasDate && !isClient;
  if (groups.received !== undefined) return !isClient;
  // Any verb with a day and somebody or something that both know: "je lui en parle mardi".
  if (groups.dated !== undefined) return hasDate && !saying.test(verb);
  if (groups.able !== undefined) return hasDate;
  if (groups.sometimes !== undefined) {
    const isInTurn = /^(?:met|fait|fais|donn|tien|mets)/u.test(verb) && !isClient;
    const isTask =
      /^(?:m'en )?(?:en parle|parle|demand|soumet|remont|consult)/u.test(verb) &&
      /^ (?:en |ca )?(?:a|au|avec) (?:mon|ma|mes|notre|nos|la|le)/u.test(rest);
    const isGiven =
      isInTurn &&
      /^(?: (?:tout de suite|moi-meme))? (?:activer|parvenir|suivre|un avoir|ma ligne|mon numero|en copie|au courant|a jour|le necessaire|passer|une reponse)/u.test(
        rest,
      );
    return hasDate || isTask || isGiven;
  }
  return true;
}

/** A verb that may promise something. */
interface Match {
  at: number;
  end: number;
  verb: string;
  groups: Groups;
}

/** What the speaker may promise. */
function own({ turn: { plain }, from, to }: Sentence): Match[] {
  return [...plain.slice(from, to).matchAll(found)].flatMap(({ 0: said, index, groups = {} }) => {
    const { sure: _sure, ...verbs } = groups;
    const verb = Object.values(verbs).find((group) => group !== undefined) ?? "";
    const lead = plain.slice(from, from + index);
    if (openedBy.test(lead) && !surely.test(lead)) return [];
    return [{ at: from + index, verb, end: from + index + said.length, groups }];
  });
}

/** What may be promised of others. */
function ofOthers({ turn, from, to }: Sentence): Match[] {
  const text = turn.plain.slice(from, to);
  if (!othersSign.test(text)) return [];
  return [...text.matchAll(byOthers)].flatMap(({ 0: said, index, groups = {} }) => {
    const name = groups.alone ?? groups.named;
    const nameAt = from + index + (name === undefined ? 0 : said.indexOf(name));
    const start = name === undefined ? nameAt : startOfName(turn, nameAt, name);
    const at = groups.named === undefined || start === undefined ? start : from + index;
    if (at === undefined || openedBy.test(turn.plain.slice(from, at))) return [];
    const verb = groups.third ?? groups.others ?? groups.visit ?? "";
    return [{ at, verb, end: from + index + said.length, groups }];
  });
}

/**
 * What is promised in a sentence. A question promises nothing by itself, what is denied or depends on a condition nothing at
 * all: "je ne vous envoie rien", "si je vous envoie", "je vous enverrais".
 */
export function promisesOf(sentence: Sentence, dates: readonly SaidDate[]): SaidPromise[] {
  const { turn, from, to, isQuestion } = sentence;
  const { plain, sender } = turn;
  if (!beginning.test(plain.slice(from, to))) return [];
  const matches = [...own(sentence), ...ofOthers(sentence)].sort((one, other) => one.at - other.at);
  return matches.flatMap(({ at, verb, end, groups }, order) => {
    const verbAt = end - verb.length;
    const next = matches[order + 1]?.at ?? to;
    const until =
      at + plain.slice(at, next).replace(/[\s,;]*(?:(?:et|puis|donc|alors|mais|ensuite)\s*)*$/u, "").length;
    const part = { from: at, to: Math.max(end, until) };
    const date = dates.findLast((one) => !one.isPast && one.from < part.to && one.to > at);
    const leading =
      date ?? dates.find((one) => !one.isPast && one.to <= at && one.from >= from && order === 0);
    const rest = plain.slice(end, part.to);
    if (
      !isPromise(groups, verb, {
        said: plain.slice(at, end),
        rest,
        hasDate: leading !== undefined,
        isClient: sender === "client",
      })
    )
      return [];
    if (groups.sure === undefined && negatedAt(plain, part, verbAt)) return [];
    if (dependsOn(plain.slice(from, at), verb, rest)) return [];
    const text = leading !== undefined && leading.to <= at ? { from: leading.from, to: part.to } : part;
    return [
      {
        ...cut(turn, text, { from: at, to: end }),
        isCall: talking.test(verb),
        isAnswer: groups.noted !== undefined,
        isQuestion,
        verb: { from: at, to: end },
        date: leading,
      },
    ];
  });
}
