import { type CompiledEntry, type CompiledPlaybook, matchEntries } from "../matching/compile-playbook.ts";
import { readSlots, type Slots, type SpokenLine } from "../matching/slots.ts";
import { said, spoken } from "./french.ts";

/** What is said at a moment of a call, and what the call has come to, as the situations read it. */
export interface Moment {
  /** The playbook's entries of which the client's last turn has a phrase, with its weight. */
  heard: ReadonlyMap<CompiledEntry, number>;
  /** The client's last turn, and the agent's before it, in folded words. */
  said: string;
  asked: string;
  /** All that the client, and all that the agent, has said in the call. */
  client: string;
  agent: string;
  /** The number of words of the client's last turn. */
  words: number;
  /** The number of the client's turns. */
  turn: number;
  /** Whether the agent ends with a question. */
  isAsked: boolean;
  /** Whether the call is about what the client has already, and is wrong. */
  isService: boolean;
  /** Whether the agent calls somebody who does not expect it. */
  isCold: boolean;
  /** Whether the client complains in it, and does not merely ask for help. */
  isComplaint: boolean;
  /** Whether seats of a software are sold, of which some replies speak. */
  isSoftware: boolean;
  slots: () => Slots;
}

interface Turn {
  sender: SpokenLine["sender"];
  text: string;
}

function turnsOf(lines: readonly SpokenLine[]): Turn[] {
  const turns: Turn[] = [];
  for (const { sender, text } of lines) {
    const last = turns.at(-1);
    if (last?.sender === sender) last.text = `${last.text} ${text}`;
    else turns.push({ sender, text });
  }
  return turns;
}

const serviceOpening = said(`
  service (?:client|clients|technique|expedition*|livraison*|commande*|reclamation*|consommateur*|facturation|abonnes|apres vente|sinistre*|depannage|relation … )
  | support | assistance | sav | hotline | depannage | apres vente | bonjour que puis je
  | que puis je … pour vous | en quoi puis je | comment puis je vous | je vous ecoute | j ecoute | a votre ecoute | vous avez laisse … message
  | vous nous avez (?:appele*|ecrit|contacte*|signale*) | vous avez (?:appele|ecrit|signale) | votre (?:reclamation|message|mail|courrier|ticket|incident|signalement|mecontentement|probleme|panne|sinistre|commande|livraison|facture|intervention|dossier|demande d assistance)`);
/** The agent calls somebody with whom a sale has begun. */
const relation = said(`
  echeance | renouvel* | votre (?:demande|contrat|projet) | vous (?:m |nous )?(?:avez|aviez|avais) (?:demande|pu|recu|regarde|rempli|eu le temps|discute|reflechi|lu) | vous (?:cherchez|vouliez|souhaitiez|souhaitez|prenez|envisag*) | proposition | devis | offre* | etude | essai | suite a | comme convenu
  | on (?:avait|devait|s etait) | rendez vous | merci (?:de|pour) (?:prendre|me|m|votre) | j espere | je vous rappelle | le point | demonstration | comment (?:ca se|se|s) (?:passe*|organise*) | propose de vous`);
/** The agent speaks of something that is offered. */
const selling = said(
  "echeance | renouvel* | votre (?:demande|projet|contrat) (?:sur|de devis|d|arrive|se)* | proposition* | devis | offre* | etude | essai | demonstration | demo | propose*",
);
/** The agent answers for something that went wrong. */
const amends = said(`
  desole* | navre* | confus* | mes excuses | nos excuses | m excuse* | vous prie de m excuser | pas normal | pas acceptable | inacceptable | reclamation | incident* | dysfonctionnement* | je comprends votre (?:agacement|colere|impatience|mecontent*|frustration|enerv*|dec*|reaction) | un avoir | rembours* | je vois (?:bien )?(?:la panne|l intervention|une coupure|le prelevement)`);
/** The agent calls somebody who does not expect it. */
const coldOpening = said(`
  je vous (?:appelle|contacte|derange*) | je me permets | je souhait* | je cherche | je voul* | j aimer* parler | pourrais je | puis je parler | auriez vous | avez vous (?:deux|une|cinq|quelques) | vous avez (?:deux|une|cinq|quelques) | la personne (?:qui|en charge) | (?:le|la|votre) responsable | au sujet | presenter | connaissez | aides | quelques questions | vous etes bien (?:monsieur|madame|le|la|l)`);

