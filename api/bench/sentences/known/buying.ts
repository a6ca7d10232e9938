/**
 * Calls about a price or a need, and with somebody who hesitates. Rules may be made with these.
 * Written and labelled on 30 November 2026, before the rules of that day and without a look at what they answer;
 * labels are not changed afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const buying = `
== brokers, the price of each seat | price | sells: call software
slots: client=madame Vasseur|Vasseur users=neuf competitor=Vocalys product=logiciel|outil
a: Bonjour madame Vasseur, Thomas de Souffleur, je vous appelle suite à votre demande sur le site.
c: oui bonjour alors moi je voulais juste savoir combien ça coûte votre truc
> price:36 team:3 ~ budget:1 greeting:1 too-small:2 need:3 ; (nobody said "cher": price:1 and price:4 answer an attack that was not made)
a: Ça dépend du nombre de postes. Vous êtes combien à téléphoner ?
c: alors on est neuf enfin neuf au téléphone plus deux qui font de la gestion
> price:36 team:124 need:3 ~ team:5 generic:3 integration:2 technical:2 competitor:3 budget:1 timing:1 interest:4 training:3
a: D'accord. Pour neuf personnes on est à 49 euros par poste et par mois.
c: ah oui quand même quarante-neuf euros fois neuf c'est pas donné hein
> price:124567 discount:1 budget:1 ~ discount:24 budget:34 price:3 contract:5 need:2 ; amount=quarante-neuf euros|49 euros
a: Quand vous dites cher, c'est par rapport à quoi : un budget, une autre offre, ou le résultat attendu ?
c: bah par rapport à Vocalys on a eu un devis chez Vocalys il y a dix jours ils étaient à trente-cinq
> competitor:12346 price:7 ~ supplier:2 discount:14 price:4 doubt:2 ; amount=trente-cinq ; (they are no client of Vocalys yet: competitor:5 and supplier:14 ask about a contract that does not exist)
a: Trente-cinq c'est sans l'aide pendant l'appel, c'est ça ?
c: euh je sais pas trop honnêtement j'ai pas regardé dans le détail
> competitor:2346 ~ generic:1 doubt:2 demo:1 references:3
a: Alors je vous propose de comparer les deux sur les mêmes critères.
c: oui non mais si vous me faites un effort sur le tarif ça m'évite de comparer
> discount:1246 ~ price:37 discount:5 contract:5 budget:1
a: Avec un engagement de deux ans je peux descendre à quarante-deux.
c: deux ans c'est long ça si jamais on arrête comment ça se passe
> contract:125 ~ contract:3 doubt:3 discount:1 ; duration=deux ans
a: Il y a une clause de sortie à douze mois.
c: bon d'accord écoutez envoyez-moi ça par mail avec les deux prix
> documents:1245 closing:3 ~ documents:3 call-back:2 competitor:4 thanks:4
a: Je vous l'envoie tout de suite.
c: merci bonne journée
> - thanks:124 ~ thanks:3 documents:5 call-back:2

== bakery, offer of an energy supplier | price | sells: energy
slots: client=monsieur Lemoine|Lemoine competitor=EDF
a: Bonjour monsieur Lemoine, vous m'aviez demandé une offre pour l'électricité du fournil.
c: oui bonjour oui c'est ça parce que là je paye à peu près 1 400 euros par mois et ça devient plus possible
> price:7 need:27 generic:1 competitor:3 ~ budget:1 need:16 generic:27 greeting:1 price:5 competitor:6 ; amount=1 400 euros|1400 euros ; (the amount is what they pay today)
a: Je comprends. Et vous êtes chez qui aujourd'hui ?
c: chez EDF depuis toujours
> competitor:156 supplier:124 ~ supplier:35 competitor:3 need:6 contract:2
a: Très bien. Notre offre fixe arrive à 1 180 euros par mois.
c: 1 180 hors taxes ou toutes taxes comprises
> - ~ price:5 ; amount=1 180|1180 ; (only the agent knows; a reply to another subject is wrong)
a: Hors taxes, pardon.
c: ah bah oui donc avec la TVA on n'est plus si loin que ça de ce que je paye
> price:15 competitor:36 discount:1 ~ price:47 discount:264 contract:5 generic:2 ; amount=1 180|1180|1 400|1400
a: Votre facture actuelle, elle est hors taxes aussi ?
c: euh attendez je regarde oui en effet hors taxes 1 400 donc ça fait deux cents euros de mieux
> generic:9 interest:1 contract:2 closing:3 ~ timing:1 authority:1 competitor:5 price:7 contract:15 generic:2 doubt:1
a: Exactement, 220 euros par mois.
c: et le prix il est bloqué combien de temps parce que l'an dernier un collègue s'est fait avoir
> contract:123 distrust:3 ~ contract:5 bad-experience:2 distrust:2 references:1 ; duration=trois ans|deux ans|un an
a: Trente-six mois, c'est écrit dans le contrat.
c: bon faut que j'en parle à ma femme c'est elle qui fait les comptes
> authority:2 documents:1 call-back:2 ~ authority:36 documents:2435 generic:6 call-back:4
a: Bien sûr, vous en parlez quand ?
c: ce soir rappelez-moi plutôt lundi après le service vers quatorze heures
> call-back:34 ~ thanks:4 documents:1 authority:3 closing:3 ; (call-back:1 asks for morning or afternoon, which was said)
a: Lundi quatorze heures, c'est noté.
c: ok au revoir merci
> - thanks:124 call-back:3 ~ thanks:3 call-back:4

== estate agency, a discount for many seats | price | sells: call software
slots: client=Hugo|monsieur Ferrand|Ferrand users=vingt-deux|22 competitor=Aircall product=logiciel|outil|CRM
a: Bonjour Hugo, j'espère que vous allez bien.
c: ça va ça va et vous
> small-talk:1234 ~ greeting:5
a: Très bien merci. Vous avez pu regarder la proposition ?
c: oui j'ai regardé 22 postes à 45 euros ça fait 990 par mois si je me trompe pas
> price:245 discount:1 closing:4 generic:9 ~ price:736 budget:1 authority:1 team:12 closing:3 discount:24 ; amount=45 euros|quarante-cinq euros|990
a: C'est bien ça.
c: bon on va pas se mentir c'est pas le budget qu'on avait en tête
> budget:14 price:1 discount:4 ~ budget:362 discount:12 price:47 contract:5 ; amount=45 euros|990 ; (budget:2 with the full price is a little beside)
a: Quelle enveloppe aviez-vous prévue pour ce projet ?
c: on avait mis 800 maxi
> budget:24 discount:1 ~ price:54 budget:35 discount:264 team:5 contract:5 ; amount=800
a: D'accord. Sur huit cents on peut équiper dix-huit postes.
c: non mais les vingt-deux ils téléphonent tous je peux pas en laisser quatre de côté
> discount:26 budget:4 ~ team:25 budget:3 contract:5 price:3 training:4 ; (discount:1 proposes what was refused just now)
a: Je comprends. Et si on étale sur l'année ?
c: étaler ça change rien au total faut me faire une remise de quinze pour cent et on en parle plus
> discount:2365 ~ contract:5 budget:5 ; percent=quinze pour cent|15 duration=deux ans|un an
a: Quinze pour cent, il me faut une contrepartie.
c: quoi comme contrepartie
> discount:26 ~ contract:5 references:1
a: Un témoignage et deux ans d'engagement.
c: le témoignage pas de souci deux ans faut voir c'est le gérant qui signe
> authority:12346 contract:2 ~ contract:15 documents:3 call-back:2 budget:5
a: Le gérant, c'est monsieur Ferrand ?
c: oui il rentre de vacances mardi
> call-back:1234 authority:234 ~ documents:43 authority:61 ; date=mardi
a: Alors je vous rappelle mercredi matin ?
c: mercredi matin ça marche
> call-back:3 closing:3 ~ call-back:4 authority:3 documents:14 thanks:4 ; date=mercredi

== telecom reseller, a sales team of beginners | discovery | sells: call software
slots: client=Karima|madame Belaïd|Belaïd users=six|deux competitor=Salesforce product=CRM|outil|logiciel
a: Bonjour Karima, merci de prendre ce moment. Pour commencer, comment ça se passe aujourd'hui chez vous au téléphone ?
c: bonjour alors en fait on a six commerciaux dont quatre qui débutent et euh bah ils sont pas à l'aise ils lisent leur script et ça s'entend
> need:1267 generic:2 training:5 ~ team:154 need:35 generic:147 training:14 interest:4
a: Depuis quand rencontrez-vous cette difficulté, et qu'avez-vous déjà essayé ?
c: depuis septembre on a fait deux jours de formation avec un cabinet ça a tenu trois semaines et puis plus rien
> training:5 need:21 bad-experience:3 generic:2 ~ training:14 bad-experience:24 need:65 generic:71 ; (the training of last September is no date to work with)
a: Et ça vous coûte quoi, concrètement ?
c: je dirais qu'on perd un rendez-vous sur trois à cause de ça un rendez-vous ça vaut à peu près 600 euros de marge
> need:16 generic:4 price:7 interest:5 ~ generic:217 price:2 need:45 references:4 demo:1 ; amount=600 euros ; (price:2 with a margin is beside, but flatters the case)
a: Donc pour six commerciaux, le calcul est vite fait.
c: oui oui
> - ~ generic:124 need:1 interest:5 demo:1 team:1
a: Si vous ne deviez régler qu'un seul point cette année, ce serait lequel ?
c: les objections clairement dès qu'on leur dit c'est trop cher ils raccrochent presque
> demo:1 interest:5 generic:4 need:6 ~ generic:217 demo:245 references:3 training:14 interest:3 team:5 need:5 ; (the client reports an objection of others: nobody attacks our price)
a: C'est exactement ce que fait Souffleur, la réponse s'affiche pendant l'appel.
c: pendant l'appel vous voulez dire qu'ils la voient en direct
> competitor:2 demo:1 interest:4 ~ demo:425 technical:1 interest:5
a: Oui, en moins d'une seconde.
c: ah ouais c'est pas bête ça et ça se branche sur quoi nous on a un vieux standard
> technical:125 integration:2 ~ technical:4 integration:1 demo:1
a: Ça marche dans le navigateur, avec n'importe quel casque.
c: ok et niveau CRM on est sur Salesforce
> integration:1234 ~ integration:5 demo:1 technical:5 competitor:7
a: On a un connecteur natif.
c: bon bah faudrait voir une démo alors avec mes gars un jeudi ils sont tous là le jeudi
> demo:1235 call-back:3 ~ call-back:2 interest:2 demo:4 ; date=jeudi
a: Jeudi prochain, dix heures ?
c: jeudi dix heures impeccable
> call-back:3 demo:2 closing:3 ~ demo:51 call-back:4 thanks:4

== offices of a notary, cleaning | discovery | sells: cleaning
slots: client=maître Delorme|Delorme
a: Bonjour maître Delorme, je suis Sandra de Clartis, vous avez demandé un devis pour le ménage de l'étude.
c: oui bonjour madame alors c'est assez simple on a deux étages à peu près 300 mètres carrés
> need:37 generic:3 supplier:2 ~ generic:12 need:1 timing:1 greeting:1 budget:1 supplier:35
a: Et comment ça se passe aujourd'hui ?
c: aujourd'hui on a une dame qui vient le soir mais elle prend sa retraite fin avril donc voilà
> timing:12 need:1 generic:2 ~ need:3 timing:5 supplier:1 budget:1 generic:147 authority:1 ; date=fin avril|avril
a: Fin avril, d'accord. Elle vient combien de fois par semaine ?
c: trois fois le lundi le mercredi et le vendredi de dix-huit heures à vingt heures
> generic:24 need:1 ~ budget:1 supplier:2 timing:1 closing:3 generic:71 ; (the weekdays are hours of cleaning and no appointment)
a: Qu'est-ce qui est le plus important pour vous dans ce projet ?
c: la discrétion on a des dossiers confidentiels partout faut que ce soit toujours la même personne
> security:4 support:1 generic:14 references:1 ~ generic:7 need:1 distrust:2 contract:4 security:3 references:234 support:3 ; (security:15 speak of software)
a: Chez nous, c'est une personne attitrée, avec une clause de confidentialité.
c: très bien et vos tarifs c'est à l'heure ou au forfait
> - ~ budget:1 price:5
a: Au forfait mensuel. Pour trois passages, ce serait autour de 850 euros.
c: mmh d'accord on paye 700 aujourd'hui charges comprises
> price:1457 discount:1 ~ budget:13 discount:24 price:2 contract:5 ; amount=850 euros|700
a: Cela comprend les produits et le remplacement pendant les congés.
c: ah le remplacement oui ça c'est un vrai plus parce que l'été c'est toujours la galère
> interest:12 generic:29 ~ need:1 timing:1 closing:3 contract:2 price:4
a: Souhaitez-vous que je passe voir les locaux ?
c: oui passez plutôt un mardi ou un jeudi matin avant dix heures
> call-back:3 ~ call-back:1 thanks:4 documents:3 ; date=mardi|jeudi ; (call-back:1 asks for the morning again)
a: Mardi neuf heures, alors. Qui d'autre est concerné par cette question chez vous ?
c: mon associé maître Hamon mais il me laisse faire
> call-back:3 authority:6 closing:3 ~ authority:23 documents:3 thanks:4 generic:9
a: Parfait, à mardi.
c: à mardi au revoir madame
> - thanks:12 call-back:3 ~ thanks:34

== caterer, orders by telephone | discovery | sells: call software
slots: client=monsieur Paoli|Paoli users=trois|quatre product=logiciel|outil
a: Bonjour monsieur Paoli, vous prenez vos commandes par téléphone, c'est bien ça ?
c: oui tout par téléphone on est trois à répondre et le vendredi c'est la folie
> need:1267 team:4 generic:1 too-small:24 ~ need:35 generic:237 team:15 greeting:1 integration:5
a: Qu'est-ce qui se passe le vendredi ?
c: bah on note sur des papiers on se trompe d'adresse on oublie de proposer les boissons le client il est pas content et moi je rattrape derrière vous voyez ce que je veux dire
> need:2167 integration:5 generic:2 ~ need:45 generic:17 demo:1 interest:5 ; (they tell of their own clients' complaints: the replies to a complaint are wrong)
a: Je vois très bien. Qu'est-ce que ce problème vous coûte aujourd'hui, en temps ou en argent ?
c: oh facile deux ou trois cents euros par semaine rien qu'en erreurs
> need:16 price:27 generic:4 interest:5 ~ need:75 demo:14 generic:217 interest:3 budget:1 price:5 ; amount=cents euros ; (their own loss may be used with its source)
a: Et quel outil utilisez-vous pour les commandes ?
c: un cahier et un tableur que ma fille a fait
> integration:35 need:3 ~ integration:2 technical:1 need:5 training:5 competitor:7 generic:2 demo:1
a: Chez nous, pendant l'appel, l'écran rappelle ce qu'il faut proposer.
c: ah oui comme les boissons par exemple
> interest:15 demo:1 ~ interest:3 demo:245 generic:2 need:1
a: Exactement. Et l'adresse est relue.
c: et mes gars ils vont savoir s'en servir parce que l'informatique et eux hein
> training:124 technical:1 ~ training:53 demo:14 support:13 doubt:4
a: La prise en main dure une heure, avec vos propres appels comme exemples.
c: une heure ça va ça
> interest:23 demo:14 generic:9 ~ training:24 timing:1 demo:235 call-back:2 authority:1 interest:15
a: Vous voulez essayer deux semaines ?
c: oui mais pas avant Pâques avant Pâques on a pas une minute
> timing:5 call-back:12 not-priority:4 no-time:3 demo:3 ~ timing:41 no-time:1 documents:4 call-back:4 ; date=Pâques ; (a date after Easter is what they leave open)
a: Alors la semaine d'après ?
c: la semaine d'après ok
> call-back:3 demo:2 closing:35 ~ demo:5 closing:6 timing:4 call-back:4 training:4

== insurance agency, cannot make up its mind | hesitant | sells: call software
slots: client=Philippe|monsieur Marchand|Marchand users=cinq product=logiciel|outil|solution
a: Bonjour Philippe, je vous rappelle comme convenu.
c: oui bonjour ah oui c'est vrai on devait se rappeler
> - greeting:154 ~ small-talk:2 generic:9 greeting:3 ; (the opening: silence is right as well)
a: Vous avez pu en discuter avec votre équipe ?
c: on en a discuté oui et je vous avoue que je sais pas trop y en a qui sont pour y en a qui sont contre
> doubt:125 training:4 ~ doubt:346 need:6 generic:1 authority:21 training:5
a: Qu'est-ce qui vous retient, précisément ?
c: non non c'est pas une question de prix hein le prix ça va
> generic:1 doubt:25 ~ doubt:346 authority:6 ; (a denial: every reply on the price is wrong, and doubt:1 was asked just now)
a: D'accord, alors c'est quoi ?
c: c'est plutôt que mes anciens ils ont peur qu'on les écoute qu'on les surveille quoi
> security:5 doubt:23 training:4 demo:14 references:1 ~ security:24 training:15 doubt:654 demo:52 distrust:2 team:5 need:6 references:234
a: Chaque organisation ne voit que ses propres appels, et chaque accès est tracé.
c: oui mais moi le patron je les vois leurs appels
> doubt:2 training:4 security:4 ~ security:25 doubt:3654 references:1 training:5 generic:1
a: Seulement si vous activez l'écoute. Vous pouvez la laisser fermée.
c: ah on peut la laisser fermée ça ils vont préférer ça
> doubt:3 interest:2 training:4 demo:1 team:5 authority:3 ~ demo:452 generic:9 doubt:54 interest:351 training:1
a: On pourrait commencer avec deux volontaires.
c: pourquoi pas oui deux jeunes qui sont partants
> doubt:34 demo:4 interest:23 team:5 timing:4 ~ training:41 timing:1 closing:6 demo:52 generic:49 interest:15
a: Un essai de deux semaines suffit pour mesurer le gain sur vos propres appels.
c: et si au bout de deux semaines ils disent non on arrête et puis c'est tout
> - contract:1 doubt:3 bad-experience:4 ~ contract:2 doubt:6 generic:4 distrust:3
a: On arrête, sans frais.
c: bon je réfléchis encore un petit peu je vous redis
> doubt:51 call-back:2 not-priority:4 ~ doubt:2634 generic:9 authority:36 documents:1 demo:4 call-back:4
a: Je vous rappelle quand ?
c: disons jeudi prochain
> call-back:13 ~ thanks:4 call-back:4 closing:3 documents:4 ; date=jeudi

== private house, solar on the roof | hesitant | sells: solar
slots: client=madame Leroux|Leroux
a: Bonjour madame Leroux, vous avez bien reçu mon étude ?
c: oui oui je l'ai reçue je l'ai lue deux fois même
> generic:8 interest:1 doubt:1 ~ doubt:256 generic:29 documents:34 greeting:15 thanks:3 price:4
a: Qu'est-ce que vous en pensez ?
c: c'est intéressant mais 14 000 euros à notre âge vous savez on se demande
> price:17 doubt:12 budget:4 ~ doubt:563 price:45 budget:12 references:4 distrust:2 ; amount=14 000 euros|14000 ; (price:2 speaks of hours that are saved at work)
a: Je comprends. C'est le montant qui vous inquiète, ou la durée ?
c: la durée surtout mon mari a 71 ans alors rentabiliser sur douze ans
> doubt:126 references:3 ~ doubt:5 budget:4 references:124 generic:2 ; (years to earn it back are no term of a contract)
a: Les panneaux augmentent aussi la valeur de la maison.
c: ça c'est vous qui le dites hein
> references:134 doubt:2 distrust:24 ~ distrust:13 references:2 doubt:615
a: J'ai des chiffres de notaires, je peux vous les envoyer.
c: ma voisine elle en a fait poser elle a eu que des ennuis avec l'onduleur
> bad-experience:12 support:1 references:1 ~ bad-experience:3 support:34 doubt:2 distrust:24 references:234
a: Qu'est-ce qui s'est passé, précisément ?
c: il est tombé en panne et la société avait fermé plus personne au bout du fil
> support:1 bad-experience:2 distrust:124 contract:1 ~ bad-experience:3 support:3 references:1 distrust:3 doubt:2 contract:2
a: Notre société a quinze ans, et la garantie est celle du fabricant.
c: mouais
> - doubt:125 distrust:24 references:1 ~ generic:1 doubt:6 distrust:1 price:4 references:234
a: Sur une échelle de un à dix, où en êtes-vous, et que manque-t-il pour arriver à dix ?
c: je dirais six il manque que mon mari soit d'accord
> authority:2 call-back:2 ~ authority:16 doubt:2 documents:3 references:1 call-back:4 ; (a husband is no management: authority:4 is wrong)
a: Est-ce que je peux passer quand il est là ?
c: il est là que le samedi matin en ce moment
> call-back:3 authority:2 ~ call-back:41 ; date=samedi
a: Ce samedi à dix heures ?
c: non pas ce samedi on a le baptême de la petite
> - call-back:2 ~ small-talk:4 call-back:4 ; (no day is proposed now: this Saturday was refused)
a: Félicitations ! Alors le samedi d'après.
c: le samedi d'après oui c'est bien
> call-back:3 ~ authority:2 thanks:4 call-back:4
`;
