import { said } from "./french.ts";
import type { Moment } from "./moment.ts";
import type { Situation } from "./situation.ts";

const soft = ({ isSoftware }: Moment) => isSoftware;

/** Questions of the client, which only their answer answers. */
export const asking: readonly Situation[] = [
  {
    heard: said(
      "ou (?:bien|toutes?|au|en plus|en) \\w+ | compris (?:dedans|dans|ou) | (?:toujours|aussi) (?:dedans|inclus|compris*) | (?:est|sont|c est) rembourse* | c est compris | hors taxes ou",
    ),
    unless: said("mardi ou | matin ou"),
    when: ({ words, turn }) => words <= 14 && turn > 1,
    replies: "",
  },
  {
    heard: said(`
      combien (?:ca|cela|c) (?:coute*|fait|vaut|revien*|est) | (?:ca|c|cela) (?:coute|est|fait|revient|vaut) combien | (?:quel*|quels|quelles) (?:est|sont|serait|seraient) (?:le|les|vos|votre) (?:prix|tarif*|cout) | c est quoi (?:le|les|vos|votre) (?:prix|tarif*)
      | (?:vos|votre) (?:prix|tarifs?) | le prix (?:il|ca) (?:change|bouge) | un ordre de (?:prix|grandeur) | combien (?:par|pour) (?:mois|an|personne|poste|nous) | une idee (?:du|de) (?:prix|tarif) | (?:niveau|cote) (?:prix|tarif*)`),
    replies: "price-6 price-3 budget-1",
  },
  {
    heard: said("qu est ce qu il faut installer | a installer | installer quelque | il faut installer"),
    when: soft,
    replies: "technical-1 technical-4",
  },
  {
    heard: said(
      "accent* | reconnaissance | transcri* | en francais | noms de | vocabulaire | jargon | bruit",
    ),
    when: soft,
    replies: "technical-3 demo-1 demo-4",
  },
  {
    heard: said(
      "(?:enregistrement*|donnees|dossiers) … (?:ou|garde*|conserve*|stocke*|heberge*|combien) | ou … (?:stocke*|heberge*) | heberg* | rgpd | dpo | cnil | conserv* | chiffr* | securite | serveurs en | certifi* | hds | iso",
    ),
    unless: said("voie | voir ca"),
    when: soft,
    replies: "security-2 security-4 security-3",
  },
  { heard: said("confidenti* | discretion | toujours la meme personne"), replies: "support-1 generic-1" },
  {
    heard: said(
      "combien de temps (?:de|pour|ca|avant) | ca prend combien | delai* | {month} on (?:pourrait|peut|veut) | (?:avant|debut|fin|pour) {month}",
    ),
    when: soft,
    replies: "timing-4 timing-5 timing-1",
  },
  {
    heard: said(
      "installation | navigateur | casque* | compatib* | se branche* | standard | telephonie | annuaire | active directory | sso | saml | comptes | proxy | ports | ingenieur* | serveur | windows | tablette* | reseau | api",
    ),
    when: soft,
    replies: "technical-5 technical-4",
  },
  {
    heard: said(
      "crm | salesforce | hubspot | sage | erp | excel | tableur | logiciel (?:de|maison|interne) | connect* | synchron* | integr* | agenda | notre base | export* | import* | doublons | ressais* | relier",
    ),
    unless: said("dans le prix | change* de"),
    when: soft,
    replies: "integration-2 integration-3 integration-4",
  },
  {
    heard: said(
      "demo* | voir (?:ca|en vrai|comment|a quoi|le produit|tourner) | en vrai | en direct | (?:me|nous) montrer | montre* moi | essayer | un essai | tester",
    ),
    when: soft,
    replies: "demo-2 demo-5 demo-1",
  },
  {
    heard: said(
      "savoir (?:s en servir|utiliser|faire) | se former | formation* | former | apprendre | prise en main | a l aise avec | (?:informatique|ordinateur*) et (?:eux|moi|nous) | simple a utiliser | facile a | s habituer | habitudes",
    ),
    when: soft,
    unless: said("depuis | deja | l an dernier | on a fait"),
    replies: "training-1 training-4 training-2",
  },
  {
    heard: said(
      "des references | une reference | d autres (?:clients|cabinets|agences|entreprises|societes|boites) | des clients (?:comme|dans|de) | un temoignage | cas client* | qui d autre | comme nous",
    ),
    replies: "references-1 references-3 references-2",
  },
  {
    heard: said(
      "c est qui (?:qui|mon|notre) | (?:a|on) qui (?:on )?(?:appelle|s adresse) | le support | l assistance | (?:vous )?intervenez | joignable* | en cas de (?:panne|probleme)",
    ),
    replies: "support-1 support-3",
  },
];
