/**
 * Calls with a complaint or a question to support, and with an angry client. Rules may be made with these.
 * Written and labelled on 30 November 2026, before the rules of that day and without a look at what they answer;
 * labels are not changed afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const service = `
== telephone line cut, billed twice | complaint | sells: telecom
slots: client=madame Roux|Roux
a: Service clients bonjour, Lucas à votre écoute.
c: bonjour monsieur madame Roux j'appelle parce que ma ligne est coupée depuis vendredi et en plus vous m'avez prélevée deux fois
> complaint:16235 ~ greeting:1 support:3 ; (since last Friday: complaint:7 must not promise last Friday)
a: Je suis désolé madame Roux. Depuis vendredi, donc.
c: oui vendredi après-midi plus de tonalité plus d'internet rien du tout
> complaint:136 ~ complaint:25 support:3 ; (complaint:2 asks since when, which was said, but also who is touched: only just harmless)
a: Je regarde votre dossier. Et le prélèvement, c'était de combien ?
c: 64 euros 90 deux fois le 2 et le 5 mars
> complaint:431 ~ complaint:56 ; amount=64 euros|64 euros 90|64,90
a: Je vois bien les deux. Je vous fais rembourser le second.
c: et je le vois quand l'argent sur mon compte
> complaint:3 ~ complaint:71 ; (complaint:7 only with a day that somebody proposed: there is none)
a: Sous cinq jours ouvrés.
c: d'accord et pour la ligne parce que moi je travaille avec je suis couturière les clientes elles m'appellent
> complaint:1365 ~ support:3
a: Je vous envoie un technicien demain entre neuf heures et midi.
c: demain matin bon je serai là
> complaint:37 ~ call-back:34 complaint:1 thanks:3 ; date=demain matin|demain
a: Vous recevrez un message de confirmation.
c: non mais c'est la troisième fois cette année quand même vous vous rendez compte
> complaint:156 cancellation:1 ~ complaint:32 cancellation:5
a: Vous avez raison de le dire, et je vous présente mes excuses pour ce que vous avez vécu.
c: oui enfin les excuses ça paye pas mes commandes
> complaint:531 ~ cancellation:1
a: Je peux vous offrir le mois de mars.
c: bon ça je veux bien oui
> - complaint:3 ~ thanks:123 closing:3 complaint:71 ; date=demain matin|demain
a: C'est fait. Autre chose ?
c: non ça ira merci au revoir
> - thanks:124 ~ complaint:3

== customers' files lost after an update | complaint | sells: software
slots: client=monsieur Nguyen|Nguyen users=quinze product=logiciel|outil|application|plateforme
a: Bonjour monsieur Nguyen, vous avez laissé un message.
c: oui bonjour alors depuis votre mise à jour de mardi on a perdu des fiches clients je sais pas combien mais y en a
> complaint:16325 ~ support:3 greeting:1 ; (Tuesday is past)
a: Je comprends votre agacement, et je prends le sujet en main personnellement.
c: c'est gentil mais concrètement qu'est-ce que je dis à mes commerciaux là moi
> complaint:325 ~ complaint:67 support:1
a: Qui est touché exactement ?
c: les quinze enfin surtout ceux de Lyon ils sont sept là-bas
> complaint:36 ~ complaint:52 support:3 ; (selling seats here is wrong)
a: Et ce sont des fiches récentes ?
c: oui tout ce qui a été créé entre le 2 et le 9 mars à peu près
> complaint:31 ~ complaint:56 ; (past dates)
a: D'accord, on a une sauvegarde du 9 au soir.
c: ah bon vous pouvez les récupérer alors
> complaint:37 ~ complaint:1 support:3 ; (complaint:7 needs a day)
a: Oui. La restauration prend une journée.
c: une journée donc demain soir c'est bon
> complaint:73 ~ complaint:1 support:1 ; date=demain soir|demain
a: Demain dix-huit heures au plus tard.
c: ok et comment vous faites pour que ça recommence pas parce que là franchement on se pose des questions
> complaint:365 cancellation:1 ~ complaint:17 support:13 doubt:1 cancellation:5 ; date=demain soir|demain
a: Je vous envoie un compte rendu écrit avec les causes.
c: oui un compte rendu par écrit s'il vous plaît et qu'on me prévienne avant la prochaine mise à jour
> complaint:3 documents:1 ~ documents:235 support:1 complaint:17 ; date=demain soir|demain
a: C'est noté. Je vous rappelle demain soir.
c: très bien j'attends votre coup de fil
> - complaint:37 ~ call-back:4 thanks:12 ; date=demain soir|demain

== school canteen, cleaning not done | complaint | sells: cleaning
slots: client=madame Okafor|Okafor
a: Clartis bonjour, que puis-je faire pour vous ?
c: ben vous pouvez déjà venir nettoyer parce que hier soir personne est passé encore une fois
> complaint:16325 ~ support:3
a: Oh, je suis vraiment désolée. C'est pour quel site ?
c: la cantine de l'école Jules Ferry et les enfants mangent à onze heures et demie là
> complaint:136 ~ complaint:5 support:1
a: J'envoie une équipe tout de suite, elle sera là à dix heures.
c: dix heures ça fait juste mais bon
> - complaint:31 ~ complaint:567 ; (silence is right as well: they give in)
a: Je comprends. Et ce n'est pas la première fois, vous disiez ?
c: non c'est la quatrième fois depuis janvier j'ai tout noté le 12 le 26 le 9 février et hier
> complaint:1356 cancellation:1 ~ complaint:2 cancellation:5 ; (January is past)
a: Je note tout, et je vous confirme par écrit ce qui sera fait et à quelle date.
c: la dernière fois aussi on m'a dit ça et j'ai rien reçu
> complaint:165 ~ cancellation:1 support:1 complaint:7
a: Vous avez raison. Je vous l'envoie pendant que nous parlons.
c: et la facture de février vous comptez la passer entière
> complaint:543 ~ complaint:16 ; (whether it is reduced only the agent knows)
a: Non, je vous fais un avoir de 180 euros.
c: d'accord 180 ok
> - complaint:3 ~ closing:3 thanks:3 complaint:41
a: Qu'est-ce qui serait, pour vous, une réponse juste pour la suite ?
c: qu'on me mette quelqu'un de fiable et que j'aie un numéro à appeler le soir pas un répondeur
> support:123 complaint:3 ~ complaint:1 cancellation:1
a: Je vous donne ma ligne directe.
c: bon ben on verra à la prochaine c'est terminé je vous préviens
> - complaint:31 cancellation:15 ~ complaint:6 support:1 thanks:2

== support, nobody hears the agent | support | sells: call software
slots: client=Mehdi|monsieur Haddad|Haddad product=logiciel|outil|application|plateforme users=huit
a: Support Souffleur bonjour, ici Claire.
c: oui bonjour Claire euh voilà depuis ce matin quand on appelle les clients nous entendent pas
> complaint:21 support:3 ~ complaint:635 technical:2 ; (a technical fault, told calmly)
a: Bonjour Mehdi. C'est sur tous les postes ?
c: non que sur trois postes les nouveaux ordinateurs
> - complaint:1 technical:2 ~ support:3 complaint:356 technical:4 ; (who is touched was just said)
a: D'accord. Vous utilisez quel navigateur dessus ?
c: ça doit être Firefox attendez oui Firefox
> - ~ technical:45 complaint:1 support:3 ; (the technician goes on: no reply of the playbook helps)
a: Cliquez sur le cadenas à gauche de l'adresse, et regardez le micro.
c: le cadenas oui je vois micro bloqué
> - ~ complaint:1
a: Passez-le sur autoriser et rechargez la page.
c: je recharge hop ça tourne ah ça y est on m'entend
> - ~ complaint:3 thanks:23
a: Parfait. Il faut le faire sur les deux autres aussi.
c: et y a pas moyen de le faire pour tout le monde d'un coup parce que là j'en ai huit autres qui arrivent lundi
> technical:45 ~ support:13 ; (lundi is when the computers arrive)
a: Si, votre service informatique peut pousser le réglage.
c: ah super vous avez une doc là-dessus
> - documents:1 ~ documents:325 technical:45 ; (asks for a document)
a: Je vous l'envoie dès la fin de l'appel : à quelle adresse ?
c: mehdi point haddad arobase notre domaine vous l'avez
> - ~ thanks:23
a: Oui, je l'ai.
c: ben nickel merci Claire vous m'avez sauvé la matinée
> - thanks:12 ~ thanks:3 ; client=Mehdi|Haddad

== restaurant, the oven does not heat | support | sells: kitchen machines
slots: client=monsieur Bertin|Bertin
a: Service technique, bonjour.
c: bonjour j'ai mon four qui chauffe plus ça affiche erreur 42 et j'ai soixante couverts à midi
> complaint:123 ~ support:31 complaint:65 ; (soixante couverts are no users, 42 no amount)
a: Erreur 42, c'est la sonde. Il est de quelle année ?
c: euh 2019 je crois on l'a acheté en juin 2019
> - complaint:1 ~ support:3 complaint:356
a: Vous avez essayé de le couper au disjoncteur ?
c: deux fois ça change rien
> - complaint:13 ~ support:3 complaint:56
a: Je peux vous envoyer quelqu'un à treize heures.
c: treize heures mais c'est trop tard treize heures je vous dis que j'ai soixante couverts
> complaint:165 ~ complaint:3 support:1
a: Je comprends. Je vous propose qu'on le fasse ensemble au téléphone, vous avez un tournevis ?
c: un tournevis oui allez dites-moi
> - ~ complaint:1
a: Dévissez la plaque à l'arrière, et rebranchez le connecteur blanc.
c: un connecteur blanc je le vois oui il était à moitié sorti voilà
> - ~ complaint:1 ; (a plug is no software connector)
a: Rallumez maintenant.
c: ça monte ça monte 80 90 ah vous êtes un chef
> - thanks:2 ~ thanks:134 complaint:3
a: Je fais quand même passer un technicien demain pour vérifier.
c: ça va me coûter combien ça
> - ~ contract:1 ; (a direct question: only the agent knows whether it is under warranty)
a: Rien, c'est dans votre contrat d'entretien.
c: d'accord alors demain mais avant dix heures hein
> - call-back:3 complaint:3 ~ complaint:71 thanks:2 ; date=demain
a: Neuf heures, c'est noté.
c: merci beaucoup au revoir
> - thanks:12 ~ thanks:34

== parcels of a shop, third delivery missed | angry | sells: logistics
slots: client=madame Diop|Diop
a: Service expéditions bonjour.
c: ah ben c'est pas trop tôt vingt minutes que j'attends vingt minutes
> complaint:61 ~ complaint:253
a: Je suis vraiment désolée de l'attente.
c: non mais laissez-moi parler ça fait trois fois que votre chauffeur ne passe pas trois fois mes clients annulent moi je perds de l'argent vous m'entendez lundi il devait passer personne mardi on me dit c'est demain personne et hier il met absent alors que j'étais derrière la porte
> complaint:1653 ~ complaint:2 support:1 ; (a monologue; Monday and Tuesday are past, demain is reported speech)
a: Vous avez raison, ce n'est pas normal.
c: bien sûr que c'est pas normal
> - complaint:361 ~ complaint:52
a: Je regarde où sont vos colis.
c: y en a onze je peux vous donner les numéros si vous voulez
> - complaint:31 ~ complaint:65 ; (onze are parcels)
a: Je les vois, ils sont tous au dépôt de Gennevilliers.
c: au dépôt super et donc ils bougent quand
> - complaint:3 ~ complaint:1 ; (complaint:7 needs a day: the "demain" of their story is past, and nobody has proposed one)
a: Demain matin avant dix heures, avec un autre chauffeur.
c: demain vous me le garantissez
> complaint:37 ~ complaint:1 distrust:3 support:1 ; date=demain matin|demain
a: Je vous le confirme par écrit.
c: parce que sinon je change de transporteur j'ai déjà un devis d'un autre chez moi
> cancellation:152 complaint:15 ~ complaint:63 ; (they threaten: no comparison of offers and no selling)
a: Je comprends. Laissez-moi une chance de le régler demain.
c: et mes onze commandes qui me les rembourse
> complaint:53 ~ complaint:16
a: Je vous ouvre un dossier d'indemnisation.
c: combien de temps ça prend votre truc
> - complaint:3 ~ complaint:17 ; date=demain matin|demain
a: Quinze jours maximum.
c: bon
> - ~ complaint:351 thanks:3

== a rise of the price that nobody announced | angry | sells: call software
slots: client=monsieur Rousseau|Rousseau users=dix-huit product=abonnement|logiciel|outil
a: Bonjour monsieur Rousseau, que puis-je pour vous ?
c: vous pouvez m'expliquer pourquoi ma facture elle a pris 20 pour cent sans qu'on me prévienne
> complaint:16453 ~ complaint:2 ; (discount:3 with the rise is wrong)
a: Je regarde tout de suite.
c: parce que moi j'ai signé à 38 euros le poste et là je vois 45 60 je suis pas une vache à lait
> complaint:16534 ~ discount:4 ; amount=45 60|45,60|38 euros|45 euros
a: Je comprends votre agacement, et je prends le sujet en main personnellement.
c: ça je m'en fiche que vous preniez en main je veux l'ancien prix
> complaint:536 ~ cancellation:1 contract:2 ; (nothing is sold in exchange)
a: La remise de la première année s'est terminée en février.
c: personne m'a dit que c'était que la première année personne
> complaint:6315 ~ contract:1 ; (contract:1 "il n'y a pas de piège" provokes here: only just harmless)
a: C'est écrit page deux, mais je reconnais qu'on aurait dû vous appeler.
c: page deux bah voyons
> complaint:65 ~ complaint:13 cancellation:1
a: Qu'est-ce qui serait, pour vous, une réponse juste ?
c: que vous me remettiez à 38 jusqu'à la fin de l'année et qu'on me prévienne la prochaine fois
> complaint:31 ~ contract:25 complaint:6 discount:2 closing:3 ; (an answer to the agent's question)
a: Jusqu'à fin décembre, je dois demander à ma responsable.
c: ben demandez moi sinon je résilie c'est simple
> cancellation:5 complaint:37 ~ complaint:1 cancellation:1 ; (cancellation:1 asks what was just said)
a: Je vous rappelle demain avec sa réponse.
c: demain matin pas à dix-huit heures
> - complaint:37 call-back:4 ~ call-back:3 ; date=demain matin|demain
a: Demain matin neuf heures.
c: on verra
> - complaint:37 ~ thanks:2 complaint:1 ; date=demain matin|demain
`;
