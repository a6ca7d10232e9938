import { type CompiledEntry, type CompiledPlaybook, matchEntries } from "../matching/compile-playbook.ts";
import { wordsOf } from "../matching/french-stem.ts";
import type { SpokenLine } from "../matching/slots.ts";
import { said, spoken } from "./french.ts";

export interface SpokenTurn {
  client: string;
  agent: string;
}

/** What is said at a moment of a call, and what the call has come to. */
export interface Moment {
  /** The playbook's entries of which the client's last turn has a phrase, with its weight. */
  heard: ReadonlyMap<CompiledEntry, number>;
  /** What each of the client's turns ends with, up to the last one, and the agent's turns before them. */
  turns: readonly SpokenTurn[];
  /**
   * What the call's opening says: that it is about what the client has already, and is wrong; or the agent calls somebody who does
   * not expect it; or something is sold.
   */
  kind: "service" | "cold" | "sale";
  /** Whether seats of a software are sold, of which some replies speak. */
  isSoftware: boolean;
}

interface Turn {
  sender: SpokenLine["sender"];
  text: string;
}

function turnsOf(lines: readonly SpokenLine[]): Turn[] {
  const turns: Turn[] = [];
  for (const { sender, text } of lines) {
    const last = turns.at(-1);
    if (last?.sender === sender) last.text = `${last.text}\n${text}`;
    else turns.push({ sender, text });
  }
  return turns;
}

const serviceOpening = said(`
  service (?:client|clients|technique|expedition*|livraison*|commande*|reclamation*|consommateur*|facturation|abonnes|apres vente|sinistre*|depannage|relation … )
  | support | assistance | sav | hotline | depannage | apres vente | bonjour que puis je
  | que puis je … pour vous | en quoi puis je | comment puis je vous | vous avez laisse … message | (?:un|votre|de|des) (?:souci*|probleme*|difficulte*|panne*) | vous attendez | vous recherchez votre
  | vous nous avez (?:appele*|ecrit|contacte*|signale*) | vous avez (?:appele|ecrit|signale|relance|ouvert une (?:demande|reclamation)) | votre (?:reclamation|message|mail|courrier|ticket|incident|signalement|mecontentement|probleme|panne|sinistre|commande|livraison|facture|intervention|dossier|demande d assistance)`);
/** The agent calls somebody with whom a sale has begun. */
const relation = said(`
  echeance | arrive* a terme | renouvel* | votre (?:demande|contrat|projet) | vous (?:m |nous )?(?:avez|aviez|avais) (?:demande|pu|recu|regarde|rempli|eu le temps|discute|reflechi|lu) | vous (?:cherchez|vouliez|souhaitiez|souhaitez|prenez|envisag*) | proposition | devis | offre* | etude | essai | suite a | comme convenu
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
  je vous (?:appelle|contacte|derange*) | je me permets | je souhait* | je cherche | je voul* | j aimer* parler | pourrais je | (?:puis je|je peux|pouvez vous me) (?:parler|passer|joindre) | auriez vous | avez vous (?:deux|une|cinq|quelques) | vous avez (?:deux|une|cinq|quelques) | la personne (?:qui|en charge) | (?:le|la|votre) responsable | au sujet | presenter | connaissez | aides | quelques questions | vous etes bien (?:monsieur|madame|le|la|l)
  | nous \\w+ons (?:des|les|aux|vos|dans|pour|votre|un|une) | pour la premiere fois | on (?:propose|accompagne|equipe|forme|installe|fournit|intervient) | notre (?:societe|entreprise|agence|solution)`);

