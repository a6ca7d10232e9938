/**
 * Calls that no rule was made for, with their facts behind "#". They were written on 27 November 2026, before the rules of that
 * day and without a look at those before; a rule is never changed because of one of them. Once somebody has read what the rules
 * do with them, they belong to those that were read, and new ones take their place.
 */
export const unreadCalls: Record<string, string> = {
  "bakery, ordering kiosk": `
    a: Bonjour, je suis bien à la boulangerie Marchal ?
    c: Oui, mais je vous écoute d'une oreille, j'ai la queue jusque sur le trottoir. # objection
    a: Justement, nous installons des bornes de commande pour les gens pressés.
    c: Oh là, moi les machines, vous savez… # objection
    a: Vos clients choisissent, ils paient, et vous n'avez plus qu'à servir.
    c: Chez nous ils viennent aussi pour causer deux minutes. # objection, figure? deux minutes
    a: Vous avez combien de passages par jour ?
    c: Quatre cents en semaine, le double le dimanche. # figure Quatre cents, date dimanche
    a: La borne est à 89 euros par mois, pose comprise. # figure 89 euros
    c: Ça en fait, des croissants. # objection
    a: Je peux vous en prêter une pendant quinze jours. # figure quinze jours, promise? prêter
    c: Il faudrait que ma fille regarde, c'est elle qui reprend derrière. # objection
    a: Elle est joignable quand ?
    c: Lundi, on est fermé, elle aura le temps. # date Lundi, promise? aura
    a: Parfait, je lui passe un coup de fil lundi vers 10 heures. # promise passe, date lundi vers 10 heures
    c: Voilà, faites comme ça.`,
  "garage, diagnostic tool": `
    a: bonjour monsieur c'est au sujet de notre valise de diagnostic
    c: ouh là on m'appelle trois fois par semaine pour ça # objection, figure? trois fois
    a: je comprends mais la nôtre lit aussi les hybrides
    c: des hybrides j'en vois passer deux dans l'année # objection, figure? deux
    a: d'ici cinq ans ce sera la moitié de votre parc # date? cinq ans, figure? cinq ans
    c: d'ici là je serai à la pêche # objection
    a: et votre mécanicien il travaille avec quoi
    c: il a sa vieille machine il la connaît par cœur # objection
    a: nous reprenons l'ancienne 600 euros # figure 600 euros, promise? reprenons
    c: et la vôtre vous la laissez à combien
    a: 3 200 euros avec deux ans de mises à jour # figure 3 200 euros, figure deux ans
    c: ah oui quand même on n'est pas chez Mercedes ici # objection
    a: on peut étaler sur 24 mois # figure 24 mois
    c: j'ai déjà le pont à finir de payer # objection
    a: je vous dépose un catalogue jeudi en passant # promise dépose, date jeudi
    c: déposez si ça vous chante`,
  "dentist, telephone reception": `
    a: Bonjour docteur, vous m'aviez dit de vous rappeler après les vacances. # date? vacances
    c: C'est vrai, je vous avais complètement oublié, pour être honnête. # objection?
    a: Nous répondons à vos patients quand votre assistante est au fauteuil.
    c: Mes patients n'apprécieraient pas de tomber sur quelqu'un à l'autre bout du pays. # objection
    a: Nos secrétaires sont à Nantes et suivent vos consignes à la lettre.
    c: Oui, on m'a tenu le même discours pour le logiciel, et j'ai mis un an à m'en dépêtrer. # objection, figure un an
    a: Je vous propose un forfait de 290 euros par mois pour 200 appels. # figure 290 euros, figure 200 appels
    c: Et au-delà ?
    a: Un euro quarante par appel. # figure Un euro quarante
    c: Mon comptable va encore me tomber dessus. # objection
    a: Un rendez-vous manqué vous coûte combien ?
    c: Soixante-dix euros, et j'en ai bien cinq par semaine. # figure Soixante-dix euros, figure cinq
    a: Donc c'est amorti tout de suite.
    c: Sur le papier, sur le papier. # objection
    a: Je vous fais parvenir deux témoignages de confrères demain. # promise parvenir, date demain, figure? deux
    c: Entendu, je les lirai à tête reposée. # promise lirai
    a: Et on en reparle le 4 avril ? # date 4 avril, promise reparle
    c: Le 4, c'est noté. # date? 4`,
  "hiking club, membership fees": `
    a: Bonjour, c'est bien le club de randonnée des Trois Vallées ?
    c: Oui, enfin moi je suis le président, mais tout ça c'est du bénévolat, hein. # objection?
    a: Nous encaissons les adhésions en ligne à votre place.
    c: Nos adhérents ont soixante-quinze ans de moyenne, vous pensez bien qu'Internet… # figure soixante-quinze ans, objection
    a: Ils peuvent aussi payer par chèque, nous les saisissons.
    c: Et vous prenez combien au passage ?
    a: 1,5 % de chaque paiement, rien d'autre. # figure 1,5 %
    c: L'argent des adhérents, c'est pour les sentiers, pas pour les banquiers. # objection
    a: Vous passez combien de temps à relancer ?
    c: Moi, aucun, c'est ma femme qui s'y colle.
    a: Elle en dirait quoi, de ne plus le faire ?
    c: Oh, elle, elle signerait des deux mains, mais le bureau va tiquer. # objection
    a: Le bureau se réunit bientôt ?
    c: Le 12 mai, mais l'ordre du jour est déjà plein comme un œuf. # date 12 mai, objection
    a: Je vous prépare une page toute simple à leur lire. # promise prépare
    c: Ma foi, je la glisserai si on a cinq minutes. # promise? glisserai, figure? cinq minutes
    a: Je vous l'adresse avant le 1er mai. # promise adresse, date 1er mai
    c: Très bien, bonne journée.`,
  "dairy farm, cow collars": `
    a: Bonjour monsieur Kerbrat, je ne vous prends pas en pleine traite ?
    c: Non, mais je suis sur le tracteur, alors faites court. # objection
    a: C'est pour nos colliers qui détectent les chaleurs des vaches.
    c: Les chaleurs, je les vois à l'œil, j'ai pas besoin d'un ordinateur pour ça. # objection
    a: Vous avez combien de laitières ?
    c: Quatre-vingts, plus les génisses. # figure Quatre-vingts
    a: Avec les colliers, vos voisins ont gagné douze jours par vêlage. # figure douze jours
    c: Le voisin, il a surtout gagné des traites à rembourser. # objection
    a: Comptez 95 euros par collier, posé. # figure 95 euros
    c: Avec le lait à ce prix-là, c'est moi qui devrais porter le collier. # objection
    a: La région en finance 40 %. # figure 40 %
    c: Les dossiers de la région, j'en ai encore un qui traîne depuis 2021. # objection, date? 2021
    a: Nous montons le dossier pour vous, sans frais. # promise? montons
    c: On verra ça après les foins. # objection, date? foins
    a: Je vous rappelle fin juin, alors ? # date fin juin, promise rappelle
    c: Voilà, fin juin, s'il pleut je décrocherai. # date fin juin, promise? décrocherai`,
  "hotel, laundry": `
    a: Bonjour madame, je reviens vers vous pour le linge de l'hôtel.
    c: Ah oui, le linge. Écoutez, on a beaucoup discuté ici depuis.
    a: Et qu'en est-il sorti ?
    c: Les femmes de chambre ne sont pas emballées, elles tiennent à leurs draps. # objection
    a: On peut garder vos draps et n'en faire que l'entretien.
    c: Vous dites ça, et un matin il en manque quinze. # objection, figure? quinze
    a: Chaque pièce porte une puce, on remplace toute perte sous 48 heures. # figure? 48 heures, date? 48 heures, promise? remplace
    c: Et en août, quand on est plein, vous tiendrez la cadence ? # date août
    a: Deux livraisons par jour en saison, c'est au contrat. # figure Deux livraisons
    c: Aujourd'hui ça me revient à 2,10 euros le kilo, vous êtes à 2,60. # figure 2,10 euros, figure 2,60, objection?
    a: Ce prix comprend le ramassage et l'assurance.
    c: Peut-être, mais moi je regarde le bas de la facture. # objection
    a: À 2,30 on se met d'accord ? # figure 2,30
    c: Il faut que ça passe par le siège, je ne signe plus rien toute seule. # objection
    a: Qui dois-je contacter au siège ?
    c: Madame Oriol, je lui en touche un mot mardi. # promise touche, date mardi
    a: Et je lui envoie l'offre révisée mercredi matin. # promise envoie, date mercredi matin
    c: Faites donc.`,
  "notary, digital archive": `
    a: Maître Delorme, vous aviez demandé un devis pour l'archivage.
    c: Un de mes clercs, plutôt. Je le découvre à l'instant. # objection?
    a: Il s'agit de numériser vos minutes depuis 1950. # date? 1950
    c: Vous mesurez ce que représente le secret professionnel dans notre métier ? # objection?
    a: Tout reste dans un coffre agréé par le Conseil supérieur.
    c: On nous a servi la même assurance avant une fuite chez un confrère de Tours. # objection
    a: Nous avons été audités en janvier, je vous transmets le rapport. # date janvier, promise transmets
    c: Je ne demande qu'à le lire.
    a: Pour 12 000 actes, le montant est de 18 500 euros hors taxes. # figure 12 000 actes, figure 18 500 euros
    c: C'est une somme que l'étude ne sort pas d'un claquement de doigts. # objection
    a: On peut répartir en trois tranches. # figure trois tranches
    c: De toute manière, rien ne bougera tant que l'associée n'est pas revenue de congé. # objection
    a: Elle revient quand ?
    c: Le 15 septembre. # date 15 septembre
    a: Je prends date pour le 16 au matin ? # promise prends, date 16
    c: Mettons le 18, que je puisse lui en parler avant. # date 18, promise? parler
    a: Le 18 à 9 h 30, c'est dans l'agenda. # date 18 à 9 h 30`,
  "primary school, canteen": `
    a: bonjour madame la directrice je vous appelle pour la cantine
    c: la cantine c'est pas chez nous ça c'est la mairie # objection
    a: vous faites quand même l'appel chaque matin
    c: oui sur une feuille et ça part à neuf heures # date? neuf heures
    a: avec la tablette la cuisine le sait tout de suite
    c: une tablette dans chaque classe vous imaginez dans quel état on va les retrouver # objection
    a: elles sont garanties trois ans casse comprise # figure trois ans
    c: et les maîtresses elles ont déjà assez à faire # objection
    a: ça prend trente secondes par classe # figure trente secondes
    c: on nous a dit pareil pour le livret numérique # objection
    a: vous avez combien d'élèves à midi
    c: cent quarante à peu près # figure cent quarante
    a: vous jetez combien de repas
    c: une dizaine par jour ça fait mal au cœur # figure dizaine
    a: je demande un rendez-vous à la mairie et vous venez avec nous # promise demande, promise? venez
    c: moi je veux bien mais je ne me mets pas en avant # objection
    a: je vous tiens au courant vendredi # promise tiens, date vendredi
    c: très bien merci`,
};
