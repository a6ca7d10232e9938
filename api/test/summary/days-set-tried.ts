/** Sentences that were tried while the rules were made, and so are of the half that was read; see `days-set.ts`. */
export const triedDays = `
# 2026-03-12 tried since
2026-03-17 Je vous rappelle ? // c: Oui, mardi. // a: Très bien, mardi alors.
2026-03-17 Quand puis-je vous rappeler ? // c: Mardi matin. // a: Très bien, je vous rappelle mardi matin.
2026-03-17 Je vous rappelle lundi ? // c: Plutôt mardi. // a: D'accord, mardi.
2026-03-17 Je vous rappelle lundi ou mardi ? // c: Mardi. // a: C'est noté, mardi.
- Je vous rappelle lundi ou mardi. // c: Parfait. // a: Au revoir.
2026-03-17 Je vous rappelle lundi. // c: Lundi je suis en déplacement. Mardi plutôt. // a: D'accord.
2026-03-17 Je vous rappelle lundi. // c: Non, pas lundi, mardi. // a: Entendu.
2026-03-17 Je vous rappelle la semaine prochaine. // c: Plutôt mardi. // a: Entendu.
- Je vous rappelle lundi. // c: Lundi c'est pas possible. // a: On verra alors.
2026-03-16 Je vous rappelle lundi. // c: Pas de problème. // a: Bonne journée.
2026-03-16 Je vous rappelle lundi. // c: Pas de souci, bon week-end, moi je pars vendredi. // a: Bonne journée.
2026-03-16 Je vous rappelle lundi. // c: Ce n'est pas urgent, le salon n'est que le 20 avril. // a: Bonne journée.
2026-03-16 Je vous rappelle lundi. // c: Non, c'est parfait. On a une réunion mardi. // a: Bonne journée.
2026-03-17 Nous livrons jeudi. Je vous rappelle mardi.
- Nous livrons jeudi. Je vous rappelle.
- C'est ouvert jusqu'à jeudi. Je vous rappelle.
- La démo est jeudi, je vous envoie le lien.
- Jeudi, dix heures, c'est noté. Je vous envoie l'invitation.
- Jeudi à dix heures ! Je vous envoie l'invitation de suite.
2026-03-19 On se dit jeudi à dix heures ? // c: Parfait, jeudi. // a: Je vous envoie l'invitation tout de suite.
2026-03-19 On se revoit jeudi à dix heures. Je vous envoie l'invitation tout de suite.
2026-03-13 On se revoit jeudi à dix heures, je vous rappelle demain.
2026-03-17 je vous rappelle donc mardi dix-sept mars quinze heures trente
2026-03-17 ok ben je vous rappelle euh mardi prochain vers quinze heures
2026-03-17 ok du coup je vous rappelle mardi et entre temps vous regardez le devis
2026-03-17 je vous rappelle mardi vous aurez eu le temps de voir votre associé lundi
- je vous envoie le devis vous voyez votre associé lundi
2026-03-20 Je vous fais parvenir le dossier d'ici le vendredi 20.
- Je vous rappelle lorsque vous aurez vu votre associé mardi.
- Je vous rappelle après votre réunion de mardi.
- Je vous rappelle après votre réunion mardi.
- Je vous rappelle avant votre réunion du 20.
- Je vous rappelle le lendemain de votre réunion du 20 mars.
- Je vous rappelle le jour de votre réunion du 20 mars.
- Je vous rappelle deux jours après votre réunion du 20 mars.
- Je vous rappelle dans la foulée de votre réunion mardi.
2026-03-16 Je vous rappelle lundi au sujet du contrat du 15 mai.
2026-03-16 Je vous rappelle lundi concernant l'échéance du 31 mars.
2026-03-16 Je vous rappelle lundi pour le contrat qui finit en juin.
2026-03-16 Je vous rappelle lundi pour la livraison du 2 avril.
2026-03-16 Je vous rappelle lundi pour fixer le rendez-vous d'avril.
- Je vous rappelle pour la livraison du 2 avril.
- Je vous rappelle pour la livraison le 2 avril.
- Je vous rappelle avant la livraison le 2 avril.
2026-03-17 Mardi 17 mars à 10 h, je vous rappelle.
2026-03-17 Eh bien mardi, je vous rappelle.
- Mardi, vous aurez le contrat. Je vous rappelle.
- Vous recevez le contrat mardi, ensuite je vous rappelle.
- Dès que vous recevez le contrat mardi, je vous rappelle.
- Si vous recevez le contrat mardi, je vous rappelle mercredi.
2026-03-18 Vous recevez le contrat mardi et je vous rappelle mercredi.
2026-03-17 Vous recevrez le contrat mardi.
2026-03-17 Vous aurez le devis mardi.
2026-04-20 On se revoit le lundi 20 avril.
2026-04-20 Rendez-vous est pris, on se revoit le 20/04.
2026-04-20 On se revoit le 20/04/2026 à 9h.
- On se revoit le mardi 20/04.
- On se revoit le 20/04 ou le 21/04.
- On se revoit entre le 20/04 et le 24/04.
2026-03-16 Je vous recontacte lundi sans faute, promis.
- Je vous recontacte un lundi.
- Je vous recontacte lundi ou dès que possible.
2026-03-16 Je vous recontacte dès lundi.
- Je vous recontacte pas lundi.
2026-03-26 Je vous recontacte d'ici quinze jours, c'est-à-dire le 26.
2026-03-26 Je vous recontacte dans deux semaines jour pour jour.
2026-03-16 Je vous rappelle lundi, c'est-à-dire dans quatre jours.
2026-12-31 Je vous recontacte avant la fin de l'année.
- Je vous recontacte avant l'été.
- Je vous recontacte au mois de juin.
- Je vous recontacte en juin, le 31.
2026-06-30 Je vous recontacte en juin, le 30.
2026-04-05 Je vous recontacte le 5 du mois prochain.
- Je vous recontacte dans le courant de l'année 2027.
2026-09-10 Je vous recontacte le 10 septembre prochain.
- Je vous recontacte le 10 septembre dernier.
2027-01-15 Je vous recontacte le 15 janvier prochain.
2027-01-15 Je vous recontacte le 15 janvier de l'an prochain.
- Je vous recontacte le 15 février 2026.
- Je vous recontacte le 45 mars.
- Je vous recontacte le 31 juin.
- Je vous recontacte après-demain ou samedi prochain.
2026-03-14 Je vous recontacte après demain.
2026-03-13 Demain je vous rappelle.
- Mardi j'ai une réunion, je vous rappelle.
- Mardi ou mercredi, je vous rappelle.
- Entre mardi et jeudi, je vous rappelle.
2026-03-12 Je vous envoie ça avant ce soir.
2026-03-12 Je vous envoie ça avant midi aujourd'hui.
- Je vous envoie ça avant midi.
2026-03-13 Je vous envoie ça pour demain midi au plus tard.
2026-04-21 je vous rappelle le troisième mardi d'avril à quinze heures
2026-04-21 je vous rappelle le 3e mardi d avril
2026-04-02 Je vous rappelle le premier jeudi d'avril.
2026-04-24 Je vous rappelle le dernier vendredi d'avril au matin.
2026-03-27 Je vous rappelle le dernier vendredi de ce mois.
2026-03-27 Je vous rappelle le dernier vendredi de ce mois-ci.
2026-04-24 Je vous rappelle le mois prochain, le dernier vendredi.
- Je vous rappelle le mois prochain, un vendredi.
2026-05-05 Je vous rappelle début mai, le premier mardi.
2026-04-07 Je vous rappelle le premier mardi du mois prochain.
- Je vous rappelle le premier mardi du mois.
2026-03-24 Je vous rappelle le quatrième mardi de mars.
2026-04-03 Je vous rappelle le premier vendredi du mois d'avril.
2026-09-01 Je vous rappelle le tout premier mardi de septembre.
- Je vous rappelle l'un des mardis d'avril.
2026-12-31 Je vous rappelle le dernier jour de l'année.
- Je vous rappelle le premier jour de la semaine prochaine.
- Je vous rappelle le deuxième jour du salon.
2026-03-18 Ce n'est pas mardi mais mercredi que je vous rappelle.
2026-03-18 Mardi non, mercredi oui, je vous rappelle mercredi.
2026-03-18 Je vous rappelle mercredi à la place de mardi.
2026-03-18 Je vous rappelle mercredi et surtout pas mardi.
2026-03-18 Je vous rappelle mercredi, jamais le mardi.
2026-03-18 Je vous rappelle mercredi, mardi étant férié.
2026-03-18 Je vous rappelle mercredi, vu que mardi je suis pris.
2026-03-18 Comme mardi c'est férié, je vous rappelle mercredi.
2026-03-18 Je vous rappelle mercredi au lieu du mardi.
2026-03-18 Je vous rappelle mercredi, et non pas mardi.
2026-03-18 Je vous rappelle mercredi plutôt, pas mardi.
- Je vous rappelle, mais ce ne sera pas mardi.
2026-03-18 Je vous rappelle, mais ce ne sera pas mardi, plutôt mercredi.
2026-03-18 Je vous rappelle mardi... euh non, mercredi.
2026-03-18 Je vous rappelle mardi, euh, mercredi pardon.
2026-03-18 Je vous rappelle mardi, je veux dire mercredi.
2026-03-18 Je vous rappelle mardi, non mercredi.
2026-03-18 Je vous rappelle mardi non mercredi plutôt
2026-03-18 Mardi je serai en congé donc je vous rappelle mercredi
2026-03-18 mardi c'est mort je vous rappelle mercredi
2026-03-18 mardi ça m'arrange pas je vous rappelle mercredi
2026-03-18 je vous rappelle mercredi mardi ça m'arrange pas
2026-03-18 je vous rappelle mercredi mardi je suis pas là
2026-03-18 je vous rappelle mercredi pas mardi
2026-03-18 je vous rappelle pas mardi mercredi
2027-04-15 Je vous rappelle le 15 avril deux mille vingt-sept.
2027-04-15 Je vous rappelle le quinze avril deux mille vingt sept.
- Je vous rappelle en avril vingt-sept.
2027-04-15 Je vous rappelle le 15/04/27.
2027-04-15 Je vous rappelle le jeudi 15 avril 2027.
- Je vous rappelle le mercredi 15 avril 2027.
- Je vous rappelle fin 2026 ou début 2027.
2026-12-31 Je vous rappelle d'ici fin 2026.
- Je vous rappelle courant 2027.
- Je vous rappelle en deux mille vingt-sept.
- Je vous rappelle dans l'année.
2026-03-17 Je vous rappelle mardi qui vient, le 17.
2026-03-17 Je vous rappelle mardi le 17.
2026-03-17 Je vous rappelle le 17 mardi.
2026-03-17 Je vous rappelle mardi donc le 17.
- Je vous rappelle mardi donc le 18.
- Je vous rappelle le mardi 18 mars.
- Je vous rappelle mardi dix-huit.
2026-03-17 Je vous rappelle dans cinq jours, mardi.
- Je vous rappelle dans cinq jours, mercredi.
2026-03-13 Je vous rappelle demain vendredi 13 mars.
- Je vous rappelle demain vendredi 14 mars.
2026-03-19 Je vous rappelle aujourd'hui en huit.
2026-03-26 Je vous rappelle dans deux petites semaines.
- Je vous rappelle dans une bonne quinzaine.
- Je vous rappelle dans une grosse semaine.
- Je vous rappelle dans moins d'une semaine.
- Je vous rappelle dans plus d'un mois.
- Je vous rappelle dans près de deux semaines.
- Je vous rappelle d'ici une semaine maximum, peut-être deux.
2026-03-19 Je vous rappelle d'ici une semaine au plus tard.
2026-03-15 Je vous envoie ça sous trois jours.
2026-03-19 Je vous envoie ça sous 8 jours.
2026-03-26 Je vous envoie ça sous 15 jours.
2026-03-26 Je vous envoie ça sous les quinze jours.
2026-03-26 Je vous envoie ça à quinzaine.
2026-03-26 Je vous envoie ça sous une quinzaine.
2026-03-26 On se rappelle dans quinze jours pile.
2026-03-26 on se rappelle dans 15j
- On se rappelle dans quinze jours trois semaines.
- On se rappelle dans quinze jours à trois semaines.
- On se rappelle dans un ou deux mois.
- On se rappelle dans quelques semaines.
- On se rappelle dans un mois, un mois et demi.
- On se rappelle dans un mois ou deux.
- On se rappelle dans un petit mois.
2026-07-12 On se rappelle dans quatre mois.
- On se rappelle la semaine 12 ou la semaine 13.
- On se rappelle semaine douze.
2026-03-18 On se rappelle mercredi semaine 12.
2026-03-17 Ma collègue Sarah vous rappelle mardi.
2026-03-17 Je dois vous envoyer le devis mardi.
- Je vous rappelle mardi uniquement si le prix baisse.
2026-03-16 Rendez-vous lundi, je passe vous voir lundi à neuf heures.
2026-03-20 On se dit le 20 mars à 14 h. Je vous rappelle le 20 mars.
- On se dit le 20 mars à 14 h. Je vous envoie le lien.
- Le rendez-vous est confirmé pour le 20 mars. Je vous envoie le lien de connexion par mail.
2026-03-13 Le rendez-vous est confirmé pour le 20 mars. Je vous envoie le lien demain.
2026-03-13 La démo a lieu le 20 mars, je vous envoie le lien demain matin.
- Notre salon a lieu du 20 au 22 mars. Je vous envoie des invitations.
- Votre contrat se termine le 30 juin. Je vous envoie une proposition.
- Votre contrat se termine le 30 juin, je vous envoie donc une proposition.
- Comme votre contrat se termine le 30 juin je vous envoie une proposition.
- Je vous envoie une proposition pour votre contrat qui se termine le 30 juin.
- Je vous envoie une proposition car votre contrat se termine le 30 juin.
- Je vous envoie une proposition avec une remise jusqu'au 30 juin.
- Je vous envoie une proposition avec un démarrage au 1er mai.
- Je vous envoie une proposition avec un démarrage le 1er mai.
- Je vous envoie une proposition à partir de mai.
- Je vous fais une remise si vous signez avant le 31 mars.
- Je vous offre le premier mois si vous signez avant le 31.
- Je vous offre deux mois jusqu'au 31 mars.
- Je vous bloque le tarif jusqu'au 31 mars.
- Je vous réserve une place pour le 20 mars.
- Je vous réserve un créneau le 20 mars.
- Je vous inscris à la session du 20 mars.
- Je vous inscris pour le 20 mars.
- Je vous note pour mardi.
- Je prépare votre dossier pour la commission du 20 mars.
2026-03-13 Je prépare votre dossier pour demain.
2026-04-01 Je vous active la ligne le 1er avril.
2026-04-01 On démarre le 1er avril.
- On démarre entre le 1er et le 15 avril.
2026-04-01 On se lance dès le 1er avril.
- Il vous reste jusqu'au 31 mars, je vous rappelle.
- Vous avez jusqu'au 31 mars pour signer, je vous rappelle avant.
- Je vous rappelle avant le week-end.
- Je vous rappelle la veille de votre rendez-vous.
- Je vous rappelle une heure avant la réunion de mardi.
- Je vous rappelle deux jours avant mardi.
- Je vous rappelle la semaine d'avant.
2026-03-17 Bon, mardi alors, je vous rappelle mardi dans la matinée.
2026-03-17 Très bien, je vous recontacte donc ce mardi 17, vers 11 h.
- Je vous rappelle tous les lundis.
- Je vous rappelle lundi et jeudi.
- Je vous rappelle un jour sur deux.
2026-03-12 Je vous rappelle dans dix minutes.
2026-03-12 Je vous rappelle dans une heure.
- Je vous rappelle dans l'heure.
- Je vous rappelle dans douze heures.
2026-03-12 Je vous rappelle en fin d'après-midi aujourd'hui.
- Je vous rappelle en fin d'après-midi.
2026-03-12 Je vous rappelle cet après-midi.
2026-03-12 Je vous l'envoie ce matin.
2026-03-12 Je vous l'envoie d'ici ce soir.
- Je vous l'envoie cette nuit.
2026-03-13 Je vous l'envoie demain soir au plus tard.
- Je vous l'envoie demain ou au plus tard lundi.
- Je vous l'envoie demain, lundi au plus tard.
2026-12-25 Je vous rappelle le 25 décembre.
- Je vous rappelle le jour de Noël.
- Je vous rappelle à Noël.
- Je vous rappelle pour le nouvel an.
2026-07-14 Je vous rappelle le 14 juillet.
- Je vous rappelle après le 14 juillet.
- Je vous rappelle le lundi de la Toussaint.
- Je vous rappelle le mardi gras.
- Je vous rappelle le vendredi saint.
- Je vous rappelle le premier avril ou le deux.
2026-04-01 Je vous rappelle le premier avril.
- Je vous rappelle la première semaine d'avril.
2026-04-07 Je vous rappelle mardi de la première semaine d'avril, le 7.
- Je vous rappelle le mardi de la première semaine d'avril.
- Je vous rappelle le mardi d'après Pâques.
- Je vous rappelle mardi en quinze ou mardi en huit.
- Je vous rappelle mardi dans quinze jours.
- Je vous rappelle mardi dans deux semaines.
- Je vous rappelle mardi dans un mois.
# 2026-03-16 other days
- Je vous rappelle mercredi prochain.
2026-03-23 Je vous rappelle lundi prochain.
# 2026-03-15 other days
- Je vous rappelle lundi prochain.
# 2026-03-14 other days
2026-03-17 Je vous rappelle mardi prochain.
# 2026-03-31 other days
- Je vous rappelle fin de mois.
2026-04-30 Je vous rappelle fin du mois prochain.
# 2026-03-30 other days
2026-03-31 Je vous rappelle fin mars.
# 2026-10-23 other days
2026-10-31 Je vous rappelle fin octobre.
# 2026-12-31 other days
- Je vous rappelle fin décembre.
2027-01-01 Je vous rappelle demain.
# 2028-02-29 other days
2029-02-28 Je vous rappelle dans un an.
# 2026-01-30 other days
2026-02-28 Je vous rappelle dans un mois.
# 2026-12-28 other days
- Je vous rappelle semaine 53.
2027-01-01 Je vous rappelle vendredi de la semaine 53.
2027-01-05 Je vous rappelle mardi de la semaine 1.
# 2026-05-11 other days
2026-05-15 Je vous envoie ça sous trois jours ouvrés.
# 2026-12-24 other days
2026-12-29 Je vous envoie ça sous deux jours ouvrés.
`;