/** Something does not work, does not come, or is billed wrongly. */
const fault = said(`
  toujours rien | correspond* pas | pas le bon | pas la bonne | pas (?:ete )?prevenu* | ete (?:debite|facture|preleve|livre)* | un (?:souci|probleme) (?:avec|de|sur|depuis) | coupures | ca coupe | tres lent* | rame | fige* | ecran (?:noir|bleu|blanc) | mot de passe | voyant | froid | froide
  | refuse* (?:partout|tous|toutes|mes|ma|les|la|le) | (?:est|sont|ete|carte|compte|paiement) (?:refuse*|bloque*|coupe*|suspendu*|supprime*|annule*) | bourre* | s eteint | disjoncte* | clignote* | me dit pas | (?:mauvais*|autre) (?:client*|adresse|colis|modele|taille|couleur|personne|numero) | c est encore moi | histoire … (?:ma|mon|mes|votre)
  | casse* | abime* | moitie … sont | (?:est|sont|ete) (?:coupe*|casse*|abime*|bloque*|perdu*|tombe* en panne) | (?:en|une|la|de) panne | aucune nouvelle* | mecontent* | (?:passez|donnez) moi (?:un|le|votre) (?:responsable|superieur|chef) | (?:pas|sans|plus) (?:de )?nouvelles | (?:mon|ma|votre|vos) \\w+ (?:\\w+ )?(?:ne|n) \\w+ (?:plus|pas) | plus (?:de|d) (?:tonalite|internet|courant|chauffage|eau|reseau|connexion|son|image|lumiere|gaz|electricite|acces)
  | (?:marche*|fonctionne*|chauffe*|demarre*|allume*|tourne*|charge*|ouvre*|repond*|imprime*|refroidi*|s affiche*|affiche*|connecte*|synchronise*) (?:plus|pas|mal|toujours pas)
  | plante | plantent | plantait | bug* | bloque | bloquee | bloques | defectueu* | fuit | fuite | erreur* | message d erreur | panne | pannes
  | (?:factur*|prelev*|debit*|compt*|pay*|appele|relance*) … (?:deux|trois|quatre|cinq|plusieurs) fois | (?:deux|trois|quatre|cinq|plusieurs) fois (?:que|cette|ce|depuis|de suite) | en double | rembourse* | trop percu | preleve* | surfacture*
  | (?:on|j|nous|ils|elles) (?:a|ai|avons|ont) perdu … (?:fiches|donnees|dossiers|fichiers|commandes|colis|historique|messages|contacts) | disparu*
  | (?:rien|pas|jamais|toujours pas|encore pas) (?:encore )?(?:recu|arrive*|livre|passe|passes|venu*|nettoye|ramasse*|rappele|repondu|ete livre*|ete fait*)
  | personne … (?:est|a|passe|venu|vient|repond|rappelle|decroche|prevenu)
  | (?:en|du|de|des) retard* | (?:minutes|heures|jours|semaines|mois) que (?:j|je|on|nous) | j attends (?:depuis|toujours|encore) | on attend | j ai attendu
  | entendent pas | entend pas | entends pas | entend plus | entends plus | entend rien | n arrive* (?:pas|plus) | arrive* (?:pas|plus) a | peux plus | peut plus | pouvons plus | impossible
  | sans (?:me |nous |qu on )?(?:prevenir|previenne)* | pourquoi … facture* | facture … (?:pris|augmente*|double|fausse) | votre mise a jour | plus de (?:connexion|signal) | depuis (?:ce matin|hier|{day}|{num} jours)`);

/** Somebody calls to buy. */
const wishes = said(
  "tarif* | prix | devis | renseignement* | interesse* | un projet | une offre | vos offres | combien ca coute | je voudrais savoir | votre annonce | trouver quelqu un | (?:je|on|nous) (?:cherche*|recherche*) | (?:je voudrais|je souhaite*|on veut|on voudrait|j aimerais) (?:acheter|commander|reserver|changer|refaire|un|une|des)",
);

const software = said(`
  souffleur | logiciel* | plateforme* | application* | crm | navigateur | poste* | licence* | utilisateur* | connecteur* | api | demo | demonstration | en direct
  | pendant l appel | commerciaux | teleconseiller* | annuaire | proxy | serveur* | enregistrement* | points techniques | integration*`);

/** What a turn ends with is its point: as many of its last sentences as have some words. */
const pointWords = 6;
function pointOf(turn: string): string {
  let point = "";
  for (const sentence of turn.split(/(?<=[.?!…])\s+|\n/u).reverse()) {
    point = `${sentence} ${point}`.trim();
    if (wordsOf(point).length >= pointWords) break;
  }
  return point;
}

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
  const first = client.slice(0, 2).join("");
  const opening = agent[0] ?? "";
  const isSale = relation.test(opening);
  const isCold = !isSale && coldOpening.test(opening);
  const isWrong = fault.test(first) && !wishes.test(first);
  const isService =
    (serviceOpening.test(opening) && !selling.test(opening) && !wishes.test(first)) ||
    (isWrong && !selling.test(opening) && !isCold) ||
    (fault.test(client.slice(0, 4).join("")) && amends.test(agent.slice(0, 4).join("")) && !isCold);
  const isSoftware = [...agent, ...client].some((text) => software.test(text));
  return {
    heard: matchEntries(playbook, last.text),
    turns: turns
      .slice(0, at + 1)
      .flatMap(({ sender, text }, index) =>
        sender === "client" ? [{ client: pointOf(text), agent: turns[index - 1]?.text ?? "" }] : [],
      ),
    kind: isService ? "service" : isCold ? "cold" : "sale",
    isSoftware,
  };
}
