/** The second part of the sentences with days; see `days-set.ts`. */
export const moreDays = `
# 2026-03-12 ranges and alternatives
- Je vous rappelle mardi ou mercredi.
- Je vous rappelle entre mardi et jeudi.
- Je vous rappelle entre le 16 et le 20 mars.
- Je vous envoie le devis lundi ou bien mardi.
- Je vous rappelle soit lundi, soit jeudi.
- Je vous rappelle du 16 au 18 mars.
- Je vous rappelle le 16 ou le 17.
- Je vous rappelle le 16 ou 17 avril.
- Je vous rappelle mardi, voire mercredi.
- Je vous rappelle lundi et mardi.
- Je vous rappelle mardi, sinon mercredi.
- Je vous rappelle mardi ou si vous préférez jeudi.
- Je vous rappelle de lundi à mercredi.
- Je vous rappelle fin mars début avril.
- Je vous rappelle demain ou après-demain.
- Je vous rappelle mardi/mercredi.
- Je vous rappelle un jour entre lundi et mercredi.
2026-03-18 Je vous rappelle mardi ou mercredi, disons mercredi.
2026-03-17 Je vous rappelle mardi entre dix et onze heures.
2026-03-17 Je vous rappelle mardi matin ou mardi après-midi.
- Je vous rappelle mardi ou mercredi. // c: D'accord. // a: Bonne journée.
- Je vous rappelle à partir de lundi.
- Je vous rappelle après le 20.
- Je vous rappelle vers le 20 mars.
- Je vous rappelle aux alentours du 15 avril.
- Je vous rappelle autour du 20.
- Je vous rappelle à compter du 2 avril.
2026-03-20 Je vous rappelle au plus tard le 20 mars.
2026-03-20 Je vous envoie le contrat d'ici le 20 mars.
2026-03-20 Je vous laisse le tarif jusqu'au 20 mars et je vous rappelle le 20 mars.
- Je vous rappelle lundi prochain ou celui d'après.
- Je vous rappelle mardi, jeudi au plus tard.

# 2026-03-12 past days
2026-03-13 Comme je vous l'ai dit lundi, je vous rappelle demain.
2026-03-19 Vous m'avez appelé mardi, je vous rappelle jeudi.
2026-03-17 Suite à notre échange du 3 mars, je vous rappelle mardi.
- Je vous envoie le devis dont on a parlé mardi dernier.
- Je vous renvoie le mail de la semaine dernière.
- Je vous renvoie la facture du 12 février.
- Je vous envoie le compte rendu de notre réunion de mardi.
- Je vous envoie la facture de mars.
2026-03-16 La dernière fois, c'était en janvier, je vous rappelle lundi.
- Je vous envoie ce que vous m'aviez demandé hier.
- Je vous renvoie le contrat que vous avez signé le 2.
2026-03-20 Je n'ai rien reçu depuis lundi, je vous rappelle le 20.
- Il y a trois jours, vous aviez dit non, je vous renvoie l'offre.
2026-03-24 La facture du 1er mars est en retard, je vous rappelle le 24 mars.

# 2026-03-12 ends and beginnings
2026-03-31 Je vous rappelle en fin de mois.
2026-03-31 Je vous envoie la facture à la fin du mois.
2026-03-31 Je vous envoie le contrat avant la fin mars.
2026-04-30 Je reviens vers vous d'ici fin avril.
2026-04-30 Je vous rappelle à la fin du mois prochain.
2026-06-30 Je vous rappelle fin juin.
2026-12-31 Je vous envoie le bilan d'ici la fin de l'année.
2026-12-31 Je vous rappelle avant fin décembre.
2026-03-31 Je vous rappelle avant la fin du trimestre.
2026-06-30 Je vous envoie le point à la fin du semestre.
- Je vous rappelle début janvier.
- Je vous rappelle au début du mois d'avril.
- Je vous rappelle mi-avril.
- Je vous rappelle à la mi-mai.
- Je vous rappelle courant avril.
- Je vous rappelle en avril.
- Je vous rappelle le mois prochain.
- Je vous rappelle l'année prochaine.
- Je vous rappelle au deuxième trimestre.
- Je vous recontacte au second semestre.
- Je vous rappelle dans le courant du mois de mai.
- Je vous rappelle dans la première quinzaine d'avril.
- Je vous rappelle au printemps.
- Je vous rappelle début de mois.
- Je vous rappelle dans les premiers jours d'avril.
2026-03-12 Je vous envoie ça en fin de journée.
2026-03-13 Je vous envoie ça demain en fin de journée.
- Je vous rappelle d'ici mars ou avril.
- Je vous rappelle les derniers jours du mois.
2026-03-31 Je vous envoie tout pour le 31.

# 2026-03-12 holidays
- Je vous rappelle après Noël.
- Je vous rappelle à la rentrée.
- Je vous rappelle après les vacances.
- Je vous rappelle avant les fêtes.
2026-04-06 Je vous rappelle le lundi de Pâques.
- Je vous rappelle après le lundi de Pâques.
2026-05-14 Je vous rappelle le jeudi de l'Ascension.
- Je vous rappelle le lendemain de Pâques.
2026-07-15 Je vous rappelle le lendemain du 14 juillet.
- Je vous rappelle la veille du salon.
2026-04-14 Je vous rappelle la veille du 15 avril.
2026-05-25 Je vous rappelle le lundi de Pentecôte.
- Je vous rappelle au retour du pont de mai.
2026-03-17 Je vous rappelle mardi, lundi c'est férié.
- Je vous rappelle entre Noël et le jour de l'an.
2026-05-04 Le 1er mai est férié, je vous rappelle le 4 mai.

# 2026-03-12 hours that look like days
- Je vous rappelle à dix heures.
- Je vous rappelle vers 17 h.
2026-03-16 Je vous rappelle lundi dix-huit heures trente.
2026-03-13 Je vous rappelle demain à midi.
- Je vous rappelle entre 14 et 16 heures.
- Je vous rappelle à quinze heures quinze.
2026-03-17 Je vous rappelle mardi 14 heures.
2026-03-17 Je vous rappelle mardi 14h30.
2026-03-17 je vous rappelle mardi quatorze heures
2026-03-16 Je vous rappelle lundi, onze heures.
- Je vous envoie les 15 licences.
- Je vous envoie le 2 pièces en photo.
2026-03-12 Je vous rappelle cet après-midi à seize heures.
2026-03-12 Je vous rappelle tout à l'heure.
2026-03-12 Je vous rappelle ce soir vers 18 h.
2026-03-12 Je vous envoie le devis aujourd'hui.
2026-03-12 Je vous l'envoie dans la journée.
- Je vous envoie le devis tout de suite.
- Je vous envoie le lien de la réunion de 10 heures.
- Je vous appelle au 06 12 03 04 05.
- Je vous envoie l'article 12 du contrat.
- Je vous rappelle que le support répond 24/7.
2026-03-13 Je vous rappelle demain matin entre 9 et 11.
- Je vous envoie le modèle 5/8.
- Je vous fais 10 % et je vous rappelle.
2026-03-13 Je vous rappelle demain, vers huit ou neuf heures.

# 2026-03-12 a day of another step
- Jeudi à dix heures. Je vous envoie l'invitation tout de suite.
- On dit mardi alors. Je vous envoie la confirmation dans la foulée.
- Je vous envoie le devis pour votre réunion de jeudi.
- Je vous envoie le devis, vous avez votre réunion jeudi.
- Je vous envoie l'offre, elle expire le 30 mars.
- Je vous envoie le contrat que vous signerez mardi.
2026-03-13 Je vous envoie le devis demain pour votre comité du 20 mars.
2026-03-16 Je vous rappelle lundi pour préparer le rendez-vous du jeudi.
2026-03-17 Je vous envoie le devis demain et je vous rappelle mardi.
2026-03-17 Je vous rappelle mardi et je vous envoie le devis demain.
- Je vous envoie la brochure, parce que le salon ouvre le 20.
- Je vous envoie un mail, puis votre collègue décidera vendredi.
- Je vous rappelle quand vous serez rentré de congés lundi.
- Nous fermons vendredi. Je vous envoie la facture.
2026-03-20 La livraison est prévue le 30 mars, je vous rappelle le 20 mars.
- Le salon commence jeudi. Je vous envoie le plan maintenant. // c: Merci beaucoup.
2026-03-19 Je vous rappelle. // c: Quel jour ? // a: Jeudi à dix heures.
2026-03-19 Quel jour vous arrange ? // c: Jeudi. // a: Entendu, je vous rappelle.
- On se voit quand ? // c: Mardi ou jeudi. // a: Très bien, je vous rappelle.
- Votre réunion est quand ? // c: Jeudi à dix heures. // a: Parfait, je vous envoie l'invitation tout de suite.
- Je vous envoie le devis. // c: Merci, moi je pars en vacances vendredi.

# 2026-12-29 turn of the year
2026-12-30 Je vous rappelle demain.
2026-12-31 Je vous rappelle jeudi.
2027-01-05 Je vous rappelle mardi 5 janvier.
2027-01-04 Je vous rappelle lundi.
2027-01-12 Je vous rappelle dans quinze jours.
2026-12-31 Je vous envoie le devis avant la fin de l'année.
2026-12-31 Je vous envoie ça fin décembre.
2027-01-19 Je vous rappelle mardi de la semaine 3.
- Je vous rappelle semaine 2.
- Je vous rappelle début d'année.
2027-01-29 Je vous rappelle le dernier vendredi de janvier.
2027-01-31 Je vous rappelle fin du mois prochain.
2027-02-28 Je vous rappelle dans deux mois, fin février.
2027-01-06 Je vous rappelle le 6.
- Je vous rappelle jeudi prochain.
- Je vous rappelle le 28 décembre.
2027-12-13 Je vous rappelle le 13 décembre de l'année prochaine.
2027-01-08 Je vous rappelle vendredi en huit.
2027-01-15 Je vous rappelle vendredi en quinze.

# 2028-02-28 leap year
2028-02-29 Je vous rappelle demain.
2028-02-29 Je vous rappelle mardi 29 février.
2028-03-01 Je vous rappelle après-demain, mercredi.
2028-02-29 Je vous rappelle fin février.
2028-02-29 Je vous rappelle le dernier jour de février.
2028-03-28 Je vous rappelle dans un mois.
2028-03-13 Je vous rappelle lundi en huit, le 13 mars ?  // c: Oui, parfait.
- Je vous rappelle le 30 février.
2028-03-01 Vous recevrez la réponse sous deux jours ouvrés.

# 2026-01-31 month ends
2026-02-28 Je vous rappelle dans un mois.
2026-02-28 Je vous rappelle fin du mois prochain.
- Je vous rappelle en fin de semaine.
2026-02-03 Je vous rappelle mardi.
2026-03-31 Je vous rappelle dans deux mois.
2026-02-02 Je vous rappelle après-demain lundi.
2026-02-15 Je vous rappelle le 15.
- Je vous rappelle le 30 du mois prochain.
2026-02-27 Je vous rappelle le dernier vendredi du mois prochain.

# 2026-03-27 the clock changes
2026-03-29 Je vous rappelle dans 48 heures.
2026-03-29 Je vous rappelle après-demain.
2026-03-30 Je vous rappelle lundi.
2026-04-03 Je vous rappelle dans une semaine.
2026-03-31 Je vous envoie le devis sous deux jours ouvrés.
2026-04-24 Je vous rappelle dans quatre semaines.

# 2026-10-23 the clock changes back
2026-10-25 Je vous rappelle dans deux jours.
2026-10-26 Je vous rappelle lundi matin à la première heure.
2026-11-06 Je vous rappelle dans quinze jours.
2026-10-30 Je vous rappelle vendredi.
2026-10-30 Je vous rappelle le dernier vendredi d'octobre.
2026-12-23 Je vous rappelle dans deux mois.

# 2026-08-14 by other people
2026-08-18 Ma collègue Sarah vous rappelle mardi.
2026-08-17 Mon responsable vous enverra le contrat lundi.
2026-08-21 Je dois vous envoyer le devis vendredi prochain, le 21.
2026-08-18 Il faut que je vous rappelle mardi.
2026-08-17 On se retrouve lundi à 9 h chez vous.
2026-08-19 Je passe vous voir mercredi, ça marche.
2026-08-24 On fait le point le 24 août.
2026-09-01 Nous démarrons le 1er septembre.
2026-08-20 c'est noté je vous rappelle jeudi vingt août à onze heures trente
2026-08-20 euh je vous rappelle euh jeudi quoi vers onze heures
2026-08-17 alors je récapitule vous m'envoyez le cahier des charges et moi je vous rappelle lundi
2026-08-18 Mardi, je vous rappelle sans faute.
2026-08-17 Dès lundi, je vous envoie le contrat.
2026-08-31 Le 31 août, je vous rappelle.
2026-09-15 Je vous rappelle le 15 septembre, comme ça vous aurez reçu l'échantillon.
- Je vous rappelle dès que j'ai la réponse, mardi ou mercredi.
- Je vous rappelle dès votre retour de vacances.
- Je vous rappelle un de ces jours.
- Je vous rappelle dès que possible.
2026-08-28 Je vous rappelle vendredi 28, après votre comité du 27.
- On se cale un point tous les mardis, je vous envoie l'invitation.
- Je vous rappelle si le prix baisse avant mardi.
`;
