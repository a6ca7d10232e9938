import { said } from "./french.ts";
import type { Moment } from "./moment.ts";
import type { Situation } from "./situation.ts";

const notService = ({ isService }: Moment) => !isService;
const isCold = ({ isCold: cold, turn }: Moment) => cold && turn <= 8;
const removal = said(
  "retir* | efface* | supprim* | plus (?:appele|rappele|contacte)* | desinscri* | notre liste | nos listes | opposition",
);
const interrupts = said(
  "derange* | deux minutes | une minute | cinq minutes | un instant | un moment | quelques minutes | trente secondes",
);

/** Refusals, of the call or of its subject. */
export const refusing: readonly Situation[] = [
  {
    heard: said(
      "preuve | confirm* | par ecrit | un ecrit | garant* | par mail | a quelle adresse | attest* | courrier",
    ),
    when: ({ agent, isService }) => !isService && removal.test(agent),
    replies: "opposition-3 data-source-2",
  },
  { heard: said("adresse"), when: ({ agent, isService }) => !isService && removal.test(agent), replies: "" },
  {
    heard: said(`
      (?:comment|d ou|ou) … (?:avez|vous avez|ayez|eu|trouve|recupere|obtenu|tenez|vient|viennent|sortez) … (?:numero|coordonnees|mail|portable|nom|adresse|fiche|contact|telephone)
      | qui vous a (?:donne|transmis|communique|file|passe|parle) | d ou (?:vous )?(?:tenez|sortez|vient|viennent) | comment vous (?:avez|m avez) (?:eu|trouve)
      | (?:mon|mes) (?:numero|coordonnees|portable) … (?:comment|ou|d ou) | (?:jamais|rien) (?:rempli|donne|communique|demande|laisse|inscrit) | vendu* … (?:numero|coordonnees)`),
    entry: "data-source",
    unless: said("au portable | sur mon portable | rappelez"),
    when: isCold,
    replies: "data-source-1 data-source-2 data-source-4",
  },
  {
    heard: said(`
      (?:enlevez|retirez|supprimez|effacez|rayez|sortez|virez|oubliez|radiez|desinscrivez) (?:moi|nous|mon|mes|notre|nos|ce|tout)
      | (?:appelez|rappelez|contactez|derangez|embetez|sollicitez) (?:plus|pas) | bloctel | demarch* | liste rouge | harcel* | laissez (?:moi|nous) tranquille
      | (?:deuxieme|troisieme|quatrieme|cinquieme|sixieme|dixieme|enieme) (?:fois|appel*) | vous etes (?:le|la) \\w+ieme | ca suffit | y en a marre | la paix | {num} appels par`),
    entry: "opposition",
    when: isCold,
    replies: "opposition-1 opposition-2 opposition-4 opposition-3",
  },
  {
    heard: said("(?:ca|cela) (?:vous )?regarde pas | c est personnel | en quoi ca vous"),
    when: isCold,
    replies: "not-interested-1",
  },
  {
    heard: said(`
      (?:c|ce|ca) (?:est|n est) pas (?:moi|mon (?:service|domaine|rayon|ressort|role|travail)|a moi|de mon ressort) | pas la bonne personne | pas le bon (?:interlocuteur|service|numero) | mauvaise* personne | mauvais (?:numero|service|interlocuteur)
      | je suis (?:que|juste|seulement|simplement) … (?:accueil|standard|secretaire|assistant*|stagiaire|interimaire|collegue) | occupe pas | gere pas | qui (?:s en occupe|gere|s occupe)
      | (?:elle|il) (?:est|n est|sera) (?:en reunion|absent*|en conge*|en deplacement|pas la|pas dispo*|en ligne|en rendez vous|en vacances) | je (?:peux|peut) pas vous (?:la|le) passer | je (?:ne )?fais que prendre | c est le siege | au siege | voir (?:ca )?avec (?:elle|lui|mon|ma|le|la)`),
    entry: "not-responsible",
    when: ({ isCold: cold, turn }) => cold && turn <= 2,
    replies: "not-responsible-3 not-responsible-1 not-responsible-2",
  },
  {
    heard: said(`
      trop petit* | (?:on|nous) (?:est|sommes|n est|ne sommes) (?:que|pas|qu) … (?:centre|call|grand*|gros*|multinationale|usine|deux|trois|quatre|cinq) | on est un (?:garage|petit*) | petite (?:structure|boite|entreprise|equipe|affaire|societe) | pas assez (?:grand*|gros*|nombreux|d appels) | tout* seul* | a notre echelle | centre d appel*
      | on est (?:deux|trois|quatre) | (?:on|je) (?:ne )?(?:passe|fais|fait) (?:pas|peu) d appels | peu d appels`),
    entry: "too-small",
    when: isCold,
    replies: "too-small-1 too-small-4 too-small-2",
  },
  {
    heard: said(
      "(?:deja|notre|mon|ma) … (?:fournisseur|prestataire|societe|partenaire|quelqu un|contrat|systeme|boite) | on en est contents | ca (?:nous|me) suffit | on est bien avec",
    ),
    entry: "supplier",
    when: isCold,
    replies: "supplier-2 supplier-1 supplier-3",
  },
  {
    heard: said(`
      (?:interesse*|interessons) (?:pas|plus) | pas interesse* | non merci | pas besoin | besoin de rien | aucun (?:besoin|interet) | sans facon | ca (?:me|nous) (?:dit|parle) (?:rien|pas) | pas pour (?:moi|nous) | rien a faire | on est (?:tres )?bien comme ca | pas la peine | perdez votre temps | insistez pas`),
    entry: "not-interested",
    when: isCold,
    replies: "not-interested-1 not-interested-4 not-interested-2",
  },
  {
    heard: said("non | oui | un peu | la je | je suis | suis en | j ai un | en plein"),
    unless: said(
      "allez y | je vous ecoute | pas du tout | dites | bonjour oui | c est a quel sujet | de la part | c est pour | pourquoi | non non",
    ),
    after: interrupts,
    when: ({ isCold: cold, turn }) => cold && turn <= 2,
    replies: "no-time-3 no-time-2 call-back-2",
  },
  {
    heard: said(
      "pas maintenant | mauvais moment | (?:tombez|tombe) mal | plus tard | une autre fois | sous l eau | pas (?:le|de|trop le) temps",
    ),
    entry: "no-time",
    when: isCold,
    replies: "no-time-3 no-time-4 call-back-2",
  },
  {
    heard: said("c est comme ca | pas (?:une|la|notre) priorite | on verra plus tard | pas urgent"),
    entry: "not-priority",
    when: isCold,
    replies: "not-priority-2 not-priority-4",
  },
  {
    heard: said("rgpd | mes donnees | le droit"),
    when: ({ agent, isCold: cold }) => cold && removal.test(agent),
    replies: "opposition-2 opposition-3",
  },
  {
    heard: said("sur quel numero | au portable | sur (?:mon|le|son) (?:portable|fixe|direct)"),
    unless: said("comment | eu mon"),
    when: notService,
    replies: "call-back-3 thanks-2",
  },
];
