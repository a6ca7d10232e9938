/**
 * Calls as recognizers write them, with their facts behind "#". None of them was written for a rule; the rules were improved
 * since their first measurement, so that they no longer say how the rules do with other calls.
 */
export const readCalls: Record<string, string> = {
  "print shop, without punctuation": `
    a: bonjour monsieur delmas c'est à propos de votre demande de devis
    c: oui alors on imprime à peu près 12 000 brochures par an # figure 12 000 brochures
    a: d'accord et vous payez combien aujourd'hui
    c: on est à 1 200,50 € le mille ça commence à faire beaucoup # figure 1 200,50 €, objection
    a: nous on peut vous faire mille cinquante euros le mille avec un engagement d'un an # figure mille cinquante euros, figure un an
    c: un engagement non ça on l'a déjà fait et on s'en est mordu les doigts # objection
    a: je peux vous proposer sans engagement à mille cent # figure mille cent
    c: ok faut que je voie ça avec ma femme c'est elle qui tient les comptes # objection, promise? voie
    a: très bien je vous envoie le devis d'ici demain midi et je vous rappelle mardi prochain # promise envoie, promise rappelle, date demain midi, date mardi prochain
    c: plutôt jeudi mardi on livre # date jeudi, date? mardi
    a: jeudi c'est noté à quelle heure # date jeudi, promise? noté
    c: vers 15h # date 15h`,
  "gym chain, renegotiation": `
    a: Bonjour, Inès de Souffleur, je vous appelle comme convenu le 12. # date le 12
    c: Bonjour Inès. Bon, écoutez, je vais être franche, vos tarifs ont pris huit pour cent. # figure huit pour cent, objection
    a: Oui, c'est l'indexation annuelle.
    c: Sauf que moi, mes adhérents, je ne peux pas leur facturer plus. # objection
    a: Combien de clubs utilisez-vous maintenant ?
    c: Quatorze, et deux qui ouvrent en janvier. # figure quatorze, figure? deux, date janvier
    a: Avec seize clubs, je peux geler le prix pendant vingt-quatre mois. # figure seize clubs, figure vingt-quatre mois
    c: Geler au prix d'avant ou au prix d'aujourd'hui ?
    a: Au prix d'avant, soit 890 euros par club. # figure 890 euros
    c: Là, ça devient intéressant. Vous me mettez ça par écrit ? # promise? mettez
    a: Je ne vous envoie rien avant d'avoir l'accord de ma direction.
    c: D'accord, mais il me le faut avant la fin du mois. # date fin du mois
    a: Je les vois lundi et je reviens vers vous le soir même. # date lundi, promise vois, promise reviens
    c: Parfait. De mon côté je prépare la liste des clubs. # promise prépare`,
  "notary, security doubts": `
    a: Maître, bonjour, avez-vous eu le temps de lire notre documentation ?
    c: En diagonale. Ce qui me gêne, c'est que les conversations partent dans le cloud. # objection
    a: Elles restent sur des serveurs à Roubaix.
    c: Et qui me garantit que personne ne les écoute ? # objection
    a: Nous sommes certifiés et audités deux fois par an. # figure? deux
    c: Un audit, ça s'achète. # objection
    a: Je vous transmets le rapport de la CNIL cet après-midi. # promise transmets, date cet après-midi
    c: Faites donc. Nous sommes cinq notaires et une trentaine de collaborateurs. # figure cinq notaires, figure trentaine de collaborateurs
    a: À trente-cinq, vous êtes à 1750 euros par mois. # figure trente-cinq, figure 1750 euros
    c: C'est un budget. Mes associés vont tiquer. # objection, objection? associés
    a: Est-ce que je peux vous rappeler la semaine prochaine ? # date semaine prochaine, promise? rappeler
    c: Oui, mercredi ou jeudi, le matin. # date mercredi, date jeudi`,
  "garage, quick sale": `
    a: Garage Martin ? Bonjour, c'est au sujet de l'essai de quinze jours. # figure quinze jours
    c: Ah oui, ça tombe bien, il se termine le 30. # date le 30
    a: Vous en pensez quoi ?
    c: Franchement mes gars adorent, on a repris vingt-deux rendez-vous qu'on aurait perdus. # figure vingt-deux rendez-vous
    a: Super ! On part sur l'abonnement annuel ?
    c: C'est combien déjà ?
    a: 2 400 euros l'année, ou 220 par mois. # figure 2 400 euros, figure 220
    c: On prend l'annuel, deux mille quatre c'est bon. # figure deux mille quatre
    a: Parfait, je vous envoie le bon de commande, vous me le retournez signé ? # promise envoie
    c: Je vous le renvoie ce soir. # promise renvoie, date ce soir
    a: Et on installe les deux derniers postes vendredi 4 décembre. # date vendredi 4 décembre, promise? installe, figure? deux
    c: Nickel. # `,
  "insurance, not now": `
    a: Bonjour madame Petit, je vous dérange pas ?
    c: Si, un peu, je suis en réunion. # objection
    a: Je vous rappelle à quel moment ?
    c: Écoutez, en ce moment on change de logiciel, c'est vraiment pas le bon moment. # objection
    a: Je comprends, ça se termine quand ?
    c: Si tout va bien mi-mars. # date mi-mars
    a: Donc si je vous rappelle en avril, ça irait ? # date avril, promise? rappelle
    c: Non plutôt en mai, après les ponts. # date mai
    a: Entendu, je note mai. Je ne vous enverrai pas de mail d'ici là. # date mai
    c: Merci, ça change. Et puis honnêtement on a déjà Allianz qui nous équipe. # objection
    a: D'accord. Bonne réunion !
    c: Au revoir.`,
  "software, refund": `
    a: Support, bonjour, que puis-je faire ?
    c: Bonjour, ça fait la troisième fois que j'appelle pour la même facture. # objection
    a: La facture de septembre ? # date septembre
    c: Oui, 349,90 euros prélevés deux fois le 5 septembre. # figure 349,90 euros, date 5 septembre, figure? deux, objection
    a: En effet, je la vois. Je vous rembourse aujourd'hui même. # promise rembourse, date? aujourd'hui
    c: Vos collègues m'ont dit la même chose, et rien. # objection
    a: Cette fois je vous envoie la preuve du virement, vous l'aurez avant dix-huit heures. # promise envoie, promise aurez, date dix-huit heures
    c: Si je ne l'ai pas, je fais opposition et je résilie. # objection, promise? opposition
    a: Ça n'arrivera pas. Je vous offre aussi un mois. # promise offre, figure un mois
    c: Bon. Rappelez-moi demain pour confirmer. # date demain
    a: Demain onze heures, c'est noté. # date demain, promise noté`,
  "bakery, till software": `
    a: Bonjour, je vous appelle au sujet de votre logiciel de caisse.
    c: Bonjour, allez-y, mais j'ai du pain au four. # objection
    a: Je serai bref. Combien de caisses avez-vous ?
    c: Deux, et une tablette pour les marchés. # figure deux
    a: Nous sommes à 59 euros par caisse et par mois. # figure 59 euros
    c: Ah oui, ça pique un peu. # objection
    a: L'installation est comprise.
    c: Et si au bout de trois mois ça ne me plaît pas ? # figure trois mois, objection? plaît
    a: Vous arrêtez, sans frais.
    c: Bon. Mon mari n'aime pas le changement, vous savez. # objection
    a: Je vous envoie une vidéo de démonstration ce soir. # promise envoie, date ce soir
    c: D'accord, on la regardera dimanche. # promise regardera, date dimanche`,
  "fleet manager, tyres": `
    a: Bonjour monsieur Roussel, où en êtes-vous de notre offre de pneus ?
    c: Je l'ai comparée, vous êtes douze pour cent plus chers que Bertin. # figure douze pour cent, objection
    a: Avec le montage ?
    c: Non, sans le montage, c'est vrai.
    a: Nous montons sur place, cela vous évite une demi-journée par camion.
    c: Oui enfin mes gars savent très bien le faire. # objection
    a: Pour 40 camions, je peux descendre à 210 euros le pneu. # figure 40 camions, figure 210 euros
    c: C'est mieux, mais je ne signe pas trois ans. # figure trois ans, objection
    a: Douze mois alors ? # figure Douze mois
    c: Douze mois, je peux en parler au directeur vendredi. # figure Douze mois, promise parler, date vendredi
    a: Je vous rappelle lundi matin. # promise rappelle, date lundi matin
    c: Parfait.`,
  "association, donations software": `
    a: bonjour je suis bien chez les amis du fleuve
    c: oui mais la trésorière n'est là que le mardi # date mardi, objection
    a: c'est elle qui choisit les logiciels
    c: oui moi je ne fais que répondre au téléphone # objection
    a: vous suivez les dons comment aujourd'hui
    c: sur un tableur et franchement ça nous suffit # objection
    a: vous avez combien de donateurs
    c: environ 1 500 # figure 1 500
    a: au-delà de mille le tableur devient risqué
    c: on nous a déjà vendu une base de données qu'on n'a jamais ouverte # objection
    a: je vous envoie un exemple et je rappelle mardi à 10h # promise envoie, promise rappelle, date mardi à 10h
    c: envoyez toujours`,
  "clinic, appointment reminders": `
    a: Docteur Haddad, merci de me recevoir.
    c: Je vous en prie. Je vous préviens, j'ai horreur des abonnements. # objection
    a: Nous facturons au message, 8 centimes. # figure 8 centimes
    c: J'envoie six cents rappels par mois. # figure six cents rappels
    a: Soit 48 euros par mois. # figure 48 euros
    c: Et mes patients âgés, ils ne lisent pas leurs messages. # objection
    a: Nous les appelons avec une voix.
    c: Une voix de robot ? Ils vont raccrocher. # objection
    a: Vous pouvez l'écouter, je vous envoie un extrait tout de suite. # promise envoie
    c: Bon, je l'écoute ce week-end et je vous dis. # promise dis, date? week-end
    a: Je reviens vers vous mercredi. # promise reviens, date mercredi
    c: Mercredi, entendu. # date mercredi`,
  "hotel, booking engine": `
    a: Bonjour madame Lenoir, vous aviez téléchargé notre guide.
    c: Oui, par curiosité, je n'ai aucun projet en ce moment. # objection
    a: Combien de chambres avez-vous ?
    c: Trente-deux. # figure Trente-deux
    a: Et quelle part passe par les plateformes ?
    c: Soixante-dix pour cent, et ils prennent leur commission. # figure Soixante-dix pour cent
    a: Notre moteur coûte 150 euros par mois, sans commission. # figure 150 euros
    c: J'ai signé avec un confrère à vous jusqu'en octobre. # date octobre, objection
    a: Alors voyons-nous en septembre. # date septembre
    c: Si vous voulez, mais je ne promets rien. # objection? promets
    a: Je note septembre et je vous écris d'ici là. # date septembre, promise écris
    c: Très bien.`,
  "school, disappointed client": `
    a: Bonjour, vous avez demandé à nous parler.
    c: Oui, cela fait deux semaines que les parents ne reçoivent plus rien. # figure deux semaines, objection
    a: Je vois l'incident, il touche 85 familles. # figure 85 familles
    c: Et personne ne nous a prévenus. # objection
    a: Je vous présente nos excuses. C'est corrigé depuis hier. # date hier
    c: C'est ce qu'on m'avait dit lundi dernier. # date lundi dernier, objection
    a: Je vous envoie le rapport technique avant 18 heures. # promise envoie, date 18 heures
    c: J'en aurai besoin pour le conseil du 9 décembre. # date 9 décembre
    a: Et je vous rembourse un mois d'abonnement. # promise rembourse, figure un mois
    c: Bien. Si ça recommence, nous changerons de prestataire. # objection
    a: Je vous appelle vendredi pour faire le point. # promise appelle, date vendredi
    c: D'accord, vendredi.  # date vendredi`,
};
