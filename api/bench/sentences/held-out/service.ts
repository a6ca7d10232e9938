/**
 * Complaints, faults, and clients who are angry. Held out: no rule, phrase, reply or example is made with these, nor chosen by
 * the figures of this half, and never is a single turn looked at.
 * Written and labelled on 30 November 2026 by somebody who had read neither the examples nor the rules; labels are not changed
 * afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const service = `
== dental laboratory, the wrong zirconia | complaint | sells: dental laboratory supplies
slots: client=monsieur Arnoux|Arnoux
a: Dentexpo bonjour, Pauline à votre écoute.
c: oui bonjour c'est le labo Arnoux à Tours j'appelle pour la commande de zircone
> - generic:1 ~ greeting:1
a: Oui monsieur Arnoux, je vous écoute.
c: eh ben j'ai reçu des disques en A3 j'avais commandé du A2 c'est la deuxième fois en un mois
> complaint:136 ~ complaint:25
a: La deuxième fois, je suis vraiment désolée. Vous avez le numéro de commande ?
c: attendez je le cherche c'est le euh 45 812 je crois
> - complaint:3 ~ complaint:16 ; (the number of an order is no amount)
a: Je l'ai, du A2 en dix-huit millimètres, c'est bien nous qui avons fait l'erreur.
c: oui ben moi j'ai quatre bridges à rendre lundi hein le dentiste il attend pas
> complaint:13 ~ complaint:56 ; (an answer on Monday comes too late)
a: Je vous fais partir deux disques en express ce soir.
c: et je les ai quand demain
> - complaint:3 ~ complaint:7 ; date=demain
a: Demain avant midi, par coursier.
c: bon demain midi ça va encore et les A3 j'en fais quoi moi
> - ~ complaint:3
a: Gardez-les, le coursier les reprend en même temps.
c: d'accord et pour la facture parce que la dernière fois j'ai été débité des deux
> complaint:36 ~ complaint:15
a: Je bloque la facture et je vous fais l'avoir de la première.
c: ça fait combien l'avoir que je vérifie
> - ~ complaint:3
a: Trois cent quarante-deux euros.
c: 342 hors taxes ou TTC
> - ~ complaint:34 ; amount=342|trois cent quarante-deux
a: TTC.
c: ok mais comment ça se fait que ça arrive deux fois c'est pas étiqueté chez vous
> complaint:1367 ~ complaint:5 ; date=demain
a: Je demande une explication au magasin, et je vous rappelle avec.
c: oui parce que sinon je vais finir par aller voir ailleurs je vous le dis
> complaint:137 cancellation:1 ~ complaint:56 cancellation:5 ; date=demain
a: Je le comprends. Je vous rappelle demain, une fois les disques arrivés.
c: demain après-midi alors le matin je suis au scanner
> complaint:37 call-back:3 ~ call-back:4 complaint:1 ; date=demain après-midi|demain

== medical telephone secretaries, notes in the wrong file | complaint | sells: call software
slots: client=madame Brunel|Brunel users=quinze|15 product=logiciel|outil
a: Souffleur, bonjour, Lina à l'appareil.
c: bonjour je suis embêtée j'ai eu deux médecins fâchés ce matin à cause de de votre outil
> complaint:126 generic:1 ~ complaint:35 need:7 generic:0
a: Fâchés, pour quelle raison ?
c: le compte rendu d'une patiente est parti dans le dossier d'une autre vous vous rendez compte c'est du médical
> complaint:1236 ~ complaint:5 security:3
a: C'est grave, oui. C'est arrivé une seule fois ?
c: une fois que je sache mais maintenant je fais vérifier tout depuis lundi
> - complaint:136 ~ complaint:5 security:3
a: Vous faites bien. Vous avez l'heure de l'appel ?
c: c'était hier vers onze heures moins dix la secrétaire c'était Ophélie
> - complaint:3 ~ complaint:1
a: Je retrouve : deux appels se sont suivis à dix secondes.
c: ah voilà donc c'est ça elle a enchaîné
> - complaint:3 ~ complaint:156
a: La fiche est restée ouverte sur la première patiente, c'est un défaut chez nous.
c: et vous le corrigez quand
> - complaint:3 ~ complaint:1
a: Un correctif part ce soir, et je vous préviens quand il est en ligne.
c: ce soir c'est bien mais en attendant je fais quoi je leur dis de tout relire
> - ~ complaint:3
a: Oui, qu'elles attendent que la nouvelle fiche s'affiche avant de décrocher.
c: bon j'ai quinze personnes qui tournent je vais faire passer un message
> - complaint:3 ~ complaint:1
a: Je vous l'écris en deux lignes, vous n'aurez qu'à le transférer.
c: oui merci et il faudra aussi un écrit pour les médecins ils veulent savoir si la donnée est sortie
> complaint:3 documents:1 ~ security:23 documents:23 complaint:17 ; date=ce soir
a: Je vous le prépare avec notre responsable sécurité.
c: pour quand parce que le docteur Sabatier il me rappelle demain à neuf heures
> - complaint:37 ; date=ce soir ; (tomorrow at nine is somebody else's call)
a: Vous l'aurez ce soir avant vingt heures.
c: d'accord bon écoutez on va dire que ça arrive mais une fois pas deux
> - complaint:3 ~ complaint:167 ; date=ce soir
a: Je comprends. Je vous rappelle demain pour vérifier que tout est rentré dans l'ordre ?
c: demain après dix heures oui
> call-back:3 complaint:3 ~ call-back:14 complaint:7 thanks:2 ; date=demain

== tea merchant, boxes that open | complaint | sells: packaging
slots: client=Vincent|monsieur Caron|Caron
a: Bonjour Vincent, vous avez demandé que je vous rappelle ?
c: ouais salut euh y a un souci avec les étuis la dernière livraison là
> complaint:2 generic:1 ~ complaint:136 need:7 generic:3
a: Qu'est-ce qui se passe ?
c: ils tiennent pas la colle lâche on en a une sur dix qui s'ouvre dans le carton
> complaint:1236 ~ complaint:5 need:7 generic:1
a: Une sur dix, sur toute la palette ?
c: sur les trois palettes enfin celles qu'on a ouvertes quoi
> - complaint:36 ~ complaint:125
a: Vous avez la référence du lot ?
c: oui c'est marqué dessous L 26 031 attendez non 26 013
> - complaint:3 ~ complaint:16
a: Le lot du treize janvier. Vous les avez stockées où ?
c: ben dans l'entrepôt comme d'habitude vous allez pas me dire que c'est l'humidité hein
> complaint:136 ~ complaint:5
a: Non, je vérifie, c'est tout, on a changé de colle en janvier.
c: ah ben cherchez pas c'est ça
> - complaint:36 ~ complaint:15
a: C'est très possible. Je vous fais refaire les trois palettes.
c: oui mais moi je livre Nature et Découvertes le 24 j'ai quatre mille étuis à sortir
> complaint:13 ~ complaint:5 ; (an answer on the 24th comes too late)
a: Quatre mille, je peux vous les sortir mercredi en urgence.
c: mercredi dix-huit ça me laisse quoi quatre jours ouais c'est jouable
> - complaint:3 ~ complaint:1 closing:3
a: Je vous le confirme dans l'heure avec l'atelier.
c: et qui c'est qui paye le réemballage parce que j'ai mis deux filles dessus toute la journée
> complaint:35 ~ complaint:16
a: Envoyez-moi les heures, je les passe en avoir.
c: ça va faire dans les 300 euros hein je vous préviens
> - complaint:3 ~ complaint:1 ; (there is no invoice of 300 euros)
a: C'est normal, vous n'y êtes pour rien.
c: bon ben merci je m'attendais à devoir me battre
> - thanks:12 complaint:3 ~ thanks:34 complaint:1
a: On n'en est pas là ! Je vous rappelle tout à l'heure.
c: ok je suis au bureau jusqu'à dix-huit heures
> - call-back:4 complaint:3 ~ thanks:24 call-back:3

== travel agency, the microphone and the list | support | sells: call software
slots: client=Audrey|madame Collet|Collet product=logiciel|outil
a: Support Souffleur, bonjour, Benoît.
c: bonjour Benoît alors moi j'entends le client mais lui il m'entend plus depuis ce matin
> - technical:2 ~ complaint:1236 generic:1 support:3
a: Depuis ce matin, sur tous vos appels ?
c: tous oui et ma collègue à côté elle ça marche
> - technical:2 ~ complaint:136 support:3 technical:5
a: Vous avez un casque branché en USB ?
c: oui le même qu'elle je l'ai débranché rebranché rien
> - ~ complaint:13 technical:25
a: Dans le navigateur, à gauche de l'adresse, il y a une petite icône de micro ?
c: euh attendez à gauche à gauche je vois un cadenas
> - ~ generic:0
a: Cliquez dessus, qu'est-ce qui est écrit pour le micro ?
c: bloqué c'est écrit bloqué
> -
a: Mettez Autoriser, puis rechargez la page.
c: autoriser voilà je recharge alors ça tourne ça tourne
> - ~ generic:0
a: Prenez votre temps.
c: ah ça y est ça remarche trop bien merci
> - thanks:23 ~ thanks:14 support:3
a: Parfait ! Il y avait autre chose ?
c: oui tant que je vous ai comment je fais pour sortir la liste des appels de février pour ma patronne
> - ; (only the agent knows)
a: Dans Appels, vous choisissez la période, puis Exporter.
c: ah oui je vois exporter en haut ok et ça sort en Excel
> - ; (only the agent knows)
a: En CSV, ça s'ouvre dans Excel.
c: super et une dernière chose on a une stagiaire qui arrive lundi il lui faut un compte
> - ~ training:1
a: Votre responsable peut l'inviter depuis Utilisateurs, c'est compris dans vos postes.
c: elle est en vacances la responsable c'est moi qui la remplace mais j'ai pas le bouton
> - ~ complaint:3
a: Elle peut vous donner le rôle à distance, je vous envoie la marche à suivre.
c: ok sur mon adresse là celle du compte
> - ~ thanks:23
a: C'est parti.
c: merci beaucoup Benoît bonne journée
> - thanks:12 ~ thanks:3

== florist, the till prints nothing | support | sells: cash registers
slots: client=madame Gomez|Gomez
a: Assistance Caissea, bonjour.
c: oui bonjour c'est Fleurs et Sens à Annecy ma caisse elle imprime plus les tickets et j'ai du monde
> - complaint:2 ~ complaint:136 support:3 generic:1
a: On regarde ça tout de suite. Le voyant de l'imprimante, il est de quelle couleur ?
c: orange ça clignote orange
> - ~ complaint:1
a: Orange qui clignote, c'est le papier. Vous pouvez ouvrir le capot ?
c: j'ai mis un rouleau neuf y a pas dix minutes
> - ~ complaint:1
a: Il est peut-être à l'envers : le papier doit sortir par-dessous.
c: par-dessous ah mince attendez excusez moi oui monsieur j'arrive tout de suite
> - ~ generic:0
a: Je reste en ligne.
c: voilà c'est bon je l'ai retourné et là elle est verte ah ça imprime
> - thanks:23 ~ thanks:1 support:3
a: Parfait.
c: c'est bête hein j'avais honte de vous appeler pour ça
> - thanks:2 ~ thanks:3 support:13
a: Pas du tout, ça arrive à tout le monde. Autre chose ?
c: oui le terminal de carte il me met le total d'hier c'est normal
> - ~ complaint:3
a: Il n'a pas fait sa télécollecte cette nuit. Vous l'aviez laissé allumé ?
c: non on éteint tout le soir à cause de l'assurance depuis l'incendie d'à côté
> - ~ small-talk:4
a: Il doit rester sur sa base la nuit, sinon les paiements partent en retard.
c: ah donc mes ventes d'hier je les ai pas encore sur mon compte
> - ~ complaint:3
a: Non, elles partiront ce soir.
c: ouf c'est que samedi c'était la Saint enfin bref y avait mille deux cents euros
> - ~ complaint:3 small-talk:4
a: Rien n'est perdu. Je vous lance la télécollecte à distance si vous voulez.
c: oui je veux bien et dites j'ai vu que vous aviez une appli pour suivre les ventes sur le téléphone c'est payant
> - ; (only the agent knows)
a: Neuf euros par mois, le premier mois est offert.
c: neuf euros bon je vais en parler à mon mari
> - thanks:2 ~ thanks:3 documents:1 authority:3 call-back:2 ; (a call for help: nothing is pressed on them)
a: Bien sûr. Bonne fin de journée madame Gomez.
c: merci et merci d'avoir été patient
> - thanks:12 ~ thanks:3

== festival box office, down on the first day | angry | sells: call software
slots: client=monsieur Morvan|Morvan users=vingt|20
a: Monsieur Morvan, bonjour, je suis Claire, responsable de votre compte.
c: ah enfin quelqu'un ça fait deux heures que j'appelle deux heures
> complaint:16 ~ complaint:235
a: Je suis désolée pour l'attente.
c: désolée vous êtes désolée moi j'ai ouvert les ventes ce matin à dix heures j'ai vingt personnes au téléphone et plus rien ne marchait
> complaint:13 ~ complaint:56 ; (an apology was just refused)
a: Je sais, la panne a duré de dix heures à onze heures vingt.
c: une heure vingt le jour de l'ouverture non mais vous imaginez le truc
> - complaint:136 ~ complaint:5
a: J'imagine, et c'est entièrement de notre faute.
c: on a ressorti les fiches papier comme en 98 devant le directeur du festival en plus
> - complaint:13 ~ complaint:56 generic:0
a: Combien d'appels avez-vous perdus, à votre avis ?
c: j'en sais rien trois cents quatre cents on rappellera jamais tous ces gens là
> - complaint:13 ~ complaint:56
a: Je peux vous sortir la liste des numéros qui ont sonné pendant la coupure.
c: vous pouvez faire ça
> - complaint:3 ~ complaint:1 documents:1
a: Oui, dans la demi-heure.
c: bon c'est déjà ça mais moi je veux savoir pourquoi c'est tombé et je veux pas d'un baratin technique
> complaint:13 ~ complaint:6
a: Une mise à jour de nos serveurs, faite ce matin, alors que votre ouverture était connue.
c: une mise à jour le jour de ma billetterie mais c'est n'importe quoi
> complaint:136 ~ complaint:5
a: Oui. Ça n'aurait pas dû arriver, et c'est gelé jusqu'à la fin de vos ventes.
c: et samedi ça recommence on ouvre les pass trois jours
> complaint:13 ~ complaint:6 support:1 ; (an answer on Saturday comes too late)
a: Samedi, j'ai un ingénieur d'astreinte pour vous, avec un numéro direct.
c: je veux votre numéro à vous pas une plateforme
> support:1 complaint:1 ~ complaint:3
a: Vous l'avez par SMS tout de suite.
c: et vous me faites quoi sur la facture parce que là je paye pas mars c'est clair
> complaint:35 ~ complaint:16
a: Mars vous est entièrement offert, je vous l'écris.
c: d'accord bon écrivez le parce que les paroles hein
> complaint:3 ~ documents:1 complaint:1
a: Vous avez le mail dans dix minutes.
c: si samedi ça tombe je résilie je vous préviens
> complaint:13 cancellation:15 ~ complaint:56

== no heating since Monday | angry | sells: boiler maintenance
slots: client=madame Deschamps|Deschamps
a: Thermiservice bonjour, Yanis, que puis-je faire pour vous ?
c: vous pouvez venir voilà ce que vous pouvez faire ça fait depuis lundi que j'ai plus de chauffage
> complaint:136 ~ complaint:5
a: Depuis lundi, je suis navré. Vous aviez déjà appelé ?
c: trois fois trois fois et à chaque fois on me dit le technicien vous rappelle et personne rappelle
> complaint:136 ~ complaint:5
a: Ce n'est pas normal.
c: non c'est pas normal j'ai un bébé de quatre mois moi il fait quatorze dans la chambre
> complaint:136 ~ complaint:5
a: Je vous mets en priorité, je cherche un technicien.
c: vous cherchez on m'a déjà dit ça mardi
> complaint:136 ~ complaint:5
a: J'en ai un aujourd'hui, à dix-sept heures.
c: aujourd'hui sûr parce que j'ai posé ma matinée d'hier pour rien moi
> - complaint:13 ~ complaint:67 ; date=aujourd'hui
a: Sûr, il s'appelle Fabien, il vous appelle en partant.
c: et s'il faut une pièce il l'aura ou il va revenir dans trois jours
> - ~ complaint:3
a: Il a les pièces courantes de votre modèle dans le camion.
c: mon modèle vous le connaissez au moins c'est une c'est une Saunier quelque chose
> - ~ complaint:13
a: Une ThemaPlus de 2015, c'est dans votre dossier.
c: bon au moins ça c'est noté
> - complaint:3 ~ complaint:1
a: Vous aurez aussi un radiateur d'appoint, il l'apporte.
c: ouais ça m'aurait servi lundi le radiateur
> - complaint:6 ~ complaint:13
a: Vous avez raison.
c: je paye cent quatre-vingts euros par an pour un contrat dépannage sous vingt-quatre heures c'est écrit dessus
> complaint:1356 ; (there is no dispute over an invoice)
a: C'est exact, on n'a pas tenu le délai.
c: alors je veux être remboursée
> complaint:13 ~ complaint:456 ; amount=cent quatre-vingts|180 ; (what would be fair was said)
a: Je demande le remboursement de l'année, et je vous réponds demain.
c: demain vous m'appelez vous c'est pas à moi de courir après
> complaint:137 call-back:1 ~ call-back:34 ; date=demain
a: C'est moi qui vous appelle, demain à onze heures.
c: très bien on verra
> - complaint:3 ~ complaint:17 call-back:3 ; date=demain
`;