/** Something does not work, does not come, or is billed wrongly. */
export const fault = said(`
  toujours rien | correspond* pas | pas le bon | pas la bonne | pas (?:ete )?prevenu* | ete (?:debite|facture|preleve|livre)* | un (?:souci|probleme) (?:avec|de|sur|depuis) | coupures | ca coupe | tres lent* | rame | fige* | ecran (?:noir|bleu|blanc) | mot de passe | voyant | froid | froide
  | casse* | abime* | moitie … sont | (?:est|sont|ete) (?:coupe*|casse*|abime*|bloque*|perdu*|tombe* en panne) | (?:en|une|la|de) panne | plus (?:de|d) (?:tonalite|internet|courant|chauffage|eau|reseau|connexion|son|image|lumiere|gaz|electricite|acces)
  | (?:marche*|fonctionne*|chauffe*|demarre*|allume*|tourne*|charge*|ouvre*|repond*|imprime*|refroidi*|s affiche*|affiche*|connecte*|synchronise*) (?:plus|pas|mal|toujours pas)
  | plante | plantent | plantait | bug* | bloque | bloquee | bloques | defectueu* | fuit | fuite | erreur* | message d erreur | panne*
  | (?:factur*|prelev*|debit*|compt*|pay*|appele|relance*) … (?:deux|trois|quatre|cinq|plusieurs) fois | (?:deux|trois|quatre|cinq|plusieurs) fois (?:que|cette|ce|depuis|de suite) | en double | rembourse* | trop percu | preleve* | surfacture*
  | (?:on|j|nous|ils|elles) (?:a|ai|avons|ont) perdu … (?:fiches|donnees|dossiers|fichiers|commandes|colis|historique|messages|contacts) | disparu*
  | (?:rien|pas|jamais|toujours pas|encore pas) (?:encore )?(?:recu|arrive|livre|passe|venu|venue|nettoye|rappele|repondu|ete livre*|ete fait*)
  | personne … (?:est|a|passe|venu|vient|repond|rappelle|decroche|prevenu)
  | (?:en|du|de|des) retard* | (?:minutes|heures|jours|semaines|mois) que (?:j|je|on|nous) | j attends (?:depuis|toujours|encore) | on attend | j ai attendu
  | entendent pas | entend pas | entends pas | entend plus | entends plus | entend rien | n arrive* (?:pas|plus) | arrive* (?:pas|plus) a | peux plus | peut plus | pouvons plus | impossible
  | sans (?:me |nous |qu on )?(?:prevenir|previenne)* | pourquoi … facture* | facture … (?:pris|augmente*|double|fausse) | votre mise a jour | plus de (?:connexion|signal) | depuis (?:ce matin|hier|{day}|{num} jours)`);

/** Somebody calls to buy. */
const wishes = said(
  "tarif* | prix | devis | renseignement* | interesse* | un projet | une offre | vos offres | combien ca coute | je voudrais savoir | votre annonce",
);

/** A technician guides the client. */
const technical = said(
  "support | assistance | hotline | depannage | informatique | navigateur | clique* | redemarr* | debranch* | rebranch* | rallum* | appuye* | mise a jour du | le voyant | quel modele | quelle version | service technique | ensemble au telephone",
);

/** The client blames somebody for it. */
const blame = said(`
  inadmissible | inacceptable | scandal* | honte* | n importe quoi | pas content* | mecontent* | furieu* | en colere | decu* | ras le bol | marre
  | pas normal | pas serieux | pas correct | pas trop tot | moquez | moque* de | se fout* | foutez | la moindre des choses | c est la (?:deuxieme|troisieme|quatrieme|cinquieme|\\w+ieme|\\d+e) fois | encore une fois | fois (?:cette annee|ce mois|cette semaine|depuis|que)
  | sans qu on (?:me|nous) previenne | sans (?:me|nous) prevenir | vous m avez | vous nous avez | on m a (?:dit|promis) | deux fois | en double | perdu | resilie* | reclamation | plainte | rembours* | fait attendre | que j attends | vous vous rendez compte
  | vous fichez | j en peux plus | en ai assez | avocat | c est le minimum | encore heureux | meme pas | deja pareil | la musique | comme si de rien | n est pas (?:venu|passe)* | personne ne | personne n | personne est | personne m
  | laissez moi parler | ca suffit | retard* | facture* | preleve*`);

const software = said(`
  souffleur | logiciel* | plateforme* | application* | crm | navigateur | poste* | licence* | utilisateur* | connecteur* | api | demo | demonstration | en direct
  | pendant l appel | commerciaux | teleconseiller* | annuaire | proxy | serveur* | enregistrement* | points techniques | integration*`);

/** What a turn ends with is its point. */
const pointWords = 16;
const pointOf = (turn: string) => ` ${turn.trim().split(" ").slice(-pointWords).join(" ")} `;

/** Reads the last lines of a call; undefined where the client has not spoken last, or not at all. */
export function readMoment(playbook: CompiledPlaybook, lines: readonly SpokenLine[]): Moment | undefined {
  const turns = turnsOf(lines);
  const at = turns.findLastIndex(({ sender }) => sender === "client");
  const last = turns[at];
  if (last === undefined) return undefined;
  const of = (who: Turn["sender"]) =>
    turns.slice(0, at + 1).filter(({ sender, text }) => sender === who && text !== "");
  const client = of("client").map(({ text }) => spoken(text));
  const agent = of("agent").map(({ text }) => spoken(text));
  const before = turns[at - 1]?.text ?? "";
  const first = client.slice(0, 2).join("");
  const opening = agent[0] ?? "";
  const isSale = relation.test(opening);
  const isCold = !isSale && coldOpening.test(opening);
  const isWrong = fault.test(first) && !wishes.test(first);
  const isService =
    (serviceOpening.test(opening) && !selling.test(opening)) ||
    (isWrong && !selling.test(opening) && !isCold) ||
    (fault.test(client.slice(0, 4).join("")) && amends.test(agent.slice(0, 4).join("")) && !isCold);
  const now = client.at(-1) ?? "";
  const own = client.join("");
  return {
    heard: matchEntries(playbook, last.text),
    said: isService ? now : pointOf(now),
    asked: spoken(before),
    client: own,
    agent: agent.join(""),
    words: now.trim().split(" ").length,
    turn: client.length,
    isAsked: /\?\s*$/u.test(before),
    isService,
    isCold: isCold && !isService,
    isComplaint: isService && (blame.test(own) || !technical.test(agent.join(""))),
    isSoftware: software.test(agent.join("")) || software.test(own),
    slots: () => readSlots(lines),
  };
}
