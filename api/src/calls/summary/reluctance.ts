/**
 * How people say that they would rather not, by its cause. All phrases are patterns of a sentence in lowercase without accents.
 *
 * - `sure`: resists wherever a client says it.
 * - `maybe`: resists together with another cause, or right after the agent has told or offered something.
 *
 * To add one, write what others would say too, not the sentence of one call; `api/test/summary` has the consequences.
 */
interface Cause {
  name: string;
  sure?: readonly string[];
  maybe?: readonly string[];
}

/** People who are not in the call and have a say. */
const others =
  "mari|femme|epouse|pere|mere|parents|fils|fille|frere|soeur|famille|associee?s?|equipes?|gars|filles|collegues?|salarie(?:e)?s|employee?s?|commerciaux|vendeurs?|vendeuses|ouvriers|technicien(?:ne)?s?|clients?|clientes|clientele|patients?|patientes|adherents?|locataires|habitants|voyageurs|eleves|enseignants|profs|benevoles|comptable|tresoriere?|secretaire|directeur|directrice|direction|patronne?|chef|cheffe|gerante?|president(?:e)?|conseil|comite|juriste|avocat|informaticien(?:ne)?|informatique|banque|banquier|assureur|syndicats?|maire|anciens|jeunes|gens";

const causes: readonly Cause[] = [
  {
    name: "price",
    sure: [
      "trop (?:cher|chere|long|longue|petite?|complique|complexe|juste|eleve|lourd|gros|risque|beau)",
      "(?:c'est|ca fait|un peu|quand meme|assez|plutot|bien|tres|vraiment) (?:cher|chere|long|complique)(?![a-z])",
      "(?:ne|n'|plus|pas)[a-z' ]{0,12} (?:de |le |cette |ce |les |aucun )?(?:budget|somme|moyens|argent)|budget (?:est )?(?:serre|limite|boucle|gele|epuise)",
      "(?:moins cher|la meme chose) (?:ailleurs|chez|sans)|vous etes (?:plus|trop) chers?|au-dessus de (?:ce que|mon|notre)",
      "hors de prix|exorbitant|pas donne(?![a-z])|(?:commence a|ca) (?:faire|fait) (?:beaucoup|cher)|ca (?:chiffre|grimpe|pique|douille)(?![a-z])|plus (?:cher|chere) qu",
      "(?:peux|peut|pouvons|pourra|pourrai|pourrons) pas (?:me |nous |leur |se )?(?:permettre|facturer|payer|depenser|augmenter|suivre|assumer|engager)",
      "les yeux de la tete|la peau des|coute (?:un bras|une fortune|la peau)|roule pas sur l'or|jeter l'argent|(?:ronds|sous) (?:pour|de cote)|(?:se|me|nous) serre la ceinture|dans le rouge",
    ],
    maybe: [
      "(?:depenses?|tresorerie|charges|loyers?|impots|emprunts?|credits? (?:a|sur)|economies|fins? de mois|marges?|sous|fric|pognon|porte-monnaie)(?![a-z])",
      "(?:a|pour) ce (?:prix|tarif)|payer|paie|augment|c'est un budget|une somme|ca s'ajoute|en plus de tout|gratuit",
    ],
  },
  {
    name: "time",
    sure: [
      "pas avant|pas le (?:bon )?moment|pas (?:vraiment )?(?:ma|une|notre) priorite|prioritaire|trop tot|premature",
      "(?:je suis|on est|nous sommes) (?:en (?:reunion|rendez-vous|deplacement|plein|voiture)|au volant|debordee?s?|pressee?s?|sous l'eau|a la bourre|en retard|charrette)",
      "(?:autre|d'autres) (?:chats|priorites|urgences|soucis|chantiers)|pas une minute|ca attendra|rien ne presse|(?:tombez|tombe) mal|mauvais moment|pas la tete a",
      "(?:aucun|pas de) projet",
    ],
    maybe: [
      "en ce moment|pour l'instant|pour le moment|plus tard|un autre jour|une autre fois|l'annee prochaine|dans l'immediat|a voir|on verra|faut voir|(?:faites|soyez) (?:vite|bref|court)|pas longtemps|je n'ai (?:que|pas)",
      "mais j'ai (?:du|de la|des|un|une|le|la|les|quelqu'un|deja)(?![a-z])",
    ],
  },
  {
    name: "authority",
    sure: [
      "(?:il faut|il faudrait|faut|je dois|doit) (?:juste |d'abord |aussi )?(?:que j'en parle|que je (?:voie|demande)|qu'on en parle|en parler|demander|valider)|c'est (?:elle|lui|eux|mon|ma|la|le) [a-z' -]{0,40}(?:qui (?:valide|decide|signe|devra)|decide)",
      "(?:pas moi|c'est pas moi) qui (?:decide|signe|gere|m'en)|(?:associes?|direction|patronne?|chef|comptable|directeur|directrice)(?: ne| n')? (?:va|vont|veut|veulent|voudra|voudront|acceptera|accepteront|refusera|refuseront)(?![a-z])",
      "(?:moi )?je ne (?:fais que|suis que|decide (?:pas|rien)|peux rien)|(?:ca|cela) ne depend pas de|pas de mon ressort|(?:voyez|voir) (?:ca )?avec (?:le|la|mon|ma|notre)|(?:ne )?(?:nous|me|m'|vous) concerne(?:nt)? pas|pas (?:la bonne|votre) personne|tout seule?(?![a-z])",
    ],
    maybe: [`(?:mon|ma|mes|notre|nos|le|la|les|l') ?(?:[a-z]+ )?(?:${others})(?![a-z])`],
  },
  {
    name: "what is there",
    sure: [
      "(?:on|j'|nous|avons|ai|a|est|sommes|suis) deja (?:un|une|quelqu'un|equipe|essaye|tente|teste|sous contrat|engage)|(?:on est|nous sommes) (?:engages?|sous contrat|lies?)",
      "(?:on|nous) (?:s'en sort|se debrouille|fait|faisons) (?:tres |plutot )?bien (?:sans|comme|avec)|(?:marche|fonctionne|va) (?:tres |plutot )?bien comme (?:ca|cela)|toujours (?:fait|travaille) comme|nos habitudes|(?:a|ai|avons) deja [a-z' -]{2,30} qui (?:nous|me|m'|s'en|fait|gere)",
      "(?:ca|cela) (?:me|nous|leur|lui) (?:suffit|convient|va) (?:comme|tres bien|bien|largement)|(?:ca|cela) (?:me|nous) suffit|(?:on a|j'ai|nous avons) (?:deja )?(?:ce qu'il (?:faut|me faut|nous faut)|tout ce qu'il)|(?:j'ai|on a|nous avons) (?:deja )?signe (?:avec|chez|ailleurs)|(?:on|je|nous) (?:reste|restons|travaille|travaillons) avec",
      "pourquoi (?:changer|je changerais|on changerait|nous changerions)|(?:aime|aiment|aimons) pas (?:le |les )?change|(?:changer|change) (?:nos|mes|leurs|ses|d')|on a deja donne",
    ],
    maybe: [
      "habitue(?:e|es|s)?(?![a-z])|habitudes?(?![a-z])|depuis (?:toujours|des annees|longtemps|vingt|trente|dix)|a l'ancienne|tres bien (?:le faire|comme|sans)|(?:sait|savent|savons) (?:tres bien |deja )?(?:le |la |s'y |en )?(?:faire|prendre)|comme (?:avant|toujours)|sur (?:papier|un (?:tableur|cahier|carnet))|se debrouill|(?:en|y) (?:suis|est|sommes) (?:contente?s?|satisfaite?s?)",
    ],
  },
  {
    name: "need",
    sure: [
      "(?:passe|convient|marche|rentre) pas|pas (?:sure?|convaincue?s?|besoin|le temps|l'utilite|l'interet|les moyens|d'accord|confiance|contente?s?|prevu|possible|fiable|interessee?s?|demandeurs?|satisfaite?s?)(?![a-z])",
      "(?:ne |n')?(?:nous |me |m'|nous en )?(?:sert|servirait|servira) (?:a rien|pas)|(?:vois|voit|voyons) pas (?:bien )?(?:l'|ce que|a quoi|en quoi|pourquoi)",
      "(?:tres peu|pas) pour (?:moi|nous)(?![a-z])|(?:j'ai|ai) horreur|(?:je|on) (?:deteste|deteste ca)|m'en passe|(?:bien|tres bien) sans(?![a-z])|a quoi bon|n'en veu[xt]|(?:c'est|pas) (?:mon|notre) truc|pas (?:trop |vraiment )?(?:emballee?|chaude?|fana?|ravie?)s?(?![a-z])",
    ],
    maybe: [
      "gadgets?|usine a gaz|machin|robots?|(?:un|une|encore un|encore une) (?:truc|outil|logiciel|appli)(?![a-z])|ecrans?(?![a-z])|(?:plus|mieux) (?:simple|humain)",
    ],
  },
  {
    name: "effort",
    sure: [
      "prise de tete|casse-tete|la croix et la banniere|(?:se|me|nous) (?:remettre|relancer) (?:a|dans)|pas envie de",
    ],
    maybe: [
      "paperasse|tout (?:reprendre|refaire|ressaisir|reapprendre|recommencer)|apprendre a|(?:encore|plus) (?:de |du )?(?:travail|boulot|saisie|formation)|(?:deja|assez|bien) (?:de |du )?(?:travail|boulot)|complique|compliquee",
    ],
  },
  {
    name: "trust",
    sure: [
      "j'hesite|(?:on|nous) hesit|me mefie|on se mefie|mauvaises? (?:surprises?|experiences?|souvenirs?)|une catastrophe|decue?s?(?![a-z])|arnaque",
      "(?:peur|crains|craint|inquiete) (?:que|de|pour)|qui me (?:dit|garantit|prouve)|qu'est-ce qui me (?:dit|garantit|prouve)",
      "(?:m'|me |nous )(?:embete|ennuie|gene|derange|inquiete|freine|pose probleme)",
      "(?:on|vous|ils) (?:m'|nous )?(?:a|avez|ont) (?:deja )?(?:promis|fait le coup)|(?:belles|que des) (?:paroles|promesses)|(?:vous )?dites tous|(?:crois|croit|croirai) (?:pas|plus|qu'a moitie)",
      "mordu les doigts|echaudee?s?(?![a-z])|refroidie?s?(?![a-z])|mal (?:passe|fini|tourne|vecu)|laissee?s? tomber|galere|et (?:puis )?(?:plus )?rien(?: du tout)?$|jamais (?:rappele|repondu|recu|marche|fonctionne|servi)|m'(?:a|ont) dit la meme",
      "(?:c'est|voila|toujours) ce qu'(?:on|ils?|elles?) (?:m'|nous )?(?:a|avai(?:t|ent)|ont|dit|disent|promet)|(?:chat|chats) echaude|(?:demande|attends) (?:a|de) voir|trop beau|y croire|(?:on|j'en) (?:a|ai) (?:deja )?(?:vu|entendu) d'autres|se (?:fait|faire) avoir|parole d'|miracle",
      "on (?:nous|m') ?a deja (?:vendu|fait|propose|dit|appele|demarche)",
    ],
    maybe: [
      "(?:ca|cela) s'achete|soi-disant|parait|la derniere fois|a l'epoque|(?:encore|comme) (?:les autres|d'habitude)|(?:on|ils|vous) (?:m'|nous |me )?(?:a|avez|ont|avait|avaient) (?:dit|vendu|jure|raconte|assure|installe)|fuites?(?![a-z])|pirat|vol(?:e|es)(?![a-z])|confidentiel",
    ],
  },
  {
    name: "contract",
    sure: [
      "resilier|resiliation|on regarde ailleurs|inadmissible|inacceptable|scandaleux",
      "pieds et poings|(?:veux|veut|voulons|envie) (?:pas )?(?:de )?(?:m'|nous |s'|etre )?(?:engager|coince|lie)|reconduction|penalites?(?![a-z])",
      "(?:ne |n')?(?:signe|signerai|signons|engage|promets) (?:pas|rien)|(?:changerai|changerons|irai|irons|partirai|partirons) (?:de |chez |ailleurs)",
    ],
    maybe: ["jusqu'(?:a|au|en) (?:la fin|fin|[a-z]+)|abonnements?|engagements?|preavis|on arrete"],
  },
  {
    name: "complaint",
    sure: [
      "pour rien(?![a-z])|(?:deux|trois|quatre|cinq|dix|plusieurs|[2-9]) fois|toujours (?:pas|rien)",
      "personne ne (?:nous|m'|me|repond|rappelle|vient|sait|veut)|(?:ne|n')[a-z' ]{1,20} plus rien|(?:ca|cela) recommence|(?:marre|ras le bol|assez de)(?![a-z])",
    ],
    maybe: ["(?:cela|ca) fait [a-z]+ (?:jours|semaines|mois)|en panne|perdu|rate|oublie|casse"],
  },
];

