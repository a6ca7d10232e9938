/**
 * Renewals, calls out of the blue and talks with technicians. Rules may be made with these.
 * Written and labelled on 30 November 2026, before the rules of that day and without a look at what they answer;
 * labels are not changed afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const contact = `
== insurance of a fleet, due in June | renewal | sells: insurance
slots: client=monsieur Castel|Castel competitor=Groupama|Axa users=quatorze
a: Bonjour monsieur Castel, je vous appelle pour l'échéance de votre flotte au 1er juin.
c: ah oui bonjour justement j'ai vu l'avis d'échéance ça a encore pris huit pour cent
> price:17 complaint:6 generic:2 discount:1 ~ need:2 contract:5 price:4 budget:1 doubt:1 discount:24 ; ; (discount:3 with the rise of eight per cent is wrong)
a: Oui, la hausse du marché a été forte. Combien de véhicules avez-vous aujourd'hui ?
c: quatorze dont deux qu'on va vendre d'ici l'été
> discount:1 generic:12 ~ discount:24 timing:1 need:1 contract:5 price:7 budget:1 ; (vehicles are no users)
a: D'accord, donc on peut déjà retirer ces deux-là.
c: oui mais même comme ça Groupama me propose 9 200 à l'année contre 10 400 chez vous
> competitor:3614 discount:1 ~ price:175 discount:24 contract:5 supplier:2 ; amount=9 200|10 400|9200|10400 ; (we are their insurer: no reply may ask about their contract with the competitor)
a: Et la franchise chez eux ?
c: la franchise elle est à 800 chez vous elle est à 500
> competitor:36 price:15 ~ competitor:14 discount:1 price:47 doubt:1 ; amount=9 200|9200
a: Donc sur un sinistre par an, l'écart se réduit.
c: ouais ça se tient on en a eu trois l'an dernier des sinistres
> discount:1 generic:12 price:7 ~ competitor:3 interest:2 contract:5 closing:3 need:2 discount:24 ; (last year)
a: Je peux revoir la prime si vous vous engagez deux ans.
c: deux ans moi ça me gêne pas si c'est écrit que ça bouge pas
> contract:13 closing:3 distrust:3 ~ discount:25 contract:42 closing:1 ; duration=deux ans
a: C'est écrit, prime bloquée.
c: et le bris de glace il est toujours dedans
> - ~ contract:1 ; (only the agent knows)
a: Toujours, sans franchise.
c: bon bah envoyez-moi l'avenant je le regarde ce week-end
> documents:145 closing:1 call-back:2 ~ documents:23 closing:3 contract:1 thanks:4 call-back:4 ; date=lundi|ce week-end ; (documents:4 "ce week-end" is when they read)
a: Je vous l'envoie ce soir et on en reparle lundi ?
c: lundi c'est férié non euh non c'est bon lundi en fin de matinée
> call-back:3 ~ closing:3 thanks:4 documents:1 call-back:4

== software of a call centre, renewal with seats | renewal | sells: call software
slots: client=Sophie|madame Garnier|Garnier users=quarante|trente|dix product=logiciel|outil|plateforme|abonnement
a: Bonjour Sophie, le contrat arrive à échéance fin avril, je voulais faire le point avec vous.
c: oui bonjour bah globalement on est contents hein les équipes s'en servent tous les jours
> interest:1 generic:28 references:1 need:5 ~ interest:5 team:4 contract:25 discount:6 generic:9 thanks:3 small-talk:2 references:234 ; (references:1 offers a reference to a client: wrong reading; kept harmless in practice)
a: Qu'est-ce qui vous parle le plus dans ce que nous venons de voir ?
c: les relances automatiques et puis le tableau pour les chefs d'équipe
> need:15 generic:12 interest:5 team:4 ~ contract:2 generic:87 training:4 closing:3
a: Et ce qui vous manque ?
c: bah le lien avec notre agenda c'est toujours pas fait on vous l'a demandé en octobre
> complaint:6315 ~ integration:24 technical:5 support:1 ; (October is past)
a: Vous avez raison de le dire. C'est prévu pour mai.
c: en mai c'est sûr ou c'est en mai comme octobre
> complaint:37 distrust:3 ~ complaint:15 doubt:2 contract:1 ; date=en mai|mai
a: Je vous le mets par écrit dans le contrat.
c: ok alors autre chose on va passer de quarante à trente postes on a fermé le site de Brest
> price:6 discount:1 closing:3 ~ price:3 team:4 contract:5 generic:1 discount:264 timing:1 ; users=trente ; (price:3 says that fewer seats cost more each)
a: Ah, je suis désolée pour Brest. Donc trente postes à partir de mai.
c: c'est ça et du coup le prix il change comment
> price:63 ~ discount:1 price:5 contract:5 ; users=trente
a: Vous passez à 41 euros au lieu de 38.
c: attendez on prend moins de postes et on paye plus cher le poste c'est un peu fort
> discount:124 price:1 complaint:6 contract:5 ~ discount:65 price:5427 contract:2 ; amount=41 euros duration=deux ans
a: Avec un engagement plus long, je peux obtenir un meilleur tarif pour vous.
c: plus long c'est combien parce que nous au-delà d'un an faut que ça passe en comité
> contract:25 authority:1 ~ authority:234 contract:13 discount:5 ; duration=deux ans|un an
a: Un an reconduit suffit.
c: un an c'est bon ça je peux le signer moi-même
> closing:132 contract:1 ~ contract:32 documents:1 closing:45 ; duration=un an users=trente date=en mai|mai
a: Très bien, je vous envoie le contrat pour trente postes.
c: parfait merci beaucoup
> - thanks:124 closing:3 ~ thanks:3 closing:6

== car workshop, call out of the blue | cold call | sells: call software
slots: client=monsieur Da Silva|Da Silva users=deux|trois product=logiciel|outil
a: Bonjour, Julie de Souffleur, je vous dérange ?
c: bah un peu oui je suis sous une voiture là
> no-time:234 call-back:2 ~ call-back:54 no-time:1 greeting:3
a: Je suis bref : trente secondes pour vous dire pourquoi j'appelle, et vous décidez de la suite.
c: allez-y trente secondes hein
> - need:37 ~ generic:35 team:3 greeting:4
a: On aide ceux qui répondent au téléphone à trouver la bonne réponse et à ne plus rien noter.
c: mais nous on est un garage on n'est pas un centre d'appel
> too-small:1234 ~ need:3 supplier:3 generic:3
a: Combien êtes-vous à téléphoner, et combien d'appels passez-vous par semaine ?
c: on est deux et on passe pas d'appels c'est les gens qui appellent pour leur voiture une vingtaine par jour
> too-small:14 need:37 integration:5 generic:3 ~ need:21 generic:25 too-small:3
a: Et entre deux voitures, vous en ratez ?
c: ah ça oui on en rate je saurais pas vous dire combien mais oui
> need:21 price:7 too-small:4 ~ need:375 generic:127 demo:14 interest:3
a: Chaque appel raté c'est une réparation qui part chez le voisin.
c: ouais ouais je sais mais bon c'est comme ça
> need:21 generic:2 price:7 not-priority:2 ~ doubt:1 demo:4 not-interested:2 interest:3 generic:17 need:5
a: Je peux vous montrer en dix minutes.
c: non écoutez pas maintenant
> no-time:34 call-back:2 not-priority:4 ~ not-interested:2 no-time:1 documents:1 call-back:54
a: Quel moment de la semaine est le plus calme chez vous ?
c: le mercredi en début d'après-midi c'est mort
> call-back:3 demo:3 ~ call-back:4 no-time:4 ; date=mercredi
a: Alors mercredi à quatorze heures, je vous rappelle.
c: ok mais au portable pas au garage
> call-back:43 ~ thanks:42

== solar panels, the number is on a list | cold call | sells: solar
slots: client=monsieur Petit|Petit
a: Bonjour, monsieur Petit ? Je vous appelle au sujet des aides pour le solaire.
c: comment vous avez eu mon numéro
> data-source:1234 ~ opposition:2
a: Il vient d'un formulaire rempli sur un site partenaire.
c: moi j'ai rien rempli du tout
> data-source:124 opposition:12 ~ distrust:1 data-source:3 complaint:6
a: C'est possible que ce soit une erreur, je vérifie.
c: vous êtes le cinquième ce mois-ci ça suffit maintenant
> opposition:1234 not-interested:1 ~ not-interested:4 data-source:2 complaint:6
a: Je comprends, je vous prie de m'excuser. Une seule question, êtes-vous propriétaire ?
c: ça vous regarde pas
> - not-interested:1 opposition:12 ~ not-interested:34 opposition:34
a: Très bien, monsieur.
c: enlevez-moi de votre liste
> opposition:1234 ~ data-source:2
a: C'est noté, et je m'excuse du dérangement : je retire vos coordonnées de nos listes dès la fin de cet appel.
c: et je veux une preuve
> opposition:3 data-source:2 ~ opposition:2
a: Je vous l'envoie par écrit.
c: à mon adresse vous l'avez apparemment
> - opposition:3 ~ opposition:24 data-source:3
a: Oui, je l'ai. Bonne journée monsieur.
c: c'est ça
> - ~ thanks:2 opposition:4

== town services, the wrong person in a hurry | cold call | sells: call software
slots: client=madame Perrin|Perrin users=douze
a: Bonjour, je souhaite parler à la personne qui gère l'accueil téléphonique.
c: alors c'est pas moi c'est le service des moyens généraux
> not-responsible:1234 ~ greeting:3
a: Pouvez-vous me passer la personne concernée, ou préférez-vous que je lui écrive d'abord ?
c: je peux pas vous la passer elle est en réunion jusqu'à midi
> not-responsible:23 call-back:2 ~ not-responsible:1 documents:1 call-back:4 ; (the agent asked not-responsible:4 just now)
a: D'accord, et elle s'appelle comment ?
c: madame Perrin p e deux r i n
> - not-responsible:2 ~ call-back:2 thanks:12 not-responsible:3 documents:1
a: Merci. Le mieux c'est de la rappeler à quel moment ?
c: l'après-midi plutôt mais pas le vendredi elle est en télétravail
> - call-back:4 ~ call-back:3 thanks:12 documents:1 ; (call-back:1 needs a day: Friday is excluded, and no other was proposed)
a: Je rappelle donc demain après-midi... ah non, demain c'est vendredi.
c: voilà lundi du coup
> - ~ thanks:124 call-back:341 ; date=lundi
a: Lundi, entendu. Et entre nous, combien de personnes répondent à l'accueil ?
c: oh on est une douzaine mais faut voir ça avec elle moi je sais pas ce que je peux vous dire
> not-responsible:3 thanks:2 ~ authority:2 documents:1 too-small:2 call-back:4 thanks:1
a: Bien sûr. C'est elle qui décide aussi ?
c: non non c'est le directeur général des services pour tout ce qui coûte des sous
> authority:12 ~ authority:34 budget:356 not-responsible:1 ; (silence is not needed, a question on how decisions go is welcome)
a: Très utile, merci infiniment.
c: je vous en prie bon courage
> - thanks:12 ~ thanks:4

== head of IT, requirements | technical | sells: call software
slots: client=monsieur Kowalski|Kowalski users=cent vingt|120 product=CRM|logiciel|outil|solution|application
a: Bonjour monsieur Kowalski, votre directrice commerciale m'a proposé de vous appeler.
c: bonjour oui elle m'en a parlé alors moi ma première question c'est qu'est-ce qu'il faut installer
> technical:142 ~ technical:5 integration:2 ; (technical:2 asks back)
a: Il n'y a rien à installer : tout fonctionne dans le navigateur.
c: quel navigateur parce que nous on est encore sur une vieille version d'Edge sur une partie du parc
> - technical:45 ~ technical:2
a: Edge à partir de la version 110.
c: 110 ok ça passe et la téléphonie on est sur du Mitel en interne
> technical:5 integration:2 ~ technical:43 integration:1 demo:2
a: On se branche sur Mitel par un trunk SIP.
c: et les enregistrements vous les gardez où et combien de temps
> security:2413 ~ security:5
a: En France, six mois par défaut, réglable.
c: six mois c'est trop notre dpo demande trente jours maximum
> security:243 ~ security:51 technical:4
a: On peut mettre trente jours.
c: d'accord et pour les comptes utilisateurs on a un annuaire je veux pas créer cent vingt comptes à la main
> technical:5 integration:42 ~ technical:4 training:3 integration:3 team:5 ; (a single sign-on question)
a: On s'appuie sur votre annuaire, par SAML.
c: bon ça c'est bien et la reconnaissance elle comprend les noms de médicaments par exemple
> technical:3 demo:142 ~ technical:5 references:1 doubt:4 demo:5
a: On ajoute un lexique de votre métier.
c: faudrait que je voie ça en vrai avec un de vos ingénieurs
> technical:5 demo:1254 ~ demo:3 call-back:2 interest:2 doubt:4 technical:4
a: Bien sûr, je vous propose lundi ou mercredi.
c: mercredi plutôt le matin
> call-back:3 demo:23 technical:5 ~ call-back:4 demo:5 technical:4 ; date=mercredi

== estate managers, link with their programs | technical | sells: call software
slots: client=Aurélie|madame Simon|Simon competitor=HubSpot product=logiciel|outil|CRM|connecteur users=vingt-cinq
a: Bonjour Aurélie, on avait prévu de parler de l'intégration.
c: oui alors nous c'est un logiciel de gestion locative maison plus HubSpot pour les commerciaux
> integration:1234 ~ integration:5 technical:54 need:3 demo:2
a: HubSpot c'est natif. Pour le logiciel maison, il y a une API ?
c: alors il y a une API mais elle est pas très documentée celui qui l'a faite est parti
> technical:5 integration:4 ~ integration:23 technical:4 support:1
a: Ça ne nous arrête pas, on a l'habitude.
c: d'accord et ça prend combien de temps de brancher les deux
> technical:5 timing:4 integration:1 ~ timing:1 integration:25 technical:4 ; (a question of duration)
a: Une semaine pour HubSpot, trois semaines pour l'autre.
c: trois semaines donc début avril on pourrait être prêts
> timing:254 closing:5 ~ timing:1 training:4 call-back:2 authority:1 closing:6 ; date=début avril|avril
a: Si nous visons un démarrage début avril, qu'est-ce qui doit être réglé avant ?
c: faut que mon chef valide et faut nettoyer la base parce qu'elle est remplie de doublons
> authority:234 integration:3 ~ authority:16 integration:45 technical:5 timing:4 need:3
a: Les doublons, on les détecte à l'import.
c: ah c'est compris ça dans le prix ou c'est en plus
> - ~ integration:3 ; (only the agent knows)
a: C'est compris.
c: et si demain on change de CRM on récupère nos données comment
> - contract:1 security:2 integration:3 ~ technical:5 contract:2 doubt:1 security:45 ; ("demain" is a figure of speech)
a: Un export complet en un clic, à tout moment.
c: ok moi ça me va techniquement c'est bon
> closing:3 interest:2 generic:9 authority:43 ~ authority:21 timing:1 call-back:2 demo:5 closing:5 interest:135 ; date=début avril|avril
a: Quelle serait, pour vous, la prochaine étape utile ?
c: que vous m'envoyiez le schéma et une proposition je passe ça au comité du 24
> documents:1234 authority:34 ~ authority:2 technical:5 call-back:21 documents:5 ; date=le 24|24 mars|24
`;
