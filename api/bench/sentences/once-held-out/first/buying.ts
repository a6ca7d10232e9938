/**
 * Calls about a price or a need, and with somebody who hesitates. Rules may be made with these.
 * No rule was made with a turn of these until others were held out in their place, but the figures of the whole were used to
 * choose between rules.
 * Written and labelled on 30 November 2026, before the rules of that day and without a look at what they answer;
 * labels are not changed afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const buying = `
== training centre, a quote in front of them | price | sells: call software
slots: client=madame Fabre|Fabre users=sept competitor=Ringover product=logiciel|outil
a: Bonjour madame Fabre, Antoine de Souffleur, vous avez bien reçu le devis ?
c: oui je l'ai là sous les yeux
> - generic:8 interest:1 doubt:1 ~ documents:32 generic:29 greeting:15 price:4 thanks:3 doubt:5634
a: Qu'est-ce que vous en pensez ?
c: ben c'est un peu plus que ce que j'imaginais je pensais à 200 euros par mois et là on est à 340
> price:124567 discount:1 budget:124 ~ discount:24 price:3 budget:36 contract:5 ; amount=340|200 euros
a: Trois cent quarante pour sept postes, oui.
c: et si je prends que cinq postes ça fait combien
> price:36 discount:1 ~ team:5 budget:1 discount:24 ; users=cinq|sept
a: Deux cent soixante.
c: ah c'est mieux ça mais alors qui est-ce que j'enlève
> team:5 training:4 need:6 ~ discount:1 generic:617 team:4 too-small:2 price:7 need:5 ; (they think aloud about who does without)
a: Qui, dans l'équipe, passe le moins d'appels ?
c: les deux qui font l'administratif elles appellent presque jamais
> team:5 closing:34 discount:1 ~ generic:9 interest:2 closing:6 timing:1 team:41 price:6 discount:24 ; users=cinq
a: Alors commençons sans elles.
c: oui mais Ringover eux ils mettent le standard dedans pour le même prix
> competitor:23614 ~ price:1 discount:1 supplier:2 doubt:2
a: Le standard, vous l'avez déjà, non ?
c: c'est vrai on l'a déjà et il marche très bien
> competitor:236 generic:9 ~ technical:12 integration:1 interest:2 price:4 generic:2 doubt:1 demo:1 discount:1 ; (they have no other provider of what we sell: supplier is beside)
a: Donc ce que vous comparez, c'est seulement l'aide pendant l'appel.
c: mmh vu comme ça
> - doubt:15 price:4 competitor:3 interest:2 generic:9 ~ demo:14 doubt:463 generic:12 closing:3 interest:135 competitor:6
a: Vous vouliez démarrer quand ?
c: à la rentrée de septembre pas avant on a toutes les inscriptions en juin
> timing:25 closing:5 ~ timing:34 call-back:2 not-priority:4 closing:3 authority:1 training:4 generic:9 ; date=rentrée|septembre
a: Je vous bloque le tarif jusqu'en septembre.
c: ah c'est gentil ça d'accord faites comme ça
> closing:132 ~ thanks:24 documents:1 closing:46 call-back:3 contract:3 ; users=cinq

== print shop, a copier on lease | price | sells: printing machines
slots: client=monsieur Aubert|Aubert competitor=Canon|Ricoh
a: Bonjour monsieur Aubert, je viens vers vous pour le remplacement de votre presse.
c: bonjour alors je vous le dis tout de suite j'ai reçu Canon hier et eux sont à 610 par mois sur soixante mois
> competitor:3614 ~ price:175 budget:1 generic:2 contract:2 greeting:1 supplier:2 ; amount=610
a: D'accord. Et c'est maintenance comprise ?
c: maintenance oui mais pas les consommables enfin pas le toner couleur
> competitor:36 price:5 ~ competitor:14 generic:2 price:1 discount:1 need:2 ; amount=610
a: Nous, à 690, le toner est dedans.
c: combien de copies par mois dans les 690
> - ~ price:5 ; amount=690 ; (only the agent knows)
a: Quarante mille couleur.
c: quarante mille moi j'en fais soixante en décembre et vingt-cinq le reste de l'année
> generic:2 discount:1 ~ need:1 generic:7 price:5 competitor:6 contract:5 discount:24 ; amount=690 ; (December is a habit and no day to propose)
a: On peut lisser sur l'année, ça fait trois cent trente-cinq mille.
c: lisser c'est bien ça parce que Canon eux le dépassement ils le facturent tout de suite
> interest:1 competitor:36 closing:3 generic:29 ~ competitor:14 price:4 authority:1 timing:1 interest:2 contract:2
a: Souhaitez-vous que nous regardions ensemble comment démarrer ?
c: attendez attendez soixante mois c'est cinq ans moi dans cinq ans je suis à la retraite
> contract:251 doubt:1 ~ contract:3 budget:4 generic:2 discount:1 doubt:56 ; duration=soixante mois|cinq ans ; (contract:3 with the term that they refuse is just harmless)
a: Quelle durée d'engagement vous mettrait à l'aise ?
c: trente-six mois grand maximum
> contract:3 closing:3 ~ contract:14 price:5 generic:9 budget:4 authority:1 closing:1 timing:1 ; duration=trente-six mois amount=690
a: Sur trente-six mois, on passe à 820.
c: 820 ah non non là c'est trop
> price:1457 discount:14 contract:5 ~ budget:142 discount:26 ; amount=820
a: Ou alors une machine reconditionnée, à 590 sur trente-six mois.
c: reconditionnée c'est à dire elle a combien d'heures
> - ~ references:3 ; (only the agent knows)
a: Huit cents heures, avec la même garantie.
c: bon là vous commencez à m'intéresser envoyez la fiche
> documents:1245 interest:2 call-back:2 ~ interest:1 documents:3 thanks:4 closing:3 call-back:4

== logistics, ninety seats and a competitor | price | sells: call software
slots: client=Nadia|madame Benali|Benali users=quatre-vingt-dix|90 competitor=Diabolocom product=logiciel|solution|outil|plateforme
a: Bonjour Nadia, on devait parler des conditions aujourd'hui.
c: oui bonjour alors pour quatre-vingt-dix postes vous nous faites quel prix
> price:36 ~ discount:26 budget:1 team:25 contract:5
a: Trente-deux euros par poste, engagement d'un an.
c: trente-deux Diabolocom ils nous ont fait vingt-huit la semaine dernière
> competitor:23614 price:7 discount:2 ~ price:152 discount:146 contract:5 ; amount=vingt-huit|trente-deux euros duration=deux ans|trois ans
a: Face à Diabolocom, notre différence tient à l'aide en direct pendant l'appel, pas seulement après.
c: ça j'ai bien compris on en a déjà parlé moi ce que je veux savoir c'est si vous pouvez bouger
> discount:1246 ~ contract:5 price:5 discount:5 ; (defending the product again is wrong)
a: Que pourriez-vous nous accorder en échange : une durée, un volume, un témoignage ?
c: on peut s'engager deux ans ça ça pose pas de problème
> discount:25 contract:3 closing:3 ~ discount:4 contract:14 authority:1 budget:5 closing:1 ; duration=deux ans
a: Sur deux ans, je descends à vingt-neuf.
c: et la mise en service elle est offerte ou pas
> - ~ discount:16 ; (only the agent knows)
a: Offerte, oui.
c: et les prix ils montent chaque année chez vous parce qu'avec notre ancien fournisseur c'était plus cinq pour cent tous les ans
> contract:314 ~ contract:25 bad-experience:2 distrust:3 ; duration=deux ans ; (discount:3 with the rise is wrong; so is supplier: they left)
a: Le prix est bloqué deux ans.
c: ok et si on monte à cent vingt l'an prochain
> price:36 team:4 ~ discount:2 contract:1 team:1 ; users=cent vingt|120
a: Vingt-sept euros à partir de cent.
c: très bien faut que je fasse valider par le DAF
> authority:2341 documents:1 ~ documents:4325 authority:65 call-back:2 budget:35 ; amount=vingt-neuf
a: Vous le voyez quand ?
c: on a notre point le 18 au matin
> call-back:23 authority:342 ~ call-back:14 documents:4 authority:6 ; date=le 19|19 ; (the 18th is their own meeting: calling on that very day is just wrong)
a: Je vous rappelle le 18 après-midi, alors ?
c: le 19 plutôt
> call-back:13 documents:4 ~ call-back:4 authority:3 thanks:4 ; date=le 19|19

== remote bank, the advisers take no notes | discovery | sells: call software
slots: client=monsieur Texier|Texier users=soixante|trente-cinq product=CRM|logiciel|outil|application
a: Bonjour monsieur Texier, merci de me recevoir au téléphone. De combien de temps disposez-vous pour notre échange ?
c: un quart d'heure vingt minutes pas plus j'ai un comité à onze heures
> - greeting:4 need:137 generic:35 ~ generic:217 team:3 greeting:3 no-time:2 need:5
a: Alors allons à l'essentiel. Qu'est-ce qui vous a amené à vous pencher sur ce sujet maintenant ?
c: le siège nous demande de tracer tous les conseils donnés par téléphone et nos conseillers ils écrivent trois mots dans la fiche
> need:1267 security:5 generic:24 integration:5 ~ integration:12 need:35 team:3 security:34 timing:1 generic:671 ; (a legal duty)
a: Combien de conseillers ?
c: soixante au total mais il y en a que trente-cinq au téléphone vraiment
> team:1245 need:26 generic:4 ~ team:3 price:6 integration:25 generic:127 need:135 timing:1 training:34 interest:4 ; (team:3 was answered just now)
a: Et combien de temps prend une fiche aujourd'hui ?
c: quatre à cinq minutes par appel et ils en font vingt-cinq par jour faites le calcul
> need:214 price:7 generic:4 interest:5 ~ generic:271 integration:15 demo:1 interest:3 team:1 references:34 need:5 ; (four minutes are no term)
a: Presque deux heures par jour et par conseiller.
c: voilà deux heures c'est énorme
> - need:21 price:7 generic:4 interest:5 ~ demo:14 need:465 references:3 generic:217 interest:3 team:1
a: Chez nous la fiche est remplie à la fin de l'appel, le conseiller relit.
c: et c'est fiable ça la reconnaissance parce que nos clients ils parlent d'OPCVM d'assurance vie de choses comme ça
> technical:3 demo:14 ~ demo:25 references:132 technical:5 doubt:426
a: La transcription est réglée pour le français, accents et bruit de fond compris.
c: et les numéros de compte ils sont stockés
> security:12 ~ security:543
a: Les numéros de carte et de compte sont masqués avant même d'être enregistrés.
c: bon ça va rassurer la conformité ça
> authority:34 security:23 interest:2 generic:6 ~ authority:12 generic:9 security:54 demo:51 references:1 interest:135
a: Qui décide, chez vous, pour un outil comme celui-là ?
c: moi jusqu'à 20 000 au-dessus c'est la direction régionale
> authority:25 budget:1 ~ authority:346 price:6 budget:3562 ; amount=20 000|20000
a: Et il y a un calendrier pour la mise en conformité ?
c: faut que ce soit en place au 1er juillet
> timing:254 closing:5 ~ timing:3 generic:9 demo:1 call-back:2 authority:1 ; date=1er juillet|juillet

== industrial bakery, a new packing line | discovery | sells: machines
slots: client=monsieur Schmitt|Schmitt competitor=Multivac
a: Bonjour monsieur Schmitt, vous avez un projet de ligne d'emballage si j'ai bien compris.
c: oui enfin un projet c'est un grand mot on réfléchit
> generic:152 need:71 timing:1 doubt:1 ~ generic:347 not-priority:2 budget:1 need:3 authority:1 doubt:56
a: Qu'est-ce qui vous fait réfléchir ?
c: la machine actuelle elle a quinze ans elle tombe en panne une fois par semaine à peu près et à chaque fois c'est quatre heures d'arrêt
> need:2167 price:7 generic:2 ~ generic:417 need:3 timing:1 budget:1 ; (a machine of somebody else: excuses are wrong)
a: Quatre heures d'arrêt, ça vous coûte combien ?
c: on a calculé avec le contrôleur de gestion c'est 2 300 euros l'heure
> price:27 need:12 budget:1 generic:4 ~ budget:36 authority:1 generic:217 timing:1 need:6 references:4 price:5 ; amount=2 300 euros|2300
a: Donc plus de neuf mille euros par semaine.
c: oui ça chiffre et puis y a aussi la sécurité le capot arrière il ferme plus
> need:16 timing:3 generic:2 ~ need:72 price:7 generic:147 timing:1 budget:1 ; (safety at work: the replies on data are wrong)
a: D'accord. Vous avez déjà consulté ?
c: on a vu Multivac au salon et ils doivent nous faire une offre
> competitor:1346 ~ competitor:2 generic:2 budget:1 timing:1 authority:1 ; (competitor:2 speaks of help in calls: it is wrong for machines)
a: Quels sont les trois critères qui feront pencher la balance entre les offres ?
c: la cadence le changement de format et le dépannage le dépannage c'est le plus important
> support:1324 generic:4 ~ generic:27 need:17 references:13 competitor:6
a: Notre technicien est à quarante minutes de chez vous.
c: quarante minutes c'est bien et la nuit parce qu'on tourne en trois huit
> support:21 ~ support:3 contract:1
a: Astreinte sept jours sur sept.
c: ok ok
> - generic:9 ~ generic:28 references:13 budget:1 timing:1 call-back:2 demo:2
a: Vous auriez un budget en tête ?
c: entre 180 et 220 000 c'est au plan d'investissement 2027
> budget:354 timing:1 authority:1 ~ budget:26 price:5 authority:2534 not-priority:4 generic:9 references:1 ; amount=220 000|220000|180
a: Est-ce que vous aimeriez voir une ligne tourner chez un client ?
c: ça oui volontiers en Alsace si possible
> references:12 call-back:2 demo:25 ~ call-back:34 generic:6 timing:1 interest:2 references:34

== solar fitter, leads that get lost | discovery | sells: call software
slots: client=Yann|monsieur Le Goff|Le Goff users=quatre|trois product=CRM|outil|logiciel|tableur
a: Salut Yann, tu m'as dit que tu perdais des prospects, raconte-moi.
c: ouais alors en gros on achète des contacts à trente euros pièce et on en rappelle à peine la moitié
> need:12673 price:7 generic:13 ~ price:2 generic:27 team:3 need:45 integration:5 demo:1 ; amount=trente euros
a: Vous les rappelez comment ?
c: bah au portable chacun sa liste sur un tableur partagé enfin partagé quand quelqu'un pense à le mettre à jour
> need:6217 integration:52 generic:2 ~ technical:21 team:3 integration:3 need:45 training:5 generic:71
a: Combien de personnes passent des appels chaque jour dans votre équipe ?
c: quatre moi compris mais moi je fais que les gros dossiers
> need:216 team:1245 too-small:1 ~ price:6 training:43 generic:2417 interest:4 integration:2 demo:1 need:5 ; users=quatre
a: Et il y a un CRM ?
c: y en a eu un on l'a payé un an et personne l'ouvrait
> bad-experience:123 training:5 ~ bad-experience:4 integration:3 training:41 doubt:23 generic:2 need:7
a: Pourquoi ils ne l'ouvraient pas ?
c: trop de champs trop de clics mes gars ils sont sur les toits faut que ça aille vite
> need:4 training:1 technical:1 bad-experience:2 integration:1 demo:1 generic:2 ~ bad-experience:34 demo:245 training:423 need:1 interest:35 doubt:4 integration:25
a: Chez nous ils n'ont rien à remplir, la fiche s'écrit pendant qu'ils parlent.
c: arrête sérieux
> demo:14 interest:3 doubt:4 ~ interest:1452 demo:25 references:1 doubt:2 ; (surprise, with interest)
a: Sérieux. Je te le montre quand tu veux.
c: vas-y mais là j'ai un client qui arrive dans cinq minutes demain matin tôt genre huit heures
> call-back:3 demo:2 ~ demo:513 call-back:4 documents:4 ; date=demain matin|demain
a: Demain huit heures. Qu'est-ce que tu voudrais voir absolument ?
c: la fiche qui se remplit toute seule et le rappel automatique
> call-back:3 demo:5 closing:3 ~ demo:13 generic:6 interest:5 ; date=demain matin|demain
a: Ça marche, à demain.
c: allez à demain merci
> - thanks:12 call-back:3 ~ thanks:4 call-back:4

== printing house, does not dare to change | hesitant | sells: call software
slots: client=Marie-Claude|madame Bonnet|Bonnet users=trois product=logiciel|outil|solution
a: Bonjour Marie-Claude, comment allez-vous depuis la démonstration ?
c: ça va merci euh écoutez on a bien aimé mais bon
> doubt:125 generic:1 ~ doubt:346 interest:12 generic:928 small-talk:1 price:4
a: Mais bon ?
c: ben c'est-à-dire que changer maintenant avec tout ce qu'on a
> doubt:12 not-priority:12 generic:1 training:5 ~ timing:14 doubt:3564 training:1 not-priority:34 need:2 generic:7 integration:3 ; (the reserve is about the moment)
a: Vous voulez dire que ce n'est pas le bon moment ?
c: oui et non en fait c'est surtout moi j'ai peur que les filles me fassent la tête elles viennent juste de s'habituer au nouveau standard
> training:4512 doubt:23 ~ doubt:465 technical:1 need:64 authority:2 team:5 demo:514 timing:4 training:3
a: Qu'est-ce qui a fait réussir, ou échouer, votre dernier changement d'outil ?
c: ce qui a marché c'est que Sylvie elle l'a appris en premier et après elle a montré aux autres
> training:14 team:5 doubt:3 ~ training:23 demo:54 doubt:246 need:4 generic:4 closing:6 ; (training:4 asks nearly what was told: kept right with Sylvie in mind)
a: Alors on peut refaire pareil avec Sylvie.
c: Sylvie elle serait d'accord je pense
> doubt:3 demo:45 team:5 training:1 ~ demo:1 interest:23 generic:9 timing:14 call-back:2 training:23 closing:6 doubt:4
a: On lui donne un accès pour deux semaines, sans engagement.
c: sans engagement vraiment parce que l'autre jour mon mari il a signé un truc pour un essai et on paye toujours
> contract:1 distrust:32 bad-experience:4 ~ distrust:14 doubt:3 bad-experience:21 contract:2
a: Rien ne se signe, et l'accès se ferme tout seul.
c: bon si c'est ça
> - doubt:3 interest:23 generic:9 demo:45 timing:4 ~ closing:36 demo:2 training:14 doubt:54 timing:1 call-back:2 team:5 interest:15
a: Je l'ouvre la semaine prochaine ?
c: la semaine prochaine non elle est en congé la suivante
> - closing:6 timing:4 call-back:2 training:1 ~ demo:2 call-back:34 training:23 closing:3 ; (next week was refused: no slot with it)
a: La suivante, lundi 23.
c: lundi 23 voilà et vous m'appelez pas tous les jours hein
> - call-back:3 ~ closing:36 thanks:124 call-back:42 ; date=23 ; (a joke, no opposition)

== flat for sale, an exclusive mandate | hesitant | sells: real estate
slots: client=monsieur Gauthier|Gauthier competitor=Century|Orpi
a: Bonjour monsieur Gauthier, avez-vous réfléchi au mandat exclusif ?
c: oui j'ai réfléchi mais je préfère le mettre dans plusieurs agences pour avoir plus de chances
> doubt:12 competitor:3 contract:2 ~ doubt:56 generic:12 contract:15 references:34 price:4 competitor:6
a: Je comprends, c'est ce que beaucoup pensent. Trois annonces à trois prix, l'acheteur attend que ça baisse.
c: ah ouais j'avais pas vu ça comme ça
> - doubt:215 references:3 generic:9 interest:1 contract:2 ~ interest:2 generic:12 doubt:6 references:412
a: C'est pour ça que je vous le propose sur trois mois seulement.
c: trois mois et si vous vendez pas en trois mois je suis coincé
> contract:12 ~ contract:53 doubt:26 distrust:3 ; duration=trois mois ; (contract:3 promises a price: just harmless)
a: Au bout de trois mois vous êtes libre.
c: et vous prenez combien vous déjà
> - ~ budget:1 ; (only the agent knows: the price by seats is software's)
a: Quatre pour cent, à la charge de l'acheteur.
c: quatre pour cent sur 260 000 ça fait quand même dix mille balles
> price:1754 discount:1 ~ doubt:1 discount:246 price:2 competitor:3 ; amount=260 000|dix mille|10 000 ; (discount:3 with our own four per cent is wrong; price:5 about the value of the flat is beside)
a: Dix mille quatre cents, oui, photos et diagnostics compris.
c: mon beau-frère il a vendu tout seul sur internet en quinze jours
> competitor:31 references:34 doubt:21 ~ price:7 references:12 doubt:65 generic:12 competitor:6 ; (an objection; the fortnight is past)
a: Et il l'a vendu au prix qu'il voulait ?
c: ça il s'en vante pas
> - doubt:25 references:3 generic:2 ~ references:142 doubt:16 small-talk:4 generic:9 price:7
a: Qu'est-ce qui est le plus important pour vous, le prix ou le délai ?
c: le délai faut que ce soit vendu avant la fin août on achète ailleurs
> timing:1253 generic:9 ~ references:3 generic:672 doubt:2 closing:3 contract:25 ; date=fin août|août ; (the day is theirs; timing:2 speaks of "tout en place": still usable)
a: Alors chaque semaine compte.
c: oui je sais bien ma femme me le dit tous les jours
> authority:26 timing:3 generic:9 ~ timing:1 doubt:152 authority:1 closing:3 small-talk:4 call-back:2 generic:6
a: Est-ce qu'on se voit tous les trois ?
c: demain soir elle est là à partir de dix-neuf heures
> call-back:3 authority:2 ~ call-back:4 thanks:4 closing:3 ; date=demain soir|demain
`;
