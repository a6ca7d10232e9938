/**
 * Calls about a price or a need, and with somebody who hesitates. Rules may be made with these.
 * No rule was made with a turn of these until others were held out in their place, but their figures were looked at four times
 * and changed how certain a reply has to be.
 * Written and labelled on 30 November 2026, after the first rules and without a look at them or at what they answer;
 * labels are not changed afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const buying = `
== dental software maker, four who sell | price | sells: call software
slots: client=monsieur Perrot|Perrot|Guillaume users=quatre product=logiciel|outil
a: Bonjour monsieur Perrot, Camille de Souffleur, vous aviez rempli notre formulaire hier soir.
c: oui bonjour alors je vais être direct je cherche un tarif y en a aucun sur votre site
> price:36 team:3 ~ budget:1 greeting:14 need:3 generic:5 too-small:2
a: C'est vrai, ça dépend du nombre de postes. Combien de personnes vendent chez vous ?
c: on est quatre à vendre on fait du logiciel pour les cabinets dentaires
> price:36 need:3 team:124 too-small:1 ~ generic:35 team:5 integration:25 technical:2 need:5 budget:1 interest:4 competitor:3 timing:1
a: Pour quatre postes, c'est 52 euros par poste et par mois.
c: 52 d'accord et c'est sans engagement ou faut signer pour un an
> contract:125 ~ contract:3 doubt:3 discount:2 demo:4 ; duration=un an
a: Un an, avec un mois d'essai au début.
c: et dans les 52 la formation elle est dedans ou c'est en plus
> - ~ training:123 ; (only the agent knows)
a: Elle est comprise.
c: bon franchement pour quatre personnes ça fait une somme plus de deux mille euros à l'année
> price:1247 discount:1 budget:14 ~ price:5 discount:24 budget:3 need:2 contract:5 ; amount=deux mille euros|2 000 euros|2000 euros
a: Combien vous coûte aujourd'hui le fait de ne rien changer ?
c: bah on perd des contrats parce que les petits jeunes ils savent pas quoi répondre quand le dentiste dit qu'il a déjà un logiciel
> need:126 generic:24 demo:1 interest:5 ~ need:57 training:45 generic:17 demo:4 interest:3 references:34 ; (the supplier is the dentist's: nobody speaks of ours)
a: Et un contrat chez vous, ça représente combien ?
c: un cabinet c'est à peu près 180 euros par mois donc voilà un seul de gagné et c'est payé
> interest:2 generic:9 closing:3 demo:1 authority:1 ~ price:247 timing:1 generic:24 interest:135 doubt:1 demo:45 team:2 references:4 budget:5 ; amount=180 euros ; (what they earn)
a: Exactement. On regarde comment démarrer ?
c: ouais mais moi je signe pas sans voir le truc tourner
> demo:1245 doubt:4 ~ demo:3 interest:3 doubt:2 training:1 authority:1 call-back:2
a: Je vous fais une démonstration mardi à onze heures ?
c: mardi j'ai un salon toute la journée plutôt mercredi alors
> call-back:3 demo:3 ~ call-back:14 demo:25 closing:3 thanks:4 ; date=mercredi ; (Tuesday is refused)
a: Mercredi onze heures, je vous envoie l'invitation.
c: ça marche à mercredi
> - thanks:124 demo:2 ~ thanks:3 closing:3 call-back:3 demo:5

== roofer, scaffolding for six weeks | price | sells: scaffolding hire
slots: client=madame Quéré|Quéré competitor=Loxam
a: Bonjour madame Quéré, vous avez reçu notre devis pour l'échafaudage de la rue des Tanneurs ?
c: oui je l'ai sous les yeux là 3 850 euros j'ai failli tomber de ma chaise
> price:15 discount:1 competitor:3 ~ price:42 budget:14 discount:24 contract:5 ; amount=3 850 euros|3850 euros
a: C'est pour six semaines, montage et démontage compris.
c: six semaines oui mais moi le chantier il dure trois semaines et demie quatre si il pleut
> discount:1 price:5 ~ timing:1 generic:17 discount:4 need:1 contract:2 ; amount=3 850 euros|3850 euros
a: Je peux recalculer sur quatre semaines.
c: oui recalculez parce que chez Loxam ils m'ont dit 2 900 au téléphone
> competitor:346 discount:1 ~ competitor:1 price:145 supplier:2 discount:4 closing:3 ; amount=2 900|2900|3 850|3850 ; (competitor:2 speaks of calls, and there is no contract with Loxam)
a: Leur prix comprend le filet et le transport ?
c: ah ça le filet j'en sais rien du tout
> competitor:346 ~ generic:1 competitor:1 price:5 ; amount=2 900|2900
a: Sans filet la mairie ne vous donnera pas l'autorisation de voirie.
c: d'ailleurs l'autorisation c'est vous qui la demandez ou c'est moi
> - ~ ; (only the agent knows)
a: On s'en charge, c'est compris dans le devis.
c: ah bah ça c'est bien ça m'enlève une épine
> - generic:9 closing:3 ~ interest:1 thanks:3 price:4 doubt:1 contract:5 timing:1
a: Sur quatre semaines on arrive à 3 300 euros.
c: descendez à trois mille tout rond et je vous le prends
> discount:16 closing:3 ~ price:5 discount:25 contract:5 closing:2 ; amount=trois mille|3 000|3000 duration=quatre semaines ; (discount:4 asks what was said)
a: À trois mille cent, et on vous livre le 23.
c: le 23 mars c'est un lundi ça
> - closing:3 ~ closing:5 timing:15 call-back:3 ; date=le 23|23 mars|lundi
a: Oui, lundi 23, montage dans la matinée.
c: bon allez trois mille cent on y va
> closing:123 ~ closing:5 thanks:4 documents:1 ; date=le 23|lundi 23|lundi
a: Je vous envoie le bon à signer.
c: à l'adresse du bureau pas celle du chantier s'il vous plaît
> - closing:13 ~ thanks:14

== hotel booking software, two offers on the table | price | sells: call software
slots: client=Inès|madame Toledano|Toledano users=quinze competitor=Modjo product=logiciel|outil|solution
a: Bonjour Inès, je reviens vers vous comme convenu au sujet de la proposition.
c: oui bonjour oui alors on a regardé ça hier avec mon associé et entre vous et Modjo on hésite
> competitor:1234 doubt:1 ~ competitor:6 authority:2 doubt:25 price:4 interest:1
a: Quels sont les trois critères qui feront pencher la balance entre les offres ?
c: le prix déjà après la simplicité et puis que ça parle à notre réservation parce que nous on vend un logiciel pour les hôtels
> competitor:246 integration:25 price:6 technical:1 demo:1 ~ price:35 integration:13 technical:2 demo:24 generic:2 discount:1 training:1 competitor:1
a: On parle à quel outil, précisément ?
c: c'est un truc maison avec une api on a deux développeurs qui s'en occupent
> technical:5 integration:4 ~ integration:135 technical:4 demo:5
a: Alors ils auront la documentation de notre interface, c'est ouvert.
c: ok ça c'est un bon point et niveau prix vous pouvez faire quelque chose parce qu'ils sont 12 pour cent moins chers
> discount:12346 competitor:6 price:1 ~ competitor:234 price:475 discount:5 contract:5 ; percent=12 pour cent|12 %|douze pour cent
a: Pour quinze postes, j'ai un peu de marge si on part sur deux ans.
c: deux ans on est une boîte qui a trois ans deux ans c'est une éternité pour nous
> contract:25 discount:1 ~ contract:134 discount:46 doubt:3 ; duration=deux ans
a: Dans ce cas, un an, et je vous fais cinq pour cent.
c: cinq pour cent c'est une blague
> discount:1346 price:1 ~ discount:2 price:45 contract:5 ; percent=12 pour cent|12 %|douze pour cent ; (discount:3 with the five that they refuse is wrong)
a: À quel niveau de prix pourriez-vous décider aujourd'hui ?
c: si vous vous alignez sur les 12 je signe avant la fin du mois
> discount:36 closing:3 ~ discount:125 contract:5 closing:15 ; percent=12 pour cent|12 %|12|douze pour cent date=avant la fin du mois|fin du mois|fin mars
a: Je peux le faire contre un témoignage de votre part sur notre site.
c: un témoignage pas de souci si ça marche on en fera même une vidéo
> closing:123 generic:9 ~ closing:456 thanks:13 timing:14 contract:1 documents:1 ; date=avant la fin du mois|fin du mois|fin mars
a: Parfait. Alors douze pour cent, un an, quinze postes.
c: c'est qui qui nous forme parce que l'équipe elle est à Nantes et à Annecy
> - training:2 ~ training:134 support:1
a: C'est notre équipe, en visio, deux sessions d'une heure.
c: d'accord bon bah envoyez-moi le contrat je le fais passer à mon associé ce soir
> closing:13 documents:1 ~ closing:2 documents:3 call-back:23 thanks:4 contract:1 authority:3

== seed merchant, the season is short | discovery | sells: call software
slots: client=monsieur Lacoste|Lacoste users=neuf product=logiciel|outil
a: Bonjour monsieur Lacoste, merci de me recevoir au téléphone. Vous avez une minute pour me raconter votre activité ?
c: bonjour bah nous on vend des semences aux agriculteurs maïs tournesol colza et tout se joue entre janvier et avril
> need:13 generic:35 timing:1 team:3 ~ generic:12 need:5 timing:3 greeting:5 small-talk:3
a: Donc là vous êtes en pleine saison.
c: ah oui là c'est la folie on fait deux cents appels par jour à neuf
> need:136 generic:23 team:12 ~ team:4 generic:1 need:25 integration:5 price:6
a: Et comment ça se passe, concrètement, un appel ?
c: alors le technico il a son fichier excel il appelle le client il note les hectares et après euh bah le soir il ressaisit tout dans la gestion
> integration:5 need:127 generic:2 ~ need:56 integration:12 generic:47 demo:1 interest:5 price:7
a: Le soir, vous voulez dire après sa journée ?
c: oui oui et forcément y a des trucs qui se perdent l'an dernier on a livré du tournesol à un gars qui avait commandé du maïs
> need:12 price:7 generic:2 ~ need:567 generic:147 demo:1 integration:5 interest:5 ; (last year, and no complaint to us)
a: Aïe. Ça vous coûte combien, une erreur comme ça ?
c: la semence c'est 6 000 euros plus le client qu'il a fallu calmer
> need:16 price:7 generic:4 demo:1 ~ generic:127 need:5 price:2 references:4 interest:5 ; amount=6 000 euros|6000 euros
a: Si les commandes se notaient toutes seules pendant l'appel, ça changerait quoi pour eux ?
c: bah ils rentreraient chez eux à dix-huit heures déjà
> need:4 interest:25 demo:1 generic:4 ~ demo:4 generic:27 need:16 interest:13 team:2
a: C'est un bel objectif. Qui d'autre est concerné chez vous ?
c: y a Véronique à l'administration des ventes c'est elle qui rattrape tout
> authority:1 need:1 demo:5 generic:2 ~ generic:147 demo:1 authority:246 training:4 integration:5 need:26
a: Il faudrait qu'elle voie la démonstration alors.
c: oui mais attention moi en ce moment je touche à rien hein on change pas de système au milieu des semis
> not-priority:4 timing:14 ~ not-priority:123 doubt:3 demo:5 timing:5 call-back:2 need:4
a: Je comprends. Et une fois la saison finie ?
c: en mai là oui en mai on souffle
> demo:3 timing:5 call-back:12 ~ timing:24 demo:15 call-back:34 documents:4 closing:5 ; date=en mai|mai
a: Je vous propose qu'on se voie le 5 mai avec Véronique.
c: le 5 ça me va faut juste que je lui en parle avant
> call-back:3 ~ authority:236 demo:25 closing:3 thanks:4 documents:1 call-back:14 ; date=le 5|5 mai
a: Très bien, je vous envoie l'invitation.
c: c'est noté bonne journée à vous
> - thanks:12 ~ thanks:4 call-back:3

== maker of pumps, manuals in nine languages | discovery | sells: translation
slots: client=madame Weber|Weber
a: Bonjour madame Weber, vous nous avez écrit pour des notices à traduire.
c: bonjour oui c'est moi enfin c'est mon directeur qui m'a demandé de trouver quelqu'un
> authority:12 need:3 generic:25 ~ authority:46 need:1 generic:136 greeting:14 timing:1
a: Comment faites-vous aujourd'hui, concrètement, du début à la fin ?
c: en fait jusqu'ici c'était nos distributeurs qui traduisaient chacun dans son coin et y a eu un accident en Pologne à cause d'une notice mal traduite
> need:17 generic:24 bad-experience:23 ~ generic:17 need:26 bad-experience:1 timing:1
a: Mince, rien de grave ?
c: non un doigt cassé mais on a eu l'assurance sur le dos pendant six mois
> need:1 generic:24 bad-experience:3 ~ generic:17 need:26 bad-experience:2 price:7
a: J'imagine. Et vous avez combien de notices à peu près ?
c: une quarantaine de notices en neuf langues
> need:1 generic:2 timing:1 ~ generic:47 budget:1 ; (neither manuals nor languages are users)
a: D'accord. Et les fichiers sont dans quel format ?
c: alors là vous me posez une colle c'est le bureau d'études qui a ça je crois que c'est du InDesign
> - generic:6 ~ not-responsible:12 technical:5 authority:1
a: On travaille directement dans InDesign, donc pas de souci de mise en page.
c: ah ça c'est bien parce que la mise en page c'est un enfer en allemand ça déborde de partout
> need:1 generic:2 ~ interest:1 generic:17 need:27 bad-experience:2 references:13
a: C'est classique, l'allemand prend trente pour cent de plus.
c: voilà trente pour cent et vos traducteurs ils connaissent les pompes parce que c'est du vocabulaire
> - references:1 ~ references:234 distrust:24 doubt:2 ; (discount:3 with the length of German is wrong)
a: On a deux ingénieurs traducteurs en hydraulique, je peux vous faire un essai gratuit.
c: un essai ah oui volontiers sur une notice complète ou juste un bout
> - ~ doubt:3 bad-experience:4 distrust:2 ; (only the agent knows)
a: Deux pages de votre choix, vers le polonais par exemple.
c: le polonais ce serait parfait vu les circonstances je vous envoie ça quand
> - ~ timing:1 ; (only the agent knows)
a: Dès que vous l'avez, et vous aurez le retour lundi prochain.
c: d'accord pour lundi et il me faudrait un ordre de prix aussi pour mon directeur
> documents:124 authority:23 budget:1 ~ budget:356 documents:3 authority:14 closing:3 timing:1 ; date=lundi ; (price:3 and price:6 speak of seats)
a: Je vous prépare les deux. Vous êtes joignable lundi après-midi ?
c: après quinze heures oui
> call-back:3 ~ call-back:4 documents:4 thanks:4 closing:3 ; date=lundi

== recruiting firm, candidates who stop answering | discovery | sells: call software
slots: client=Baptiste|monsieur Renard|Renard users=huit product=logiciel|outil
a: Bonjour Baptiste, tout va bien ?
c: bonjour ça va et vous il fait un temps pourri ici à Lille
> small-talk:123 ~ small-talk:4 greeting:1245
a: Chez nous aussi. Alors, racontez-moi, qu'est-ce qui vous a fait nous contacter ?
c: alors on est un cabinet de recrutement dans la santé on est huit et en gros on passe nos journées à qualifier des infirmières au téléphone
> need:135 generic:23 ~ team:24 need:27 generic:1 integration:25 technical:2 too-small:1 price:6
a: Et qu'est-ce qui coince ?
c: ce qui coince c'est que chacun pose ses questions à sa sauce et quand on passe le dossier au collègue il faut rappeler la candidate
> need:127 generic:24 ~ need:56 integration:5 generic:17 demo:1 training:5 interest:5 price:7
a: Et la candidate, elle apprécie ?
c: pas du tout une sur deux elle répond plus après
> need:12 price:7 generic:4 ~ need:57 generic:127 demo:1 references:3 interest:5
a: Une sur deux, c'est énorme. Depuis quand rencontrez-vous cette difficulté, et qu'avez-vous déjà essayé ?
c: depuis qu'on a ouvert le bureau de Lyon en septembre on a fait un modèle Word avec les questions personne le remplit
> training:5 need:12 generic:24 bad-experience:3 ~ need:6 integration:5 demo:1 generic:17 interest:5 bad-experience:2 training:4
a: Parce que remplir pendant qu'on parle, c'est compliqué.
c: c'est exactement ça ils peuvent pas écouter et écrire en même temps
> demo:1 interest:5 need:14 ~ demo:4 interest:3 generic:247 integration:15 need:2 doubt:4 technical:1
a: Chez nous la liste des questions s'affiche, et les réponses s'inscrivent toutes seules.
c: et ça remonte dans notre logiciel de candidats on est sur Flatchr
> integration:12 ~ integration:345 technical:5 demo:1
a: On a un connecteur pour ça, oui.
c: et les candidates elles savent qu'elles sont enregistrées c'est légal ça
> security:23 ~ security:145 technical:5 contract:4
a: Il y a un message d'information au début, et rien n'est gardé sans accord.
c: d'accord d'accord
> - ~ generic:289 thanks:3 demo:1 interest:12 security:2
a: Vous verriez quoi, comme prochaine étape ?
c: déjà le montrer à Sabrina qui gère le bureau de Lyon elle est là lundi et mardi
> demo:135 authority:3 ~ demo:2 call-back:123 authority:24 interest:2 training:4 ; date=lundi|mardi
a: Mardi quatorze heures, tous les trois ?
c: mardi quatorze heures je note
> call-back:3 demo:2 closing:3 ~ demo:5 call-back:4 thanks:24

== seller of gym machines, once bitten | hesitant | sells: call software
slots: client=Sandrine|madame Blot|Blot users=six|deux product=logiciel|outil|CRM
a: Bonjour Sandrine, je venais aux nouvelles après l'essai.
c: oui bonjour oui l'essai bah l'essai c'était pas mal
> interest:1 generic:1 ~ interest:25 doubt:125 generic:289 thanks:3
a: Pas mal, mais ?
c: mais je me dis est-ce qu'on va vraiment s'en servir tous les jours vous voyez on a acheté un crm y a deux ans il sert à rien
> bad-experience:123 doubt:2 training:5 ~ bad-experience:4 training:14 doubt:1356 team:5 interest:5 generic:1
a: Qu'est-ce qui s'est mal passé avec ce CRM ?
c: personne l'a pris en main le commercial qui le portait il est parti et voilà
> training:45 bad-experience:23 ~ training:1 doubt:2 support:1 team:5 generic:17 bad-experience:4
a: Et pendant l'essai, qui s'en servait le plus ?
c: le plus c'était Mathieu lui il veut plus s'en passer il me l'a redit lundi
> training:4 team:5 closing:6 generic:4 ~ interest:125 doubt:125 need:6 authority:6 references:4 ; (Monday is past)
a: Ce serait votre relais, alors.
c: oui sans doute mais les deux plus anciens ils ont même pas ouvert le truc
> training:5 doubt:2 team:5 ~ training:123 need:6 generic:1 doubt:1 bad-experience:3
a: Ils ont peur de quoi, à votre avis ?
c: je sais pas de passer pour des nuls devant l'écran je suppose
> training:1 doubt:2 ~ training:235 doubt:34 generic:17 security:5 team:5 bad-experience:3 need:6
a: On peut faire une heure rien qu'avec eux deux.
c: ouais ça pourrait aider c'est vrai
> training:2 generic:9 interest:2 ~ training:134 closing:3 timing:14 doubt:256 call-back:2 team:5
a: On la fait quand ?
c: c'est pas le bon moment là on a l'inventaire jusqu'au 27
> call-back:2 not-priority:4 no-time:3 ~ timing:14 call-back:4 not-priority:1 ; (until the 27th it is refused)
a: Alors le lundi 30 mars ?
c: mettons le 30 oui et je vous dis pour la suite après ça
> call-back:3 training:2 ~ closing:3 thanks:4 call-back:14 documents:4 ; date=le 30|lundi 30|30 mars|lundi
a: C'est entendu, le 30 à neuf heures.
c: ok merci pour votre patience
> - thanks:12 ~ thanks:34 call-back:3

== old farmhouse, a heat pump | hesitant | sells: heat pumps
slots: client=monsieur Jourdain|Jourdain
a: Bonjour monsieur Jourdain, vous avez pu relire le devis de la pompe à chaleur ?
c: je l'ai relu oui mais j'ai lu des choses sur internet qui me font peur
> doubt:12 distrust:2 generic:1 ~ references:123 distrust:14 doubt:5
a: Qu'est-ce que vous avez lu ?
c: que quand il fait moins dix ça chauffe plus rien et nous ici en Haute-Loire moins dix on l'a tous les hivers
> doubt:2 references:13 distrust:24 ~ generic:1 references:24 doubt:6 distrust:1
a: Le modèle qu'on vous propose est prévu jusqu'à moins vingt-cinq.
c: ça c'est ce que dit le papier
> distrust:24 references:13 doubt:2 ~ distrust:13 references:24 doubt:1
a: Plutôt que des promesses, je vous propose d'appeler un de nos clients, sans moi.
c: un client dans le coin vous voulez dire
> references:12 ~ distrust:1 references:3
a: Oui, monsieur Faure au Puy, il l'a depuis trois hivers.
c: trois hivers ah d'accord et le bruit parce que ma femme dort côté cour
> - ~ distrust:24 doubt:2 references:13 ; (only the agent knows)
a: On la mettrait côté grange, à huit mètres.
c: oui ça serait mieux en effet après c'est quand même 14 000 euros une fois les aides enlevées
> price:147 budget:14 ~ price:25 budget:2 discount:1 need:2 doubt:1 ; amount=14 000 euros|14000 euros
a: Combien dépensez-vous en fioul chaque hiver ?
c: autour de 3 000 cette année c'était même 3 200
> generic:24 need:1 budget:4 doubt:6 ~ price:24 budget:1 doubt:12 generic:9 ; amount=3 000|3000|3 200|3200
a: Donc elle se rembourse en six ou sept ans.
c: six sept ans j'ai soixante et onze ans moi vous savez
> doubt:1 generic:20 ~ doubt:2 need:1 price:4 budget:4
a: Et la maison, vous comptez la transmettre ?
c: à ma fille oui elle est d'ailleurs pour elle me dit fonce papa
> authority:6 generic:2 doubt:15 ~ authority:124 doubt:2 generic:6 interest:2 closing:3 need:1
a: Elle pourrait être là quand je passe revoir l'emplacement avec vous ?
c: elle vient le week-end du 21 je peux pas vous dire avant
> call-back:2 ~ call-back:134 authority:24 documents:4 thanks:4 not-priority:4 ; date=le 21|week-end du 21
a: Alors je vous rappelle le lundi 23 ?
c: le 23 d'accord mais sans engagement hein
> distrust:3 call-back:3 contract:1 ~ call-back:14 thanks:24 distrust:1 ; date=le 23|lundi 23|lundi
`;