/** Without a cause: what one denies, and how one begins to contradict. */
const denying =
  /(?:^|[^a-z])(?:pas|jamais|rien|aucune?|personne|ni)(?![a-z])|(?:^|[^a-z])(?:ne |n')[a-z' ]{1,30}(?:que|plus|guere)(?![a-z])/u;
const denyingNothing =
  /pas (?:mal|de (?:souci|probleme|quoi)|grave)|pourquoi pas|n'est-ce pas|rien de (?:mieux|grave|special)|(?:est|serait|sera) pas de refus/u;
const contradicting =
  /^(?:(?:oui|ouais|ok|bon|ah|oh|ben|bah|hmm?|c'est (?:mieux|bien|vrai|gentil|possible)|d'accord|peut-etre|si vous (?:voulez|le dites)),? *)*(?:mais|enfin|sauf|seulement|n'empeche|cela dit|ceci dit|en attendant|encore faut-il|bof|mouais|oh la|ouh|houla|hola|pfff?|franchement|honnetement|peut-etre)(?![a-z])|, mais (?:je|j'|on|nous|moi|bon|la|la-bas|c'|ca)(?![a-z])|(?:^|[ ,])(?:vous savez|vous comprenez|tu parles|vous pensez)[ .,!…]*$/u;

/** They begin with a word. */
const oneOf = (patterns: readonly string[] = []) =>
  patterns.length > 0 ? new RegExp(`(?<![a-z])(?:${patterns.join("|")})`, "u") : undefined;
const compiled = causes.map(({ sure, maybe }) => ({ sure: oneOf(sure), maybe: oneOf(maybe) }));

/** Whether a sentence surely resists. @param plain of `plainOf` */
export const resists = (plain: string): boolean => compiled.some(({ sure }) => sure?.test(plain));

/** Whether a sentence begins to contradict: "oui, mais", "enfin". @param plain of `plainOf` */
export const contradicts = (plain: string): boolean => contradicting.test(plain);

/** How many signs of reluctance a sentence has that say little alone. @param plain of `plainOf` */
export function reluctanceOf(plain: string): number {
  const denies = denying.test(plain) && !denyingNothing.test(plain);
  const own = compiled.filter(({ maybe }) => maybe?.test(plain)).length;
  return own + (denies ? 1 : 0) + (contradicts(plain) ? 1 : 0);
}
