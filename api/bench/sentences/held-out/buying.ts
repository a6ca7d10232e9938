/**
 * Calls about a price or a need. Held out: no rule, phrase, reply or example is made with these, nor chosen by the figures of
 * this half, and never is a single turn looked at.
 * Written and labelled on 30 November 2026 by somebody who had read neither the examples nor the rules; labels are not changed
 * afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const buying = `
== windows and doors, three showrooms | price | sells: call software
slots: client=madame Rousselot|Rousselot users=douze|12 competitor=Aircall product=logiciel|outil|solution
a: Bonjour madame Rousselot, Julien de Souffleur, je vous rappelle comme convenu pour le chiffrage.
c: oui bonjour alors attendez je je ferme la porte voilà
> - greeting:1 ~ greeting:2345 generic:8 small-talk:3
a: Je vous en prie. Donc douze personnes au téléphone, sur trois magasins, c'est toujours ça ?
c: douze oui enfin onze et demi y en a une à mi-temps
> price:36 ~ team:1245 training:3 discount:1 interest:4 budget:1 generic:9 ; users=douze|12|onze|11
a: Alors, à douze, on est à vingt-neuf euros par personne et par mois.
c: d'accord ok vingt-neuf ça fait combien à l'année ça attendez euh quatre mille et quelques
> - budget:13 ~ budget:46 price:257 contract:25 authority:1 generic:9 ; amount=vingt-neuf|29|quatre mille|4 000|4000 ; (they count aloud and object to nothing)
a: Quatre mille cent soixante-seize, oui.
c: mmh bon c'est pas donné hein surtout que j'ai Aircall déjà à payer tous les mois
> price:1247 discount:1 ~ price:35 budget:146 discount:24 competitor:1256 supplier:24 doubt:1 contract:5 references:34 ; amount=vingt-neuf|29|quatre mille|4 000|4000
a: Aircall vous garde la ligne, nous on aide vos vendeurs pendant qu'ils parlent, ce n'est pas le même poste.
c: oui non mais ça je sais bien mais dans mon budget c'est la même ligne en fait
> budget:14 discount:1 price:47 ~ budget:35 price:15 discount:246 contract:5 authority:1 team:5 competitor:5 need:2 ; amount=vingt-neuf|29|quatre mille|4 000|4000 ; (budget:6 asks what was said)
a: Et vous aviez prévu combien sur cette ligne, cette année ?
c: ben trois mille euros et y en a déjà une partie de mangée
> budget:34 discount:1 team:5 ~ budget:25 price:57 discount:246 contract:5 not-priority:4 authority:1 ; amount=trois mille|3 000|3000
a: On pourrait commencer par un seul magasin.
c: ah un seul magasin ça ça pourrait passer oui celui de Mâcon ils sont quatre là-bas
> team:15 price:6 closing:3 interest:24 ~ closing:46 training:34 timing:14 generic:9 budget:2 doubt:3 demo:145 price:3 discount:1 ; users=quatre|4 amount=trois mille|3 000|3000
a: Quatre, ça fait cent seize euros par mois.
c: et si après ça marche et qu'on met les deux autres vous me gardez le prix de vingt-neuf
> - price:3 ~ contract:1 price:6
a: Le prix est écrit dans le devis, il vaut douze mois.
c: douze mois d'accord très bien
> - closing:3 contract:3 interest:2 ~ closing:146 generic:9 documents:1 timing:1 thanks:3 contract:1 team:5 call-back:2 authority:16 budget:5 ; duration=douze mois users=quatre|4
a: Je vous envoie ça ce soir, vous regardez, et on se reparle quand ?
c: euh je suis au salon de l'habitat lundi mardi plutôt mercredi quoi
> call-back:13 documents:4 ~ call-back:4 thanks:4 documents:35 closing:3 ; date=mercredi|18
a: Mercredi dix heures ?
c: dix heures parfait allez merci au revoir
> - thanks:12 call-back:3 ~ thanks:4 call-back:4 documents:14 closing:3 ; date=mercredi|18

== cheese wholesaler, a cold room | price | sells: cold rooms
slots: client=monsieur Delmas|Delmas
a: Monsieur Delmas bonjour, vous avez pu regarder notre proposition pour la chambre froide ?
c: ouais alors je l'ai regardée hier soir et euh 38 000 hors taxes quand même
> price:1457 discount:1 budget:1 ~ budget:346 discount:246 competitor:3 doubt:1 generic:12 need:2 references:3 ; amount=38 000|38000
a: C'est avec le groupe, la pose et le sol isolé.
c: j'ai deux autres devis un à 33 et l'autre j'attends encore
> competitor:346 price:5 ~ price:14 discount:146 generic:2 budget:1 timing:1 ; amount=33|33 000|33000|38 000|38000
a: Celui à trente-trois, le sol est compris ?
c: euh je crois pas non faut que je regarde c'est marqué dalle existante
> - competitor:36 ~ competitor:4 generic:2 price:5 discount:1 call-back:2 ; amount=33|33 000|33000|38 000|38000
a: La dalle existante, elle est plane ?
c: plane c'est vite dit hein y a une pente pour l'écoulement on a tout fait carreler en 2009
> - ~ generic:127 competitor:6 technical:5
a: Avec une pente, il faut reprendre le sol, sinon les portes ne ferment pas.
c: ah bon personne m'a dit ça
> - competitor:46 ~ competitor:3 technical:5 references:1 documents:1 doubt:2 distrust:2 generic:29
a: Je peux vous envoyer le plan de pose, vous verrez la coupe du sol.
c: oui envoyez moi ça par mail
> documents:12 ~ documents:35 call-back:2 thanks:34
a: C'est noté. Et sinon, le délai vous convient, six semaines ?
c: six semaines après la commande donc mi-mai en gros non pardon fin avril
> timing:25 closing:5 ~ timing:1 closing:23 generic:9 authority:1 ; date=fin avril|avril ; (the middle of May was corrected)
a: Fin avril si vous signez avant le vingt.
c: avant le vingt je peux pas j'ai le banquier le vingt-quatre pour le prêt
> call-back:2 authority:23 ~ authority:4 budget:34 documents:123 closing:3 generic:9 ; (the 24th is their own meeting, the 20th was refused)
a: Le banquier, il vous faut un document de notre part ?
c: un échéancier ouais si vous pouvez me faire ça et puis euh vous faites du leasing ou pas
> - documents:1 budget:4 ~ documents:23 authority:3 budget:1
a: On travaille avec un organisme, sur cinq ou sept ans.
c: sept ans ça ferait combien par mois
> - ; (only the agent can tell)
a: À peu près cinq cent trente.
c: ah oui 530 ça se passe c'est le prix d'un congélo en panne tous les ans
> closing:3 interest:2 generic:9 call-back:2 ~ closing:12 authority:13 budget:3 documents:1 timing:15 price:5 contract:1 ; amount=530 date=fin avril|avril
a: Je vous refais le devis avec le leasing pour votre rendez-vous.
c: ouais et mettez moi la garantie dessus aussi combien de temps déjà
> - documents:1 ~ contract:1
a: Deux ans pièces et main-d'œuvre, cinq sur le compresseur.
c: ok bon bah on fait comme ça bonne journée à vous
> - thanks:12 ~ thanks:4 documents:15 closing:3 call-back:2

== charity, donors are called back | price | sells: call software
slots: client=Sophie|madame Lemoine|Lemoine users=vingt-six|26|seize|16 product=logiciel|outil
a: Bonjour Sophie, vous vouliez qu'on reparle du tarif.
c: oui bonjour Thomas oui alors nous on est une association donc forcément chaque euro on on le regarde
> budget:1 discount:1 ~ budget:3456 discount:26 price:3567 greeting:14 generic:2 need:2
a: Je comprends. Vous êtes combien à appeler les donateurs ?
c: alors là en ce moment vingt-six mais y en a dix c'est des bénévoles ils viennent le mardi soir
> price:36 team:25 discount:1 ~ team:14 training:34 interest:4 budget:1 generic:3 need:6
a: Et les seize autres ?
c: les seize autres c'est tous les jours enfin du lundi au jeudi
> price:6 team:25 discount:1 ~ price:3 team:14 training:34 generic:3 budget:1
a: Donc seize postes pleins. Je peux vous faire vingt-huit euros le poste.
c: vous faites pas un tarif associatif parce que nos autres fournisseurs ils nous font moins quinze moins vingt pour cent
> discount:1236 ~ discount:4 price:3 contract:5 ; percent=quinze|vingt|15|20
a: Si je vous obtiens quinze pour cent, vous seriez d'accord pour avancer ?
c: ah ben à quinze pour cent je le présente au bureau demain sans problème
> authority:23 documents:1 closing:3 ~ authority:146 documents:23 call-back:2 contract:5 ; (tomorrow is their own meeting)
a: Le bureau, ce sont qui ?
c: c'est le président la trésorière et moi en fait la trésorière c'est elle qu'il faut convaincre
> authority:234 documents:2 references:3 ~ authority:6 documents:1 references:14 price:7 budget:36 generic:4 call-back:2
a: Qu'est-ce qu'elle va regarder en premier, la trésorière ?
c: oh le coût par don collecté ça c'est son son chiffre à elle
> authority:3 references:34 generic:4 ~ need:2 price:7 references:12 documents:2 authority:4 demo:4
a: Aujourd'hui il est à combien ?
c: je sais pas exactement je dirais huit neuf euros un truc comme ça
> - authority:3 references:34 ~ generic:4 price:7 demo:4 references:1 documents:2 ; (what a gift costs them is no price of ours)
a: On a une association de la même taille qui est passée de neuf à six.
c: six ah oui quand même et je peux dire ça au bureau c'est vrai ce chiffre
> references:13 distrust:4 ~ distrust:2 authority:3 documents:1 references:2
a: Je vous envoie leur témoignage avec le devis.
c: d'accord parfait et euh si on s'arrête l'été parce qu'en août on appelle personne on paye quand même
> - discount:1 ~ contract:15
a: On peut mettre les seize postes en pause en août.
c: super ça c'est bien
> - closing:3 ~ thanks:34 authority:3 documents:1 call-back:2 interest:2 generic:9 contract:15
a: Le devis part dans l'heure. Je vous rappelle lundi pour savoir ce qu'ils ont dit ?
c: lundi je suis pas là mardi matin plutôt
> call-back:3 documents:4 ~ call-back:14 thanks:4 closing:3 ; date=mardi|17

== hearing aids, twenty-two shops | discovery | sells: call software
slots: client=monsieur Pasquier|Pasquier product=Cosium|logiciel|outil|agenda
a: Bonjour monsieur Pasquier, Inès de Souffleur. Vous aviez rempli le formulaire sur notre site.
c: ah oui oui c'est possible oui c'était la semaine dernière ça
> generic:5 greeting:24 ~ greeting:135 generic:238 need:13
a: Qu'est-ce qui vous a donné envie de nous écrire ?
c: ben en fait c'est nos assistantes elles prennent les rendez-vous au téléphone et et on s'est aperçus qu'un patient sur trois ne vient pas
> need:2367 generic:23 ~ need:1 generic:1467 price:7 team:3 integration:25 interest:5 timing:3
a: Un sur trois, sur les premiers rendez-vous ?
c: sur les bilans gratuits oui surtout ceux qui viennent d'internet
> need:237 generic:3 ~ generic:127 need:16 price:7 team:3 references:3 interest:5 demo:1
a: Et aujourd'hui, comment elles font quand quelqu'un appelle ?
c: alors elles décrochent elles demandent le nom si y a une ordonnance et hop elles mettent dans l'agenda c'est tout hein c'est deux minutes
> - need:25 integration:25 generic:7 ~ generic:124 need:167 interest:5 demo:12 training:5 team:3 price:7
a: Deux minutes, et elles ne demandent rien sur la gêne, l'entourage ?
c: non rien du tout et c'est ça le problème je pense on on accroche pas les gens quoi
> need:2 demo:1 interest:5 generic:47 ~ need:16 training:1 generic:2 price:7 references:13 demo:24 interest:3 ; (need:4 says the contrary)
a: Combien vous coûte un bilan où personne ne vient ?
c: oh un créneau d'une heure d'audio ça vaut dans les 80 euros mais surtout c'est l'appareil qu'on vend pas derrière
> references:34 generic:4 demo:1 interest:5 ~ references:1 demo:24 need:16 generic:27 price:7 interest:3 timing:3 budget:1 authority:1 ; (80 euros are no price of ours)
a: Vous avez vingt-deux centres, c'est ça ?
c: vingt-deux depuis janvier et on en ouvre trois cette année
> - team:35 generic:6 ~ timing:1 need:6 generic:24 training:4 price:3 ; (shops are no seats, and that they grow was said)
a: Et dans chaque centre, combien décrochent ?
c: une des fois deux à Nantes ils sont deux
> - team:5 price:3 training:4 ~ team:12 need:6 price:6 training:23 generic:29 interest:4 demo:5 timing:14 ; users=vingt-deux|vingt-trois|22|23
a: Vos assistantes, elles seraient partantes ?
c: euh les jeunes oui les anciennes euh ça dépend on leur a mis Cosium l'an dernier ça a été la guerre
> training:145 team:5 bad-experience:123 ~ bad-experience:4 training:2 demo:15 integration:3 need:6 doubt:3 technical:1 interest:5 generic:1
a: La guerre, à cause de quoi ?
c: trop de clics et puis la formation c'était une visio de trois heures pour tout le monde d'un coup
> training:1234 technical:1 bad-experience:2 ~ bad-experience:34 demo:14 team:5 integration:1 interest:3 ; users=vingt-deux|vingt-trois|22|23
a: Chez nous c'est une heure, avec leurs propres appels.
c: une heure ça va oui
> - training:4 demo:1 generic:9 ~ demo:245 training:23 team:5 interest:25 timing:4 generic:4 references:1 call-back:2 ; users=vingt-deux|vingt-trois|22|23
a: Est-ce qu'on regarderait ça ensemble, avec une ou deux d'entre elles ?
c: oui pourquoi pas mais pas la semaine prochaine on a l'inventaire la suivante alors
> demo:235 call-back:23 ~ call-back:14 demo:1 interest:2 ; date=suivante|semaine du 23|dans deux semaines

== retirement home, sheets that go missing | discovery | sells: hospital linen
slots: client=madame Kerdoncuff|Kerdoncuff competitor=Elis
a: Madame Kerdoncuff, bonjour, vous m'aviez dit que le linge c'était un souci chez vous ?
c: oh là là oui m'en parlez pas
> generic:13 need:37 ~ generic:25 need:126
a: Racontez-moi.
c: alors déjà on a une lingerie qui date de je sais pas moi les années 80 deux machines dont une en panne depuis noël
> need:236 generic:37 ~ need:17 generic:12 price:7 timing:1
a: Et du coup, vous faites comment depuis Noël ?
c: ben une lingère le matin et le reste on l'envoie chez Elis mais là aussi on compte plus les draps qui reviennent pas
> need:2 supplier:24 competitor:15 ~ need:167 generic:127 price:7 competitor:36 supplier:135
a: Des draps perdus, vous en comptez combien à peu près ?
c: l'an dernier une centaine on les rachète à chaque fois 18 euros pièce
> - price:7 competitor:15 supplier:4 need:1 ~ need:26 supplier:2 generic:24 competitor:36 budget:1 ; (18 euros are no price of ours)
a: Presque deux mille euros, donc.
c: ah oui dit comme ça
> - price:7 generic:0 ~ need:126 generic:24 competitor:15 supplier:24 budget:1 timing:3
a: Et les familles, elles vous en parlent ?
c: les familles c'est surtout le linge personnel le gilet de mamie qui ressort en taille douze ans vous voyez
> - need:16 ~ generic:127 need:27 small-talk:4 competitor:15 supplier:24
a: Je vois très bien. Nous, chaque pièce porte une puce, on sait où elle est.
c: une puce et ça ça passe à la machine ça tient au lavage
> - ~ references:13 ; (only the agent knows)
a: Deux cents lavages, garanti.
c: ah ouais bon c'est intéressant et vous faites le linge plat et le linge des résidents les deux
> - ; (only the agent knows)
a: Les deux, avec une tournée trois fois par semaine.
c: trois fois ça nous irait parce que là c'est deux et le lundi c'est la catastrophe
> need:2 generic:2 interest:2 ~ need:16 competitor:135 generic:49 supplier:24 timing:1 price:7 references:1 interest:1
a: Votre contrat actuel va jusqu'à quand ?
c: décembre je crois faut donner le préavis six mois avant
> timing:25 authority:1 ~ budget:13 timing:1 not-priority:4 generic:69 closing:5 competitor:3 ; date=décembre|janvier ; (six months are their notice)
a: Donc une décision avant juin. Et qui décide, chez vous ?
c: c'est le groupe moi je propose et après ça passe à Rennes à la direction des achats
> authority:2346 ~ authority:1 documents:23 references:13 budget:3 call-back:2 not-responsible:2
a: Je peux vous préparer un document pour Rennes.
c: oui faites ça avec les chiffres des draps perdus ils aiment bien les chiffres
> documents:1 authority:3 references:3 ~ documents:35 authority:24 call-back:2 references:4 thanks:3 generic:9

== insurance broker, calls back within five minutes | discovery | sells: call software
slots: client=monsieur Haddad|Haddad|Karim product=CRM|logiciel|outil
a: Bonjour monsieur Haddad, vous allez bien ?
c: ça va ça va et vous il fait un temps de chien ici
> - small-talk:12 ~ small-talk:34 greeting:1245
a: Ici aussi ! Vous avez un peu de temps devant vous ?
c: un petit quart d'heure oui après j'ai une expertise
> - greeting:4 generic:5 need:1 ~ greeting:13 need:3 generic:238
a: Parfait. Qu'est-ce qui vous occupe en ce moment, côté téléphone ?
c: alors nous on achète des fiches aux comparateurs auto habitation mutuelle et il faut rappeler dans les cinq minutes sinon c'est mort
> need:1237 generic:3 team:3 ~ need:6 generic:127 integration:25 price:7 interest:5 demo:1
a: Dans les cinq minutes, et vous y arrivez ?
c: ça dépend des jours le matin oui l'après-midi non pas du tout
> need:2367 team:3 generic:1 ~ generic:27 price:7 need:1 integration:5 too-small:4
a: Pourquoi pas l'après-midi ?
c: parce que l'après-midi ils sont en rendez-vous sur les sinistres les mêmes personnes hein on est neuf
> need:26 team:2 too-small:14 ~ team:145 price:367 need:17 generic:27 interest:45 ; users=neuf|9
a: D'accord. Et sur cent fiches, combien de contrats ?
c: euh on doit être à onze douze pour cent avant on était à dix-huit
> need:27 price:7 generic:1 ~ generic:24 need:16 references:34 demo:14 timing:3 interest:5 ; (no discount of ours)
a: Qu'est-ce qui a changé ?
c: les clients ils ont déjà eu trois coups de fil avant le nôtre ils sont agacés alors faut être bon tout de suite quoi
> need:2 demo:12 interest:5 generic:4 ~ need:16 generic:27 references:3 demo:4 training:1 price:7
a: C'est là qu'on intervient : la bonne question s'affiche pendant que le client parle.
c: oui j'ai vu la vidéo sur votre site c'est malin mais euh légalement enregistrer les gens comme ça nous on est contrôlés par l'ACPR
> security:2345 ~ security:1 technical:45
a: On transcrit, on ne garde pas le son si vous ne voulez pas, et tout est hébergé en France.
c: ok et y a un document là-dessus
> security:2 documents:1 ~ documents:23 security:34
a: Un dossier complet, je vous l'envoie.
c: envoyez le à ma femme c'est elle qui fait la conformité
> documents:1 ~ documents:25 authority:12 security:24 call-back:2 demo:5 generic:8
a: Très bien. Et si tout va bien de ce côté, qui d'autre décide ?
c: personne c'est moi enfin nous deux quoi
> - authority:26 interest:2 ~ generic:9 call-back:2 timing:1 budget:13 demo:125 price:36 ; users=neuf|9
a: On se fait une démonstration à trois, alors ?
c: ouais vendredi de la semaine prochaine à quatorze heures là c'est bon pour moi
> call-back:3 demo:2 ~ demo:135 call-back:4 documents:4 thanks:4 ; date=vendredi de la semaine prochaine|vendredi|20
`;
