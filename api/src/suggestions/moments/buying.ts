import { said } from "./french.ts";
import type { Moment } from "./moment.ts";
import type { Situation } from "./situation.ts";

const role =
  "(?:patron*|directeur*|directrice*|direction|associe*|gerant*|chef*|responsable*|mari|femme|epou*|conjoint*|comptable*|banquier*|banque|comite|daf|dsi|pdg|president*|conseil|hierarchie|siege|frere|pere|fils|fille|compagnon|compagne|syndic|maire|collegue*|equipe|elus)";
const decider = `(?:mon|ma|notre|le|la|les|nos|mes|un|au|du) ${role}`;
const decides =
  "(?:decid*|sign*|valid*|parle*|parler|voir|voie|d accord|accord|demand*|tranch*|soumet*|present*|discut*|dernier mot|feu vert|qui fait les comptes|son avis)";
const soft = ({ isSoftware }: Moment) => isSoftware;
const wasPriceAsked = said("combien … coute* | tarif* | prix");

/** What is said on the way to a decision. */
export const buying: readonly Situation[] = [
  {
    heard: said(
      "(?:deja|notre|mon) (?:un |une |notre |mon )?(?:fournisseur|prestataire|partenaire) | deja quelqu un | deja equipe* | on est (?:bien|contents?) avec",
    ),
    replies: "supplier-2 supplier-1 supplier-3",
  },
  {
    heard: said(
      "(?:pas|plus) (?:une |un |le |vraiment )?(?:question|probleme|souci|sujet) (?:de|du|d) (?:prix|budget|argent) | prix ca va | le prix (?:est|c est) (?:ok|bon|correct|bien)",
    ),
    replies: "doubt-2 doubt-5",
  },
  {
    heard: said(
      "c est toujours pas | on vous l a (?:demande|dit|signale) | vous (?:nous |m )?(?:aviez|avez) (?:promis|oublie) | (?:jamais|toujours pas) (?:recu|eu) de (?:reponse|nouvelle*)",
    ),
    replies: "complaint-6 complaint-3 complaint-1",
  },
  {
    heard: said("(?:va|bien|merci|forme) et vous | vous allez bien | comment allez vous"),
    when: ({ turn, words }) => turn <= 2 && words <= 12,
    replies: "small-talk-1 small-talk-2",
  },
  {
    heard: said("ca va ca | ca (?:me|nous) va | pourquoi pas | partant*"),
    after: said("heure* | essai | essayer | test | commencer | volontaire* | pilote | {num}"),
    unless: said("jeudi | rappel*"),
    replies: "interest-2 doubt-3 interest-1",
  },
  {
    heard: said(`
      (?:dure*|bloque|bloques|garanti|fixe) (?:combien|pendant|sur|tout) | bloque | engagement* | engage* (?:sur|pour|pendant|combien) | (?:si|et si) … (?:on|je|nous|ils) (?:arrete*|change*|part*|veu* (?:arreter|partir|sortir)|disent non|pouvoir sortir) | (?:on|je) arrete comment | sortir du contrat | clause* | preavis | reconduction | tacite | {num} ans (?:c est|ca|minimum|ferme|moi|fermes) | resili* | coince* | plus long c est | si c est ecrit`),
    unless: said("hors de question | trop long | c est non"),
    replies: "contract-1 contract-2 contract-5",
  },
  {
    heard: said(
      "{num} (?:maxi*|max|maximum|pas plus) | tout compris | on (?:avait|a) (?:mis|prevu|compte|budgete) | je m etais dit | pas plus de {num}",
    ),
    replies: "discount-1 budget-4",
  },
  {
    heard: said(
      "remise* | rabais | ristourne* | reduction* | un geste | effort | meilleur* (?:prix|tarif|offre|proposition) | negocier | negociation* | baisser | baissez | descendre | descendez | aligne* | gratuit* | offert* | faites moi un prix | faire un prix | faire mieux | quoi comme contrepartie | une rallonge | (?:et )?si (?:je|on) (?:vous )?(?:prend*|signe*) … (?:combien|vous)",
    ),
    replies: "discount-6 discount-2 discount-1 discount-4",
  },
  {
    heard: said(
      "je peux pas en | faut (?:les|que tous|tout le monde) | tous (?:les|mes) \\w+ | ils (?:\\w+ )?tous",
    ),
    after: said("poste* | licence* | {num}"),
    when: ({ agent }) => said("euros | budget").test(agent),
    replies: "budget-4 discount-6 discount-2",
  },
  {
    heard: said("pas le budget | budget* | enveloppe | pas les moyens | tresorerie | pas d argent"),
    unless: said("souci | combien"),
    replies: "budget-1 budget-4 budget-3",
  },
  {
    heard: said(
      "(?:un|une|le|leur|des|deux|l) (?:autre )?(?:devis|offre|proposition) (?:de|chez|d) | devis | concurrent* | autre (?:offre|proposition|fournisseur|prestataire|societe|boite) | (?:me|nous|m|ont|nous ont) (?:propose*|font|fait une offre) | ils (?:sont|etaient) a | chez l autre | compare* | comparer | de moins chez | moins cher (?:chez|ailleurs) | elle est a {num} chez | chez vous elle | le detail | paye {num} … de moins",
    ),
    unless: said("envoyez | votre (?:offre|proposition|devis)"),
    replies: "competitor-3 competitor-6 competitor-4",
  },
  {
    heard: said(`
      (?:trop|plus|super|tres|bien|vachement|un peu|quand meme|si|vraiment|assez) (?:cher*|eleve*|sale|salee|costaud) | c est cher | (?:ah|oh) … quand meme | pas donne | hors de prix | exagere | abuse | exorbitant | ca pique
      | (?:ca|elle|il|cotisation|prime|facture) … (?:a|encore) (?:pris|augmente*) | augmente encore | hausse | pour cent c est | on paye {num} | je paye {num} … (?:aujourd|actuel) | euros a notre | plus si loin | ca (?:commence|finit) (?:a|par) faire | ca (?:chiffre|monte) | euros (?:par|de) (?:plus|ecart) | ecart`),
    unless: said(
      "(?:dit|disent|dis|repond*|trouvent) (?:\\w+ ){0,7}cher | pas (?:si |trop |tellement )?cher | autre chose",
    ),
    replies: "price-1 discount-1 price-7 price-4",
  },
  {
    heard: said("(?:plus possible|devient (?:dur|trop|complique|impossible)) | je paye … euros"),
    when: ({ turn }) => turn <= 2,
    replies: "price-7 need-2 generic-1",
  },
  {
    heard: said("de mieux | d economie* | moins cher que | c est moins que"),
    replies: "generic-9 closing-3",
  },
  {
    heard: said("ca fait {num} | fois {num}"),
    when: ({ slots }) => slots().amount !== undefined,
    replies: "price-5 price-4",
  },
  {
    heard: said(
      "envoyez (?:moi|nous|le|la|ca|un|une|l|les) | (?:m|nous|me l) envoy* | vous me l envo* | (?:par|un) (?:mail|courriel|email) | plaquette | brochure | documentation | recap* | (?:transmet*|adresse*) moi | j attends votre (?:mail|offre|proposition)",
    ),
    unless: said("oublie* | se trompe*"),
    replies: "documents-1 documents-2 documents-3",
  },
  {
    heard: said(
      "(?:me|nous) laisse* (?:faire|decider|choisir) | c est moi qui (?:decide|signe|choisi*|tranche) | je decide seul*",
    ),
    replies: "authority-6 closing-3",
  },
  {
    heard: said(
      "je peux (?:le |la )?signer | on signe | je signe (?:ou|quand|tout de suite) | on y va | banco | on part (?:la|sur) | je prends | c est parti | vendu | ca me va | marche conclu | on fait (?:ca|comme ca)",
    ),
    unless: said("(?:si|et si|et) … je signe"),
    replies: "closing-3 closing-1",
  },
  {
    heard: said(
      `${decider} … ${decides} | ${decides} … (?:a|avec|de|par|chez)? ?${decider} | c est ${decider} | (?:passe|passer|passe ca) … (?:comite|conseil|commission) `,
    ),
    unless: said("regarde pas"),
    replies: "authority-2 authority-3 authority-1 call-back-2",
  },
  {
    heard: said(
      "reflech* | je (?:vous )?(?:redis|rappellerai|reviens vers|tiens au courant) | laissez moi … (?:temps|regarder|voir)",
    ),
    replies: "call-back-2 doubt-5 doubt-1",
  },
  {
    heard: said(
      "qui (?:me|nous) (?:dit|prouve|garantit|assure) | c est vous qui le dites | vous dites tous | prouve* | trop beau | vous croire",
    ),
    replies: "distrust-2 distrust-4 references-1",
  },
  {
    heard: said(
      "(?:pas|plus) (?:trop |encore |vraiment |bien )?(?:sur|sure|certain*|convaincu*) | hesit* | doute* | sceptique* | peur | crain* | inquiet* | reticen* | y en a qui | on se demande | m embete | me gene | risque* | surveille* | la duree surtout | retrouve* pas",
    ),
    unless: said("ca me gene pas | sans doute"),
    replies: "doubt-2 doubt-5 doubt-1",
  },
  {
    heard: said(
      "interessant* | (?:m|nous) interesse* | bonne idee | (?:ca|cela) (?:me|nous) (?:plait|parle|convient) | j aime | un (?:vrai )?plus | (?:ils|elles) vont (?:aimer|preferer) | ca c est bien | comme les \\w+ | c est pas bete | bien ca",
    ),
    unless: said("interesse* (?:pas|plus) | combien | comment | quand meme | bonjour | mais"),
    when: ({ isAsked }) => !isAsked,
    replies: "interest-1 interest-2 demo-1",
  },
  {
    after: said(
      "combien … (?:personnes|postes|telephoner|utilisateurs|commerciaux|etes|avez) | vous etes combien",
    ),
    heard: said("{num}"),
    when: ({ client, isSoftware }) => isSoftware && wasPriceAsked.test(client),
    replies: "price-6 price-3 need-3",
  },
  {
    after: said(
      "combien … (?:personnes|postes|telephoner|utilisateurs|commerciaux|etes|avez) | vous etes combien",
    ),
    heard: said("{num}"),
    when: soft,
    replies: "need-3 team-4",
  },
  {
    after: said(
      "(?:demarrer|commencer|lancer|mettre en place|en place) quand | quand … (?:demarrer|commencer)",
    ),
    replies: "timing-2 timing-5 generic-9",
  },
];
