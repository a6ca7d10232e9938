/**
 * Calls out of the blue and talks with technicians. Held out: no rule, phrase, reply or example is made with these, nor chosen
 * by the figures of this half, and never is a single turn looked at.
 * Written and labelled on 30 November 2026 by somebody who had read neither the examples nor the rules; labels are not changed
 * afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const contact = `
== bakery with four shops, called in the rush | cold call | sells: pest control
slots: client=monsieur Roche|Roche competitor=Rentokil
a: Bonjour, monsieur Roche ? Élodie, de Nuisibles Ouest, je vous appelle au sujet de vos quatre boulangeries.
c: oui allô attendez deux secondes une baguette un euro vingt merci madame oui dites moi
> - no-time:2 greeting:23 ~ no-time:34 greeting:15 call-back:25
a: Je suis brève : on protège des boulangeries contre les rongeurs et les mites, avec un suivi sur l'appli.
c: ah non mais là c'est le coup de feu rappelez cet après-midi
> no-time:1 call-back:24 ~ no-time:3 call-back:35 ; date=cet après-midi|après-midi
a: Vers quinze heures ?
c: quinze heures trente voilà
> - call-back:3 ~ call-back:4 thanks:24
a: Re-bonjour monsieur Roche, c'est Élodie, il est quinze heures trente.
c: ah oui vous êtes ponctuelle vous alors c'est pourquoi déjà
> - no-time:2 ~ greeting:13
a: Les nuisibles : rats, souris, mites alimentaires. Vous avez un contrat aujourd'hui ?
c: on a quelqu'un oui Rentokil ils passent tous les trois mois
> supplier:12345 competitor:15 ~ competitor:36 need:3 generic:3
a: Et vous êtes content ?
c: content euh y a un gars il vient il met une boîte il s'en va je sais même pas ce qu'il y a dans la boîte
> supplier:23 competitor:5 need:1 ~ supplier:45 competitor:136 need:27 generic:12 price:7
a: Vous avez déjà eu un contrôle d'hygiène ?
c: oui en novembre et ils m'ont demandé le plan d'appâtage que j'avais pas évidemment
> - need:12 supplier:2 ~ generic:127 supplier:35 need:7 competitor:15 timing:1 price:7 references:3
a: Nous, le plan est en ligne, à jour à chaque passage.
c: et ça coûte combien votre affaire
> - ; (only the agent knows)
a: Soixante-cinq euros par mois et par boutique.
c: ah c'est un peu plus que ce que je paye
> price:157 competitor:6 discount:1 supplier:3 ~ price:4 competitor:3 discount:246 budget:1 supplier:5 contract:5 need:2 ; amount=soixante-cinq|65
a: C'est six passages au lieu de quatre, avec le plan.
c: mouais faut voir envoyez moi un papier
> documents:12 ~ documents:35 call-back:2 supplier:3 doubt:12 competitor:4
a: Je vous l'envoie, et je passe vous voir une boutique, ça vous va ?
c: passez mardi après-midi à celle de la gare mais pas avant quatorze heures
> call-back:3 documents:4 ~ call-back:4 thanks:4 documents:5 ; date=mardi après-midi|mardi|17

== chimney sweeps, who gave you my number | cold call | sells: call software
slots: client=monsieur Vidal|Vidal
a: Bonjour, Maxime de Souffleur, je cherche monsieur Vidal.
c: c'est moi c'est pour un ramonage
> - no-time:2 ~ greeting:123
a: Non, je vous appelle pour vos appels justement, on aide les équipes qui vendent au téléphone.
c: ah d'accord et vous l'avez eu où mon numéro
> data-source
a: Il est sur la fiche de votre entreprise, dans l'annuaire professionnel.
c: parce que j'arrête pas d'être appelé là c'est le troisième de la journée
> - not-interested:2 no-time:2 ~ not-interested:134 opposition:134 data-source:23 no-time:3
a: Je comprends. Deux mots, et si ça ne vous parle pas je vous laisse.
c: allez y mais vite je suis sur un toit moi
> - no-time:2 ~ no-time:34 greeting:3 call-back:24 need:3 team:3
a: Quand vous êtes sur un toit, qui prend les appels ?
c: ma fille elle fait le standard elle note sur un cahier
> need:23 too-small:24 generic:3 ~ need:1567 integration:25 team:3 price:7 generic:12 too-small:1 technical:2
a: Et il s'en perd, des appels ?
c: oh y en a sûrement mais on est trois vous savez c'est pas France Télécom chez nous
> too-small:134 ~ need:23 price:67 not-interested:2 team:1 generic:3 interest:4 ; users=trois|3
a: Justement, à trois, chaque appel perdu compte.
c: oui enfin moi j'ai déjà trop de boulot j'en refuse alors pourquoi j'irais payer pour en avoir plus
> not-interested:24 not-priority:12 ~ not-interested:13 need:126 doubt:1 no-time:4
a: Pour mieux choisir vos chantiers, par exemple.
c: non ça m'intéresse pas franchement
> not-interested ~ opposition:1
a: Je vous remercie de votre franchise.
c: et enlevez moi de votre liste là s'il vous plaît
> opposition
a: C'est fait à la fin de l'appel, vous voulez une confirmation ?
c: non pas besoin du moment que ça sonne plus
> - opposition:124 ~ not-interested:1
a: Bonne journée monsieur Vidal, et attention sur le toit.
c: ouais merci vous aussi
> - ~ thanks:1 not-interested:4 opposition:14

== town hall, not my department | cold call | sells: water fountains
slots: client=madame Ozanne|Ozanne
a: Bonjour, Damien, de Source Claire, je souhaiterais parler à la personne qui gère les fontaines à eau.
c: les fontaines à eau oh là c'est pas moi ça moi c'est l'état civil
> not-responsible ~ authority:1
a: Vous sauriez vers qui m'orienter ?
c: ça doit être les services techniques ou alors les achats je sais pas trop
> not-responsible:234 ~ not-responsible:1
a: Vous pourriez me passer les services techniques ?
c: je vais essayer quittez pas
> - ~ thanks:1 generic:0
a: Merci beaucoup.
c: services techniques Ozanne bonjour
> - greeting:123 no-time:2 ~ greeting:5 not-responsible:1
a: Bonjour madame Ozanne, Damien de Source Claire, c'est vous qui suivez les fontaines à eau de la mairie ?
c: oui c'est nous mais on a un marché en cours hein on peut pas changer comme ça
> supplier:123 not-priority:4 ~ supplier:5 timing:1 need:13 generic:3 authority:1 budget:3
a: Bien sûr. Il court jusqu'à quand, ce marché ?
c: décembre 2027
> - not-priority:4 supplier:12 ~ supplier:35 timing:5 authority:1 call-back:2 need:1 ; date=décembre 2027|décembre|2027
a: Et pour les écoles, c'est le même marché ?
c: non les écoles c'est les gourdes et le robinet on n'a rien
> need:13 generic:13 ~ need:26 budget:16 authority:1 generic:256 timing:1 price:7
a: Rien, même dans les cantines ?
c: dans les cantines des carafes mais l'ARS nous a fait une remarque sur le plomb justement
> need:27 timing:1 generic:1 ~ need:136 generic:256 budget:136 authority:1 references:1 timing:3
a: Sur le plomb ?
c: des vieilles canalisations à l'école Jules Ferry faut qu'on règle ça avant la rentrée
> timing:25 budget:13 authority:1 ~ timing:3 closing:5 generic:26 need:6 references:1 documents:1 call-back:2 ; date=rentrée|septembre
a: Une fontaine filtrante règle ça en une matinée. Combien d'écoles sont concernées ?
c: deux pour l'instant peut-être trois
> - budget:13 timing:25 authority:1 ~ generic:269 call-back:2 references:1 documents:1 ; date=rentrée|septembre
a: Je peux venir faire un relevé, gratuitement.
c: faites un mail à services techniques arobase la mairie et mettez moi en copie moi je peux rien décider sans ma chef
> documents:2 authority:1234 ~ documents:135 call-back:2 authority:6 not-responsible:24 budget:5
a: Très bien, et je vous rappelle jeudi prochain ?
c: jeudi c'est bien plutôt le matin
> call-back:3 documents:4 ~ call-back:4 thanks:4 documents:5 ; date=jeudi prochain|jeudi matin|jeudi|19

== housing association, the security officer | technical | sells: call software
slots: client=monsieur Lefort|Lefort product=Teams|Microsoft|logiciel|outil|solution
a: Bonjour monsieur Lefort, madame Riou m'a dit que vous vouliez valider la partie technique.
c: oui bonjour je suis RSSI alors j'ai une petite liste de questions si ça vous embête pas
> - security:2 ~ technical:45 security:34 greeting:134 generic:8
a: Allez-y, c'est fait pour.
c: première question où sont hébergées les données
> - security:2 ~ security:4
a: En France, à Roubaix et à Strasbourg.
c: ok et la voix elle est conservée combien de temps
> - security:24
a: Trente jours par défaut, vous pouvez mettre zéro.
c: on mettra zéro je pense parce que les locataires ils donnent leur numéro de sécu leur RIB enfin tout
> security:12 ~ security:345
a: Les numéros de carte et de compte sont masqués avant même d'être enregistrés.
c: et les numéros de sécu
> - security:2
a: Aussi.
c: d'accord je note attendez voilà et l'authentification vous faites du SSO nous on est full Microsoft
> - ~ security:2 technical:45 integration:4
a: Oui, en SAML ou OpenID, avec le provisionnement.
c: très bien très bien et côté poste y a un client lourd un agent quelque chose à déployer
> technical:1
a: Il n'y a rien à installer : tout fonctionne dans le navigateur.
c: donc Edge ça va et pour le son ça passe par Teams
> - ~ technical:5
a: Edge oui, et Teams aussi, on prend l'audio de l'onglet ou du micro.
c: ok là faut que je vérifie avec le réseau on a un proxy qui coupe les websockets
> technical:45 ~ generic:6 call-back:2 documents:1 security:2
a: J'ai une fiche pour le proxy, ports et domaines.
c: envoyez la moi avec le registre des traitements et si vous avez un rapport de pentest
> documents:1 security:2 ~ documents:35 security:34 technical:5 call-back:2
a: Je vous fais un seul envoi.
c: et la DPO voudra voir l'accord de sous-traitance elle est un peu pointilleuse
> security:2 ~ documents:13 authority:4 security:4 contract:4 generic:6 ; (that there is a data protection officer was said)
a: Il est joint, avec la liste des sous-traitants.
c: bon ben moi si tout est là dedans je vois pas de problème je vous fais un retour dans la semaine
> - call-back:2 documents:5 ~ thanks:123 technical:5 generic:9 timing:1 closing:3 authority:12

== private schools, marks and parents | technical | sells: school software
slots: client=madame Laurens|Laurens product=Charlemagne|logiciel|outil
a: Bonjour madame Laurens, on s'était dit qu'on regarderait la reprise de vos données.
c: oui bonjour voilà parce que nous on a tout dans Charlemagne les élèves les familles la facturation tout
> integration:34 competitor:7 ~ integration:5 technical:5 generic:38 timing:1 greeting:1
a: Charlemagne, on connaît, on l'a déjà repris une quarantaine de fois.
c: et les notes des années d'avant vous les reprenez aussi ou c'est que l'année en cours
> - integration:3 ~ competitor:7
a: Cinq ans d'historique, bulletins compris.
c: cinq ans d'accord ok
> - ~ integration:45 technical:5 generic:89 timing:1 training:4 closing:3 ; (five years of marks are no term)
a: Vous êtes sur un serveur chez vous, ou hébergé ?
c: un serveur dans le bureau de la comptable sous le bureau même
> - technical:1 security:4 ~ integration:34 technical:45 security:23 generic:3 small-talk:4
a: Sous le bureau... Et les sauvegardes ?
c: alors normalement y a un disque mais bon euh je saurais pas vous dire quand ça a tourné pour la dernière fois
> - security:24 technical:15 ~ need:2 generic:1 integration:3 technical:4 security:3 price:7 timing:1
a: Chez nous, c'est sauvegardé chaque nuit, à deux endroits.
c: et si internet tombe le matin pendant l'appel des absents on fait quoi
> - ; (only the agent knows)
a: L'appel marche hors ligne sur tablette, ça remonte après.
c: ah c'est bien pensé et les parents ils ont une application ou c'est un site
> - ~ technical:1
a: Les deux.
c: bon et les profs parce que moi j'ai soixante-dix profs dont la moitié qui savent à peine ouvrir une pièce jointe
> training:234 ~ training:5 team:5 technical:1 support:13 demo:5 ; users=soixante-dix|70
a: On forme un relais par établissement, puis des sessions d'une heure.
c: un relais ce serait monsieur Costa le prof de techno il est volontaire pour tout celui-là
> - training:2 demo:5 ~ training:3 technical:5 closing:6 generic:69 call-back:2 integration:4 ; users=soixante-dix|70
a: Parfait. Et pour le calendrier ?
c: faut que ça tourne au premier septembre mais les professeurs partent le 4 juillet
> timing:25 ~ timing:3 training:23 closing:5 integration:4 generic:9 technical:5 ; date=premier septembre|1er septembre|septembre users=soixante-dix|70
a: Donc reprise en mai, formation en juin.
c: mai c'est le bac blanc évitez la deuxième semaine
> - ~ closing:3 generic:79 technical:5 training:2
a: D'accord, première semaine alors. Qui valide le contrat ?
c: le chef d'établissement et l'OGEC et ils vont me demander combien ça coûte par élève
> - authority:234 documents:2 ~ authority:16 budget:135 documents:13 discount:1 ; (a price by seats is another one)
`;
