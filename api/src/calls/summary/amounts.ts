import { limits } from "@souffleur/contracts";
import { type FoundNumber, readNumbers } from "@souffleur/contracts/numbers";
import type { Part, Turn } from "./turns.ts";

/** An amount that may be the deal's. */
export interface SaidAmount extends Part {
  turn: Turn;
  value: number;
  /** As the reader of numbers names it; undefined where only a number was said. */
  currency?: string;
  /** Whether it is surely the price of something, in a currency. */
  isSure: boolean;
}

/** In any currency; less is the price of a seat, or of a month. */
const smallestDeal = 100;

/** What counts one of several: a price of each of them is no amount of a deal. Of a year it is. */
const each =
  "mois|trimestres?|semaines?|jours?|journees?|demi-journees?|heures?|minutes?|nuits?|postes?|utilisat(?:eur|rice)s?|licences?|personnes?|collaborateurs?|collaboratrices?|salarie(?:e)?s?|agents?|tetes?|sieges?|sites?|magasins?|agences?|boutiques?|vehicules?|appareils?|machines?|comptes?|lignes?|unites?|pieces?|exemplaires?|lots?|metres?|m2|m3|kilometres?|kilos?|kg|tonnes?|litres?|palettes?|colis|envois?|appels?|seances?|sessions?|visites?|interventions?|passages?|participants?|stagiaires?|eleves?|repas|couverts?|chambres?|fenetres?|panneaux?";
/** Of these, one is what is always meant: "la licence coûte", but "la machine coûte". */
const single =
  "mois|trimestre|semaine|jour|journee|demi-journee|heure|minute|nuit|poste|utilisat(?:eur|rice)|licence|personne|unite|piece|metre|kilo|tonne|seance|session";
const taxed = "(?: ?(?:ht|ttc|net|brut|hors (?:taxes?|tva)|toutes taxes comprises))?";
const word = "[a-z'’-]+ ";

