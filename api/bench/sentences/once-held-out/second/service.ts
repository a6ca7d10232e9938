/**
 * Complaints, faults, and clients who are angry. Rules may be made with these.
 * No rule was made with a turn of these until others were held out in their place, but their figures were looked at four times
 * and changed how certain a reply has to be.
 * Written and labelled on 30 November 2026, after the first rules and without a look at them or at what they answer;
 * labels are not changed afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const service = `
== bistro, the bins stay full | complaint | sells: waste collection
slots: client=monsieur Tran|Tran
a: Service clients Propreté Ouest, Amandine, bonjour.
c: bonjour oui alors vous êtes pas passés mardi et vous êtes pas passés ce matin non plus mes poubelles débordent sur le trottoir
> complaint:136 ~ complaint:25 support:13 greeting:1 ; (Tuesday is past)
a: Je suis désolée. C'est à quelle adresse ?
c: 14 rue du Port le bistrot du Port monsieur Tran
> - complaint:1 ~ complaint:236 greeting:1
a: Merci monsieur Tran. Je vois deux passages marqués comme faits.
c: ah non non ils sont pas faits je vous envoie la photo si vous voulez
> complaint:136 ~ complaint:25 support:3
a: Je vous crois. Le camion peut repasser demain matin.
c: à quelle heure parce que j'ai la mairie qui m'a laissé un mot
> - complaint:3 ~ complaint:17 ; date=demain matin|demain
a: Avant sept heures.
c: avant sept heures bon et si j'ai l'amende c'est pour qui
> - complaint:35 ~ complaint:16
a: Si elle arrive, vous nous l'envoyez, on la prend en charge.
c: vous me mettez ça par écrit s'il vous plaît
> complaint:3 documents:1 ~ complaint:17 ; date=demain matin|demain
a: C'est envoyé. Vous l'avez ?
c: je l'ai oui attendez oui c'est bon
> - ~ thanks:23 complaint:1
a: Très bien.
c: et dites-moi vous faites aussi les huiles de friture
> - ~ generic:13 need:3 ; (only the agent knows)
a: Oui, une collecte par mois, c'est une collègue qui s'en occupe.
c: qu'elle m'appelle alors mais la semaine prochaine
> call-back:134 ~ call-back:2 thanks:2 complaint:3 ; date=la semaine prochaine|semaine prochaine

== reminders that ring at night | complaint | sells: call software
slots: client=madame Delaunay|Delaunay|Solène product=logiciel|outil|application|plateforme
a: Bonjour madame Delaunay, vous avez ouvert une demande ce matin.
c: oui bonjour les rappels que programment mes conseillers ils partent plus à la bonne heure y en a un qui a sonné à trois heures du matin chez un client
> complaint:126 ~ complaint:35 support:3
a: Pouvez-vous me dire depuis quand cela se produit, et qui est touché ?
c: depuis le début de la semaine et c'est tout le monde les vingt
> complaint:13 ~ complaint:56 support:3 ; (to sell them twenty seats is wrong)
a: Nous avons changé de serveur dimanche, c'est lié.
c: ah bah voilà et personne nous prévient
> complaint:16 ~ complaint:35 support:1
a: C'est vrai. Le réglage du fuseau a sauté, je le remets maintenant.
c: et les rappels qui sont déjà programmés ils vont se décaler tout seuls ou faut qu'on les refasse
> - complaint:3 ~ complaint:1 support:3
a: Ils se décalent tout seuls, vous n'avez rien à refaire.
c: vous êtes sûr parce que j'en ai à peu près trois cents
> - complaint:3 ~ complaint:1 support:1 ; (three hundred are reminders)
a: J'en vérifie dix avec vous, si vous voulez.
c: oui allez prenez ceux de demain
> - ~ complaint:13
a: Demain, neuf heures, monsieur Ortiz, c'est juste ?
c: neuf heures oui c'est ce qui était prévu
> - ~ complaint:13 thanks:3
a: Les dix sont bons.
c: d'accord et le client de trois heures du matin je lui dis quoi moi il veut résilier chez nous
> complaint:356 ~ complaint:1 ; (it is with them that the client cancels, not with us)
a: Je vous écris un mot d'excuse que vous pourrez lui transmettre, aujourd'hui avant midi.
c: bonne idée merci je l'attends
> - complaint:3 ~ thanks:124 complaint:7 ; date=aujourd'hui

== seminar, half the meals came late | complaint | sells: event catering
slots: client=madame Girard|Girard
a: Traiteur Aurore bonjour, Simon à l'appareil.
c: bonjour madame Girard du laboratoire Civel j'appelle pour le séminaire de lundi parce que là on est très mécontents
> complaint:16 generic:1 ~ complaint:235 greeting:1 ; (Monday is past)
a: Dites-moi ce qui s'est passé.
c: les plats chauds sont arrivés à quatorze heures pour un déjeuner à midi et il en manquait une trentaine sur quatre-vingts
> complaint:136 ~ complaint:5 ; (meals are no users)
a: Oh, je comprends. Quelqu'un vous avait prévenue du retard ?
c: personne j'ai appelé trois fois je suis tombée sur un répondeur
> complaint:136 ~ complaint:5 support:1
a: Ce n'est pas acceptable, et je vous présente mes excuses.
c: j'avais ma direction à table vous imaginez de quoi j'ai eu l'air
> complaint:15 ~ complaint:36 generic:0
a: Qu'est-ce qui serait, pour vous, une réponse juste ?
c: je vous ai réglé 2 640 euros je veux pas payer pour des repas qu'on n'a pas eus
> complaint:34 ~ complaint:16 ; amount=2 640 euros|2640 euros
a: Les trente repas manquants vous sont remboursés, cela fait 990 euros.
c: et pour le retard rien
> complaint:15 ~ complaint:36
a: Je vous propose cent cinquante euros de plus, ou le café offert au prochain séminaire.
c: honnêtement un prochain séminaire je sais pas s'il y en aura avec vous
> cancellation:15 complaint:15 ~ complaint:36 cancellation:2
a: Je comprends. Alors cent cinquante euros, par virement.
c: oui je préfère et c'est viré quand
> - complaint:3 ~ complaint:1 ; (no day has been proposed)
a: Demain, vous le verrez lundi sur le compte.
c: bon merci d'avoir pris le temps
> - thanks:2 ~ thanks:134 complaint:37 ; date=lundi|demain

== support, the text does not move | support | sells: call software
slots: client=Fatou|madame Sarr|Sarr product=logiciel|outil|application|plateforme
a: Support Souffleur bonjour, Bastien.
c: bonjour j'ai un souci je suis en ligne avec une cliente enfin j'étais et le texte il s'affichait plus
> complaint:123 ~ support:13 complaint:56 generic:1
a: D'accord. Le son, lui, passait ?
c: le son oui elle m'entendait et moi aussi
> - complaint:1 ~ complaint:23 support:3
a: En haut à droite, vous avez un petit micro, il est de quelle couleur ?
c: gris avec une barre
> - ~ complaint:1
a: C'est ça, il est coupé pour la transcription. Cliquez dessus.
c: ah il me demande d'autoriser je mets autoriser
> - ~ complaint:1
a: Et maintenant, dites quelque chose.
c: un deux trois un deux trois ah ça marche ça écrit
> - thanks:2 ~ thanks:134 complaint:3
a: Parfait.
c: mais pourquoi ça s'est coupé tout seul j'ai touché à rien
> - ~ complaint:13 support:3 ; (only the agent knows)
a: Une mise à jour du navigateur hier soir, elle a remis le réglage à zéro.
c: ok donc ça va le faire aux autres aussi on est neuf
> - complaint:3 ~ complaint:12 support:13 ; (the nine are no seats to sell)
a: Possible, oui. Je vous envoie la marche à suivre pour eux.
c: oui avec des images si possible parce que y en a ils sont pas doués
> - documents:1 ~ training:24 complaint:3 thanks:2 documents:2
a: Bien sûr, avec des images.
c: merci bon courage à vous
> - thanks:12 ~ thanks:34

== swimming baths, the softener raises an alarm | support | sells: water treatment
slots: client=monsieur Guérin|Guérin
a: Assistance Aquaveo, bonjour.
c: bonjour piscine municipale de Saint-Jean l'adoucisseur il est en alarme depuis hier soir et on ouvre aux scolaires à quatorze heures
> complaint:13 ~ complaint:256 support:13
a: Qu'est-ce qu'il affiche ?
c: E 7 ça clignote
> - ~ complaint:13
a: C'est le niveau de sel. Vous en avez remis quand ?
c: ah ça c'est mon collègue il est en congé je dirais début février
> - ~ complaint:1 generic:6 ; (February is past)
a: Ouvrez le couvercle, vous voyez du sel ou de l'eau ?
c: de l'eau que de l'eau
> - ~ complaint:1
a: Il faut quatre sacs, il vous en reste ?
c: il m'en reste deux j'ai commandé lundi mais c'est pas arrivé
> - complaint:13 ~ complaint:26 support:1 ; (Monday is past)
a: Avec deux ça tient deux jours. Je vous fais livrer le reste demain.
c: demain avant midi sinon y a personne pour réceptionner
> - complaint:37 call-back:3 ~ complaint:1 ; date=demain
a: Avant midi, c'est noté.
c: et là je réarme comment
> - ~ complaint:1 support:1 ; (only the agent knows)
a: Le bouton vert, cinq secondes.
c: un deux trois quatre cinq voilà ça s'est éteint super
> - thanks:2 ~ thanks:134 complaint:3

== building site, the watchman did not come | angry | sells: security guards
slots: client=monsieur Marchetti|Marchetti
a: Vigie Sécurité, bonjour.
c: passez-moi le responsable tout de suite
> complaint:1 ~ complaint:236
a: C'est moi, le responsable d'exploitation. Que se passe-t-il ?
c: il se passe que votre gardien il est pas venu cette nuit et qu'on m'a volé pour 20 000 euros de cuivre sur le chantier voilà ce qui se passe
> complaint:136 ~ complaint:25 ; (there is no invoice of 20 000 euros)
a: Je suis navré. Vous avez porté plainte ?
c: évidemment que j'ai porté plainte vous me prenez pour qui
> - complaint:16 ~ complaint:35
a: Pardon. Je vérifie le planning de cette nuit.
c: votre planning je m'en fous je veux savoir qui paye
> complaint:135 ~ complaint:6
a: Notre assurance, si la faute est chez nous. Je lui déclare le sinistre aujourd'hui.
c: si si y a pas de si il était où votre gars
> - complaint:16 ~ complaint:35
a: Il s'est déclaré malade à vingt et une heures, et le remplaçant n'a pas été envoyé.
c: donc vous le saviez
> - complaint:6 ~ complaint:135
a: Oui. C'est notre faute, et je vous présente mes excuses.
c: et ce soir vous me mettez quelqu'un ou je me débrouille tout seul
> - complaint:13 ~ complaint:56 ; (a reply promised for tonight is too late)
a: Deux agents ce soir à dix-neuf heures, à nos frais, et j'y serai moi-même.
c: vous avez intérêt
> - complaint:13 ~ complaint:6
a: Je vous rappelle à dix-neuf heures trente depuis le chantier.
c: sur mon portable et pas sur le bureau
> - complaint:3 ~ complaint:1 call-back:4

== invoices go on after the notice | angry | sells: call software
slots: client=monsieur Hamidi|Hamidi product=abonnement|logiciel|outil
a: Bonjour monsieur Hamidi, vous avez demandé à être rappelé.
c: ah quand même ça fait trois mails que j'envoie j'ai résilié le 8 janvier et vous continuez à me prélever
> complaint:136 ~ complaint:25 ; (they have cancelled: every attempt to keep them is wrong)
a: Vous avez raison de le dire. C'est quel montant ?
c: 196 euros en février et 196 euros en mars
> complaint:34 ~ complaint:156 ; amount=196 euros
a: Je vérifie. La résiliation est bien là, elle n'a pas été traitée.
c: c'est la meilleure pas traitée en deux mois vous dormez ou quoi
> complaint:16 ~ complaint:35
a: Je comprends votre colère.
c: non vous comprenez rien moi je suis artisan 400 euros c'est mes courses du mois
> complaint:136 ~ complaint:45 ; amount=400 euros
a: Je vous fais le virement des 392 euros immédiatement.
c: immédiatement c'est aujourd'hui
> - complaint:3 ~ complaint:17 ; date=aujourd'hui
a: Il part aujourd'hui, vous l'avez demain.
c: et vous allez pas recommencer en avril hein
> - complaint:3 ~ complaint:17 ; date=demain|aujourd'hui
a: Non, le mandat est supprimé, je vous envoie la confirmation.
c: et je veux que mes données elles soient effacées aussi tant qu'à faire
> opposition:23 complaint:3 ~ opposition:1 security:24
a: C'est prévu sous trente jours, vous recevrez un mail.
c: sous trente jours encore un truc qui va pas être traité
> complaint:13 ~ complaint:56 opposition:3 distrust:3
a: Je le fais moi-même, et vous avez mon numéro direct.
c: on verra au revoir
> - complaint:3 ~ thanks:2 complaint:17 ; date=demain|aujourd'hui
`;
