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
- On se dit jeudi à dix heures ? // c: Parfait, jeudi. // a: Je vous envoie l'invitation tout de suite.
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
2026-03-18 On se rappelle semaine 12 mercredi.
2026-03-18 On se rappelle en semaine 12, disons mercredi.
2026-03-18 On se rappelle le mercredi de la semaine douze.
- On se rappelle semaine 60.
- On se rappelle entre la semaine 12 et la semaine 14.
- On se rappelle mercredi ou jeudi de la semaine 12.
- On se rappelle mercredi ou jeudi prochain.
- On se rappelle lundi, mardi au pire.
- On se rappelle lundi, au pire mardi.
- On se rappelle lundi, à défaut mardi.
- On se rappelle lundi, ou alors mardi.
- On se rappelle lundi si possible, sinon mardi.
- On se rappelle lundi/mardi.
- On se rappelle lundi-mardi.
- On se rappelle lundi mardi.
- On se rappelle le 16/17 mars.
- On se rappelle les 16 et 17 mars.
- On se rappelle 16 ou 17 mars.
- On se rappelle du 16 au 20.
- On se rappelle d'ici lundi ou mardi.
- On se rappelle à compter de lundi.
- On se rappelle lundi au mieux.
- On se rappelle pas avant lundi.
- On se rappelle pas avant le 20.
- On se rappelle à la fin du printemps.
2026-03-20 Je vous rappelle le 20 à 20 heures.
2026-03-20 Je vous rappelle le vingt à vingt heures trente.
2026-03-20 je vous rappelle le vingt vers dix heures
2026-03-20 Je vous rappelle le 20 dans l'après-midi.
2026-03-20 Je vous rappelle le 20 avec les chiffres.
2026-03-20 Je vous envoie le 20 la version définitive.
- Je vous rappelle le 20 ou avant.
- Je vous envoie les modèles du 20 et du 21.
- Je vous envoie la version 20.
- Je vous envoie le lot 12.
- Je vous envoie le premier lot.
- Je vous envoie le deuxième.
- Je vous envoie le tarif au 1er avril.
- Je vous envoie le nouveau tarif d'avril.
- Je vous envoie le tarif applicable au 1er avril.
- Je vous envoie le tarif en vigueur depuis le 1er mars.
`;
