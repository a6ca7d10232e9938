/**
 * Calls with a complaint or a question to support, and with an angry client. Rules may be made with these.
 * No rule was made with a turn of these until others were held out in their place, but the figures of the whole were used to
 * choose between rules.
 * Written and labelled on 30 November 2026, before the rules of that day and without a look at what they answer;
 * labels are not changed afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const service = `
== electricity, a bill four times as high | complaint | sells: energy
slots: client=madame Colin|Colin
a: Service clients bonjour, Inès à l'appareil.
c: bonjour j'ai reçu une facture de régularisation de 1 260 euros y a forcément une erreur
> complaint:14263 ~ complaint:5 greeting:1 support:3 ; amount=1 260|1260
a: Bonjour madame. Je regarde avec vous, vous avez le numéro de la facture ?
c: oui c'est le FA 20 26 0 3 1 1 8
> - complaint:13 ~ complaint:256
a: Merci. Elle est basée sur un relevé du 24 février.
c: le 24 février mais personne est venu le 24 février j'étais chez ma sœur
> complaint:136 ~ complaint:52 ; (a past date)
a: C'est un relevé à distance, normalement.
c: à distance j'ai pas le compteur communicant moi j'ai l'ancien
> complaint:316 ~ complaint:5 ; (a meter is nothing technical of ours)
a: Ah, vous avez raison, c'est une estimation.
c: eh ben voilà une estimation sur quoi je vis toute seule dans cinquante mètres carrés
> complaint:6135 ~ support:3
a: Pouvez-vous me lire les chiffres du compteur ?
c: attendez je vais le voir alors 4 7 1 8 2
> - complaint:3 ~ complaint:1
a: Avec cet index, la facture passe à 212 euros.
c: 212 au lieu de 1 260 je rêve
> - complaint:631 ~ complaint:5 closing:3 ; (relief and anger at once)
a: Je vous présente nos excuses, la nouvelle facture part demain.
c: et le prélèvement il était prévu pour le 15 il faut l'arrêter
> complaint:31 ~ complaint:465 ; amount=1 260|212 ; (complaint:7 with the 15th promises the day of the debit)
a: Je le bloque à l'instant.
c: vous êtes sûre
> complaint:31 ~ complaint:756 support:1 distrust:3 ; date=demain
a: Oui, c'est bloqué.
c: bon merci vous êtes bien aimable
> - thanks:12 ~ thanks:3 complaint:3

== call notes with the wrong customer | complaint | sells: call software
slots: client=Élodie|madame Marty|Marty product=logiciel|outil|application|CRM users=six
a: Bonjour Élodie, on me dit que vous avez eu un souci.
c: un souci oui on peut dire ça vos comptes rendus partent chez le mauvais client
> complaint:1263 ~ complaint:5 support:13 ; (no talk of our quality)
a: Mince. C'est arrivé combien de fois ?
c: deux fois la semaine dernière et encore une fois ce matin
> complaint:163 ~ complaint:25 ; (last week is past, this morning too)
a: Vous avez les noms des deux clients ?
c: ils s'appellent Martin tous les deux vous pensez que c'est à cause de ça
> - complaint:3 ~ complaint:172 technical:5
a: C'est très probable, oui. Le rapprochement se fait par le nom quand le numéro est masqué.
c: mais c'est grave c'est des données personnelles quand même monsieur Martin il a reçu le dossier de l'autre
> complaint:136 security:253 ~ complaint:57 security:4 ; (security:1 speaks of card numbers)
a: Vous avez raison. Je fais couper ce rapprochement aujourd'hui.
c: aujourd'hui à quelle heure parce que mes filles elles appellent jusqu'à dix-neuf heures
> - complaint:3 ~ complaint:71 ; date=aujourd'hui|demain ; (only the agent knows the hour)
a: Avant quinze heures.
c: et vous allez nous dire quoi faire pour le monsieur faut le déclarer ça non
> security:32 complaint:3 ~ complaint:17 security:45 ; date=aujourd'hui|demain
a: Notre délégué à la protection des données vous appelle dans l'heure.
c: très bien et moi je veux un écrit
> complaint:3 documents:1 ~ documents:235 complaint:1 ; (asked for in writing)
a: Vous l'aurez ce soir.
c: d'accord non mais sinon l'outil on l'aime bien hein c'est juste que là on a eu peur
> - complaint:136 ~ thanks:23 support:1 complaint:5 interest:5 ; (praise inside the complaint is no invitation to sell)
a: Je comprends tout à fait.
c: voilà bon je vous laisse travailler
> - complaint:3 ~ thanks:124 complaint:1

== leased printer, the technician never comes | complaint | sells: printing machines
slots: client=monsieur Keller|Keller
a: Bureautique Est, bonjour, Romain.
c: bonjour Romain c'est encore moi Keller le cabinet comptable votre machine bourre toujours
> complaint:1623 ~ complaint:5 support:1 greeting:1
a: Bonjour monsieur Keller. Le technicien n'est pas passé jeudi ?
c: non il est pas passé jeudi il est pas passé vendredi non plus et nous on est en pleine période fiscale on imprime 800 pages par jour
> complaint:163 ~ complaint:52 ; (past days)
a: Je suis vraiment navré, je ne vois pas pourquoi.
c: pourquoi pourquoi moi ce que je veux c'est pas pourquoi c'est quand
> complaint:3 ~ complaint:15 ; (no day is proposed yet: complaint:7 has nothing to say)
a: Je peux vous mettre une machine de prêt lundi matin.
c: lundi matin et installée hein pas posée dans le couloir
> complaint:371 ~ call-back:3 support:1 complaint:56 ; date=lundi matin|lundi
a: Installée et branchée.
c: d'accord et le loyer du mois je le paye pas je vous préviens
> complaint:531 ~ complaint:64 ; (nothing to sell, no spreading of payments)
a: Je fais la demande d'avoir.
c: la demande toujours la demande
> complaint:1635 ~ cancellation:1
a: Je l'appuie personnellement, et je vous confirme par écrit ce qui sera fait et à quelle date.
c: mouais et dites-moi le contrat il finit quand en fait
> - cancellation:1 ~ cancellation:52 contract:1 ; (asks for a date that the agent knows; the intention is to leave)
a: En novembre.
c: novembre ok c'est bon à savoir
> - cancellation:15 complaint:5 ~ complaint:13 contract:2 cancellation:2 ; (November is the end of the contract)
a: J'espère qu'on vous aura fait changer d'avis d'ici là.
c: faudra bosser
> - complaint:135 cancellation:15 ~ thanks:2 complaint:6

== support, a seat too few | support | sells: call software
slots: client=Julie|madame Arnaud|Arnaud users=douze|treize product=logiciel|outil|application|plateforme
a: Support Souffleur, bonjour.
c: bonjour c'est Julie Arnaud de chez Transmer j'arrive pas à créer le compte de mon nouveau
> complaint:21 support:3 ~ technical:42 greeting:1 complaint:356 ; (a calm request for help)
a: Bonjour Julie. Quel message avez-vous ?
c: ça me dit nombre de postes atteint
> - ~ complaint:13 support:3 team:4
a: Vous avez douze postes, et douze comptes actifs.
c: ah mais Kévin il est parti en janvier il compte encore
> - ~ complaint:1 ; (January is past; the technician goes on)
a: Oui, il suffit de le désactiver, je vous guide.
c: d'accord je suis dans la page utilisateurs
> - ~ complaint:1
a: Les trois points à droite, puis désactiver.
c: désactiver oui ça me demande un motif c'est obligatoire
> - ; (only the agent knows)
a: Non, facultatif.
c: c'est fait et maintenant je peux créer le nouveau
> - ~ complaint:1 closing:6
a: Oui, allez-y.
c: et le nouveau faut le former comment vous faites ça vous vu que l'autre fois c'était votre collègue qui était venu
> training:124 ~ training:53 documents:1 support:1 ; (a direct question on training)
a: On a une session à distance tous les mardis à dix heures.
c: mardi prochain alors faut s'inscrire
> - call-back:3 ~ training:1 call-back:4 closing:6 thanks:4 ; date=mardi
a: Je l'inscris, comment s'appelle-t-il ?
c: Baptiste Royer
> - call-back:3 ~ thanks:123
a: C'est fait, il reçoit l'invitation.
c: super efficace merci
> - thanks:12 ~ thanks:3

== block of flats, the lift is stuck | support | sells: lifts
slots: client=monsieur Vidal|Vidal
a: Ascenseurs du Midi, bonjour.
c: bonjour je suis le gardien de la résidence des Pins l'ascenseur B il est bloqué au troisième
> complaint:123 ~ support:3 complaint:65 ; (nothing is sold)
a: Est-ce qu'il y a quelqu'un à l'intérieur ?
c: non heureusement non personne
> - ~ complaint:13 support:3
a: Très bien. Il est bloqué depuis quand ?
c: depuis sept heures ce matin j'ai appelé une première fois on m'a dit dans deux heures il est dix heures
> complaint:163 ~ complaint:5 support:1 ; (since when was said; past hours)
a: Je vois l'appel de sept heures. Le technicien est sur une autre panne.
c: oui mais moi j'ai une dame de 84 ans au cinquième elle a son rendez-vous à l'hôpital à treize heures
> complaint:136 ~ complaint:5 support:1 ; (an appointment of somebody else: no call back is to be fixed)
a: Alors je vous fais passer en priorité, il sera là avant midi.
c: avant midi promis
> complaint:31 ~ complaint:756 distrust:3 support:1 ; (midi is an hour and no day)
a: C'est promis, je l'ai en ligne.
c: bon et au fait le contrat c'est une visite par mois non parce que je vois pas grand monde
> - complaint:23 ~ complaint:16 contract:1
a: Une visite toutes les six semaines.
c: ben la dernière c'était le 8 janvier j'ai le carnet sous les yeux
> complaint:613 ~ complaint:52 ; (a past date)
a: Ce n'est pas normal, je fais remonter.
c: faites remonter oui le syndic va vous écrire de toute façon
> - complaint:3516 ~ support:1 authority:1
a: C'est entendu. Je vous rappelle quand le technicien est parti.
c: d'accord sur mon portable alors
> - call-back:4 ~ complaint:3 thanks:2 call-back:3
a: C'est celui-ci qui s'affiche ?
c: oui c'est celui-là merci
> - thanks:12 ~ complaint:3 thanks:3

== account blocked without notice | angry | sells: banking
slots: client=monsieur Traoré|Traoré
a: Banque des Métiers, bonjour.
c: non mais c'est quoi cette histoire ma carte elle est refusée partout j'ai l'air de quoi moi au supermarché
> complaint:162 ~ complaint:35 support:3
a: Je suis désolé monsieur. Je regarde.
c: oui regardez regardez parce que moi j'ai de l'argent sur mon compte j'ai 3 000 euros
> complaint:163 ~ complaint:52 ; (the balance is no amount of an invoice: complaint:4 is wrong with it)
a: Votre carte a été bloquée par sécurité mardi, après un achat à l'étranger.
c: quel achat à l'étranger j'ai rien acheté à l'étranger moi vous m'avez appelé mardi non personne m'a appelé
> complaint:163 ~ complaint:25 security:5 ; (Tuesday is past; the word security is no subject to sell)
a: Un message a été envoyé.
c: un message un message vous bloquez les gens avec un message
> complaint:1653 ~ support:1 cancellation:1
a: Vous avez raison, on aurait dû vous joindre.
c: et là je fais comment moi j'ai le loyer à payer
> complaint:351 ~ complaint:6
a: Je débloque le virement tout de suite, et la carte dans l'heure.
c: dans l'heure dans l'heure et si dans l'heure ça marche pas
> support:1 complaint:31 ~ support:3 complaint:756 ; (an hour is no day)
a: Je vous donne ma ligne directe.
c: allez-y je note
> - ~ support:1 complaint:3
a: C'est le numéro qui s'affiche sur votre téléphone.
c: de toute façon au bout de quinze ans chez vous être traité comme ça je vais fermer le compte
> cancellation:125 complaint:165 ~ complaint:3 ; (fifteen years are no term)
a: Je comprends votre agacement, et je prends le sujet en main personnellement.
c: c'est facile à dire
> - complaint:635 cancellation:1 ~ complaint:2 support:1 cancellation:5
a: Je vous rappelle à seize heures pour vérifier que tout marche.
c: seize heures j'y compte
> - complaint:3 ~ call-back:43 thanks:2

== call software down for the third time | angry | sells: call software
slots: client=Stéphane|monsieur Roy|Roy users=trente product=logiciel|outil|plateforme
a: Bonjour Stéphane.
c: ah Stéphane rien du tout là c'est la troisième panne du mois et moi j'ai trente personnes qui se tournent les pouces
> complaint:163 ~ complaint:52 support:3 ; (thirty people are no seats to sell)
a: Je sais, on est dessus depuis neuf heures.
c: depuis neuf heures il est onze heures dix
> complaint:163 ~ complaint:5
a: La base est en train de redémarrer.
c: vos histoires de base ça m'intéresse pas je veux savoir à quelle heure ça remarche
> - complaint:3 ~ complaint:17 ; date=aujourd'hui|demain ; ("ça m'intéresse pas" is no refusal of our offer)
a: Midi, au plus tard.
c: vous aviez dit dix heures ce matin
> - complaint:613 ~ complaint:5
a: C'est vrai, et je me suis trompé.
c: trente personnes à vingt-cinq euros de l'heure sur trois heures vous voulez que je vous fasse le calcul
> complaint:5613 ~ complaint:4 ; amount=vingt-cinq euros ; (a computed loss: never "ramené au temps gagné")
a: Ça fait plus de deux mille euros, je le sais.
c: et c'est vous qui les payez
> complaint:53 ~ complaint:164
a: Je vous propose deux mois offerts sur l'abonnement.
c: je m'en fous de vos deux mois je veux un truc qui marche
> complaint:165 cancellation:1 ~ complaint:3 cancellation:5 support:1
a: Vous avez raison. On met en place un second serveur cette semaine.
c: cette semaine quel jour
> - complaint:3 ~ complaint:71 ; date=cette semaine ; (no day is proposed yet)
a: Vendredi soir, hors de vos heures.
c: vendredi soir et qui vérifie samedi matin
> support:1 complaint:37 ~ complaint:1 support:3 ; date=vendredi|samedi
a: Moi. Je vous envoie le résultat samedi à neuf heures.
c: bon je vous préviens si lundi ça plante encore j'arrête tout
> cancellation:1 complaint:37 ~ complaint:15 cancellation:5 support:1 ; date=samedi|vendredi ; (Monday is their threat and no day of our answer)
a: J'ai bien entendu.
c: j'espère pour vous
> - complaint:317 ~ thanks:2 complaint:65 ; date=samedi|vendredi
`;