/** After an amount. */
const after = {
  tax: /^(?: de| d')? ?(?:la |les )?(?:tva|eco-?taxe|taxes?|eco-?participation)(?![a-z])/u,
  taxed: /^,? ?(?:ttc|toutes taxes|taxes comprises|(?:avec|dont) (?:la |les )?(?:tva|taxes?)|tva comprise)/u,
  rate: new RegExp(
    `^${taxed},?(?: (?:${word}){0,2}?)?(?: ?/ ?| (?:par|de l'|l'|le |la |au |a la |a l'|du |de la |chaque |tous les |toutes les |pour chaque |pour un |pour une ) ?)(?:${each})(?![a-z])|^${taxed} (?:mensuel|hebdomadaire|journalier|trimestriel|chacune?(?![a-z])|piece(?![a-z]))|^[^.;?!]{0,40} (?:chaque|tous les|toutes les|par) (?:mois|semaines?|jours?|trimestres?|heures?)(?![a-z])`,
    "u",
  ),
  discount:
    /^ (?:de |d'|en )?(?:remise|rabais|ristourne|reduction|economie|moins(?![a-z])|cadeau|geste|bonus|avoir(?![a-z])|aide|subvention|(?:sont |est |seront |sera )?(?:offert|deduit|rembours))/u,
  deposit:
    /^ (?:d'|de )?(?:acompte|arrhes|caution|avance(?![a-z])|apport)|^ (?:la |le |chaque |pour (?:la |le ))?(?:premiere? |deuxieme |seconde? |derniere? )?(?:echeance|mensualite|versement|paiement)|^[^.;?!]{0,24} (?:a|au|des) ?(?:la |l')?(?:commande|signature|livraison|reservation|reception|demarrage|depart|fin (?:des|du))(?![a-z])/u,
  other:
    /^ (?:de |d')(?:budget|chiffre|ca(?![a-z])|perte|manque|penalite|franchise|salaire|frais(?![a-z])|mise en (?:service|route)|installation|livraison(?![a-z])|port(?![a-z])|deplacement|ouverture|resiliation|capital|dette)|^ (?:a (?:payer|regler) )?sur (?:la|votre|cette|une) (?:ancienne |derniere )?facture/u,
  competitor: /^[^.;?!]{0,12} (?:chez (?!nous|vous|moi)|ailleurs|sur internet|a la concurrence)/u,
  /** "7 500, ramenés à 6 000": what follows is the price. */
  old: /^ (?:j'|je |on |nous )(?:vous )?(?:enleve|retire|dedui|soustrai)|^(?:[a-z ]{0,12}),? (?:non|pardon|enfin|ah non|euh|je veux dire|plutot|que je (?:vous )?(?:passe|descend|baisse|laisse|fais)|(?:et )?(?:ramenee?s?|descendus?|abaissee?s?|reduite?s?|baissee?s?|passee?s?|remise?s?) a)(?![a-z])/u,
  refused:
    /^[^.;?!]{0,16} (?:c'est|ca fait|ca reste|est)? ?(?:bien |vraiment |beaucoup |un peu )?trop(?![a-z])/u,
};

/** Before an amount, and next to it. */
const direct = {
  tax: /(?:tva|taxes?)(?: (?:est|etant|sera|s'eleve|fait|represente|:))?(?: de| d'| a)? ?$|(?<!(?:hors|avec|sans|plus) (?:la )?)(?:tva|taxes?)(?: (?:a|de) [^.;?!]{1,20})?,? (?:soit|donc|c'est|ca fait)(?: a| de)? $/u,
  discount:
    /(?:(?<!(?:avec|apres|sans|hors|moins) (?:la |une |cette |ma |notre |votre |le |un )?)(?:remise|rabais|ristourne|reduction|geste commercial|economie|bon d'achat|cheque cadeau|avoir)(?: [a-z-]{4,})? (?:est|sera|s'eleve|fait|vaut|represente)(?: de| a)?|(?:remise|rabais|ristourne|reduction|geste|economie|bon d'achat|avoir|aide|subvention|commerciale?|credit d'impot)(?: (?:de|d'|a hauteur de))?) ?$|(?:economis|gagn|enlev|retir|dedui|rembours|soustra)[a-z]*(?: (?:vous|encore|donc|deja|les|la|le|l'))* ?$|(?<!(?:rien|au|plus ou|ni) )moins ?$|(?:toucher|recevr|touchez|recevez|percevr)[a-z]* (?:[a-z']+ ){0,3}$|(?:fais|fait|faire) cadeau (?:[a-z']+ ){0,3}$|(?:valeur|cashback) (?:est )?de $|prime de $/u,
  deposit:
    /(?:acomptes?|arrhes|caution|depot(?: de garantie)?|avance|versements?|solde|echeances?|mensualites?|traites?|provision)(?: [a-z-]{4,})? ?(?:(?:est|sera|seront|s'eleve)(?: de| a)?|de|d'|a|:)? ?$|(?:premiere?|deuxieme|dernier|second) (?:paiement|reglement) (?:[a-z]+ )?(?:de |d'|a )?$|(?:\d|deux|trois|quatre|cinq|six|dix|douze) fois (?:de )?$|(?:versez|verse|verser|versera|verserez|reglez|avancez) (?:[a-z]+ )?$|(?:acompte|arrhes|apport)(?: de [^.;?!]{1,20})?,? (?:soit|donc|c'est-a-dire) $|apport(?: de)? $/u,
  rate: new RegExp(
    `(?:\\d|[a-z]) (?:${each}) (?:a|de|x|fois) (?:(?:chacune?|seulement) )?$|(?:mensuel(?:le)?s?|mensualites?|loyers?|leasing|location|(?:cout|tarif|prix|taux) (?:horaire|journalier|unitaire)|par mois|(?:chaque|par) (?:${each})|(?:la|le|l'|une?|du|de la|notre) ?(?:${single}|taux (?:horaire|journalier)|tjm)),? (?:(?:est|sera|coute|vaut|revient|passe|ca fait|c'est|facture)[a-z]* ?)?(?:a|de|d'|:)? ?$`,
    "u",
  ),
  other:
    /(?:jusqu'a|plafond (?:est )?(?:de|a)|garantie? (?:de|a)|franchise (?:est )?de|penalites? (?:est |sont )?(?:de|a)|tranches? de|commissions? (?:est )?de|minimum de (?:commande|facturation) (?:est )?de|depasser|au-dela de|plus haut que|frais (?:de [a-z]+ )?(?:sont |est )?(?:de|a)) ?$/u,
  denied: /(?:pas|jamais|meme pas)(?: (?:a|de|du|sur))? $/u,
  unsure:
    /(?:^|[^a-z])(?:environ|autour de|a peu pres|alentours de|dans les|pres de|plus de|moins de|au moins|a partir de|maximum|minimum|quelque) $/u,
};

/** Anywhere before an amount, back to the amount or the end of a sentence before it. */
const lead = {
  old: /au lieu d|au debut|(?:au|de) depart|actuel|plutot qu|a la place d|(?:^|[ ,])contre (?!sign)|initial|normalement|d'habitude|habituel|d'ordinaire|d'origine|en temps normal|(?:prix|tarif) (?:de )?(?:catalogue|public|plein|barre|affiche|de base|normal)|catalogue|precedent|ancien|auparavant|hors (?:promo|remise)|sans (?:la )?(?:promo|remise)|(?:l'annee|l'an|le mois) (?:derniere?|passe)|(?:^|[ ,])avant,? (?:la |le |les |c'|vous |on |ca |il |elle |notre )|(?:etai|valai|coutai|payai|faisai|vendai|facturai|proposai)(?:s|t|ent)|(?:etiez|payiez)|avi?(?:ais|ait|aient|ions|iez) (?:un|une|le|la|l'|des) ?(?:contrat|offre|devis|abonnement|forfait|prix|tarif)|(?:la|l') ?(?:derniere|autre) fois|(?:avai|avion)(?:s|t)? (?!dit|convenu|parle|vu|retenu|note|decide)[a-z]+e(?![a-z])|(?:passe|baisse|descend|tombe|ramene|redui|diminu)[a-z]*(?: [a-z']+){0,3} de $/u,
  competitor:
    /(?:^|[^a-z])chez (?!nous|vous|moi|toi)|ailleurs|concurren|autre(?:s)? (?:devis|societe|fournisseur|prestataire|boite|entreprise|offre|proposition|agence|marque)|(?:mon|notre|votre|l'|leur) ?(?:actuel|ancien|prestataire|fournisseur|assureur|operateur|banquier)|actuellement|(?:^|[^a-z])(?:ils|elles|eux) |voisin|collegue|(?:a|ont|avait|avaient) paye/u,
  /** In a client's turn alone. */
  client:
    /j'(?:ai|avais) (?:vu|trouve|repere)|(?<!vous )(?:me l[ea]|me|m'(?:a|ont)|nous l[ea]|nous(?: (?:a|ont))?) (?:fait|font|proposent?|demandent?|facturent?|chiffrent?|prend|prennent|vend|vendent|coute|coutent|chiffre)(?![a-z])|(?:je|on|nous) (?:paie|paye|payons|depense|depensons)(?![a-z])|(?:^|[^a-z])(?:on|je|nous) (?:a|ai|avons|ont) (?:une? )?(?:facture|dette)/u,
  other:
    /budget|enveloppe|chiffre d'affaires?|impaye|(?:perd|pert)[a-z]*|salaire|salarie[es]* (?:nous |me )?coute|penalite|amende|indemnit|sinistre|dommage|subvention|(?:^|[^a-z])aide(?![a-z])|dette|capital social|offr(?:e|ons|ais|irai)(?= (?:l[ea]s?|l'|un|une|aussi|egalement|meme|en plus)(?![a-z]))/u,
  /** "TTC, ça fait 5 040". */
  taxed: /(?:ttc|toutes taxes comprises|taxes comprises|avec (?:la )?(?:tva|taxes?))[^.;?!]{0,16}$/u,
  total: /total|en tout|au final|le tout|somme/u,
};
/** What begins anew within a sentence: "ailleurs c'est plus cher, chez nous c'est 2 200 euros". */
const anew =
  /(?:^|[^a-z])(?:mais|par contre|en revanche|chez nous|avec nous|pour vous|cette annee|desormais|dorenavant|du coup|aujourd'hui (?:c'|elle|il|on)|(?:le|la) notre|le nouveau|la nouvelle|nous,)(?![a-z])/gu;

/** A number without a currency that stands where a price does ("je vous le fais à 4 500"). */
const pricedBefore =
  /(?:(?:fais|fait|faire|fasse|ferai|fera|laisse|passe|arrive|arrivez|descends?|part|partons|tombe|revient|reviendra|propose|monte|sera|serait|est|reste|sommes|facture|vends?|coute|coutera|total|prix|tarif) (?:a|de|sur|est|:)|(?:au lieu|plutot que|a la place) de?|disons|va pour|d'accord pour|ok pour|on dit|avait dit|ca fait|cela fait|c'est|soit|contre|donc|alors|coute) $/u;
const pricedAfter =
  /^ ?(?:$|[.,;?!]|ht(?![a-z])|ttc(?![a-z])|hors (?:taxe|tva)|avec (?:la )?tva|alors|tout compris|pour (?:le tout|l'ensemble)|au lieu|si |et |par (?:mois|an)|a la place)/u;
/** "Entre 1 200 et 1 500 euros": the currency of both. */
const shared = /^ (?:et|a|ou|ou bien|-|–|,) (?:de |a )?$/u;

/** "Douze mille, moins une remise de mille": the price is neither. */
const reduced = /^,? ?moins (?:une |la |notre |votre |cette )?(?:remise|rabais|ristourne|reduction)/u;

type Doubt = "none" | "unsure" | "excluded";

interface Mention extends SaidAmount {
  isTaxed: boolean;
  isTotal: boolean;
  doubt: Doubt;
  at: number;
}

const untaxed = /^ ?(?:ht(?![a-z])|hors (?:taxe|tva))/u;
/** "Vous payez mille euros maintenant": the rest comes later. */
const paidNow = /(?:pay|regl|vers)[a-z]* (?:[a-z]+ )?$/u;
const now = /^,? (?:maintenant|aujourd'hui|tout de suite|de suite|d'abord|comptant puis|cash puis)/u;

/** The code of a currency; "$" and "F" for dollars and francs of no country. */
function codeOf(unit: string, said: string): string {
  if (unit === "USD" && !/us|am[eé]ri/iu.test(said)) return "$";
  return unit === "CHF" && !/chf|suisse/iu.test(said) ? "F" : unit;
}

const isMoney = ({ unit }: FoundNumber) => unit !== undefined && unit !== "percent";
const isYear = ({ value, decimals }: FoundNumber, text: string) =>
  decimals === 0 && value >= 1900 && value <= 2100 && /^\d{4}$/u.test(text);

/** The numbers of a turn that may be prices, each with its currency. */
function pricesIn({ text, plain }: Turn, dates: readonly Part[]) {
  const numbers = readNumbers(text).filter(
    ({ value, kind, start, end, unit }) =>
      value >= smallestDeal &&
      value <= limits.amountMax &&
      (kind === "cardinal" || kind === "approximate") &&
      unit !== "percent" &&
      !dates.some(({ from, to }) => start < to && end > from),
  );
  const spoken = numbers.find(isMoney)?.unit;
  return numbers.flatMap((one, at) => {
    const next = numbers[at + 1];
    // "5 040 euros TTC, donc 4 200 hors taxes".
    const isBilled = /^ ?(?:ht|ttc)(?![a-z])|^ hors (?:taxe|tva)/u.test(plain.slice(one.end, one.end + 12));
    if (isBilled && !isMoney(one) && spoken) return [{ ...one, unit: spoken, isBare: false }];
    if (isMoney(one)) return [{ ...one, isBare: false }];
    if (isYear(one, text.slice(one.start, one.end))) return [];
    const isJoined = next !== undefined && isMoney(next) && shared.test(plain.slice(one.end, next.start));
    if (isJoined) return [{ ...one, ...(next.unit && { unit: next.unit }), isBare: false }];
    const isPriced =
      pricedBefore.test(plain.slice(Math.max(0, one.start - 40), one.start)) &&
      pricedAfter.test(plain.slice(one.end, one.end + 24));
    return isPriced ? [{ ...one, isBare: true }] : [];
  });
}

/** Speech without full stops has no sentences. */
const [beforeMost, afterMost] = [120, 80];
const sentenceEnds = /[.?!;…]+ /gu;

/** What stands before and after a part, up to the neighbours that speak of something else. */
function around(plain: string, { from, to }: Part, before: number, next: number) {
  const first = Math.max(before, from - beforeMost);
  const start = [...plain.slice(first, from).matchAll(sentenceEnds)].at(-1);
  const left = plain.slice(start === undefined ? first : first + start.index + start[0].length, from);
  const turning = [...left.matchAll(anew)].at(-1);
  const right = plain.slice(to, Math.min(next, to + afterMost));
  const end = /[.?!;…](?: |$)/u.exec(right);
  return {
    near: left,
    left: turning === undefined ? left : left.slice(turning.index),
    right: end === null ? right : right.slice(0, end.index + 1),
  };
}

function doubtOf(turn: Turn, near: string, left: string, right: string): Doubt {
  const isExcluded =
    Object.entries(after).some(([name, one]) => name !== "taxed" && one.test(right)) ||
    (paidNow.test(near) && now.test(right)) ||
    Object.entries(direct).some(([name, one]) => name !== "unsure" && one.test(near)) ||
    [lead.old, lead.competitor, lead.other].some((one) => one.test(left)) ||
    (turn.sender === "client" && lead.client.test(left));
  if (isExcluded) return "excluded";
  const isUnsure = reduced.test(right) || (direct.unsure.test(near) && !pricedBefore.test(near));
  return isUnsure ? "unsure" : "none";
}

function mentionsIn(turn: Turn, dates: readonly Part[], at: number): Mention[] {
  const prices = pricesIn(turn, dates);
  return prices.map(({ value, unit, kind, isBare, start: from, end: to }, index) => {
    const before = prices[index - 1]?.end ?? 0;
    const next = prices[index + 1]?.start ?? turn.plain.length;
    const { near, left, right } = around(turn.plain, { from, to }, before, next);
    const doubt = doubtOf(turn, near, left, right);
    return {
      turn,
      from,
      to,
      at,
      value: Math.round(value),
      ...(unit && !isBare && { currency: codeOf(unit, turn.text.slice(from, to)) }),
      isSure: !isBare && kind === "cardinal" && doubt === "none",
      isTaxed: after.taxed.test(right) || (lead.taxed.test(near) && !untaxed.test(right)),
      isTotal: lead.total.test(near),
      doubt,
    };
  });
}

const refusal =
  /trop cher|trop eleve|c'est trop(?![a-z])|hors de (?:prix|question)|pas dans (?:mes|nos) moyens/u;

/** What was said before a client found it too dear is an old price, once there is another; it is unsure as long as there is none. */
function withoutRefused(mentions: readonly Mention[], turns: readonly Turn[]): Mention[] {
  const refused = turns.findLastIndex(({ sender, plain }) => sender === "client" && refusal.test(plain));
  const isBefore = ({ at }: Mention) => at <= refused;
  const hasLater = mentions.some((one) => !isBefore(one) && one.doubt === "none");
  return mentions.map((one) => {
    if (!isBefore(one) || one.doubt === "excluded") return one;
    return hasLater ? { ...one, doubt: "excluded" } : { ...one, isSure: false };
  });
}

/** Each amount once, where it was said last; as its last mention says what it is. */
function once(mentions: readonly Mention[]): Mention[] {
  const known = new Map<number, Mention[]>();
  for (const one of mentions) {
    const others = known.get(one.value) ?? [];
    const isSame = ({ currency = one.currency }: Mention) => currency === (one.currency ?? currency);
    const same = others.filter(isSame);
    const currency = one.currency ?? same.find((other) => other.currency !== undefined)?.currency;
    const isSure = one.isSure || (one.doubt !== "excluded" && same.some((other) => other.isSure));
    const rest = others.filter((other) => !isSame(other));
    known.delete(one.value);
    known.set(one.value, [...rest, { ...one, ...(currency !== undefined && { currency }), isSure }]);
  }
  return [...known.values()].flat();
}

/**
 * The amounts that may be the deal's, each once: those that are left without old prices, taxes, discounts, deposits,
 * competitors' prices, rates, and sums of other things. Of a price with and without taxes it is the one without them, and of
 * a total and its parts the total.
 */
export function* amountsOf(
  turns: readonly { turn: Turn; dates: readonly Part[] }[],
): Generator<undefined, SaidAmount[]> {
  const mentions: Mention[] = [];
  for (const [at, { turn, dates }] of turns.entries()) {
    yield;
    mentions.push(...mentionsIn(turn, dates, at));
  }
  const all = once(
    withoutRefused(
      mentions,
      turns.map(({ turn }) => turn),
    ),
  );
  const left = all.filter(({ doubt }) => doubt !== "excluded");
  const untaxed = left.filter(
    (one) =>
      !one.isTaxed ||
      !left.some(({ value, isTaxed }) => !isTaxed && one.value > value && one.value <= 1.3 * value),
  );
  const total = untaxed.find(
    ({ isTotal, value }) =>
      isTotal && untaxed.length > 2 && untaxed.reduce((sum, one) => sum + one.value, 0) === 2 * value,
  );
  return total ? [total] : untaxed;
}
