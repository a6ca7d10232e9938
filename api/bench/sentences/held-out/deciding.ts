/**
 * Calls with somebody who hesitates, and about a renewal. Held out: no rule, phrase, reply or example is made with these, nor
 * chosen by the figures of this half, and never is a single turn looked at.
 * Written and labelled on 30 November 2026 by somebody who had read neither the examples nor the rules; labels are not changed
 * afterwards, except for errors of typing. How they are read: labelled-sentences.ts.
 */
export const deciding = `
== driving schools, it worked in the trial | hesitant | sells: call software
slots: client=Nathalie|madame Prigent|Prigent users=six|6 product=logiciel|outil|solution
a: Bonjour Nathalie, alors, ces deux semaines d'essai ?
c: bonjour oui euh ben c'était bien enfin les filles elles ont bien aimé
> interest:125 generic:1 doubt:5 ~ generic:249 doubt:12 closing:3 greeting:1 timing:4 ; (they have tried it: no trial, no demonstration)
a: Je sens un mais.
c: non non pas de mais c'est juste que je me demande si si on a vraiment besoin de ça
> doubt:125 need:12 generic:2 ~ doubt:6 price:7 generic:14 need:5 interest:1 references:4 not-priority:2
a: Qu'est-ce qui vous fait vous poser la question ?
c: on s'en est toujours sorties sans quoi moi ça fait vingt ans que je fais ça au téléphone
> doubt:2 need:6 price:7 interest:1 ~ doubt:5 need:12 generic:24 training:5 references:14 team:4
a: Vous, oui. Et la dernière arrivée ?
c: Manon ah Manon non Manon elle rame elle sait jamais quoi dire sur le financement
> need:26 interest:5 training:4 doubt:6 ~ need:1 generic:14 interest:1 closing:6 doubt:2 team:5 price:7
a: Pendant l'essai, elle a signé combien de dossiers CPF ?
c: quatre je crois ouais quatre et d'habitude c'est un
> - doubt:6 price:7 closing:3 interest:2 ~ references:4 interest:15 generic:49 doubt:25 timing:4 need:2 ; (four files are no seats)
a: Trois dossiers de plus pour une seule personne.
c: oui bon d'accord mais c'est peut-être aussi parce que c'était février y a toujours du monde en février
> doubt:2 references:4 ~ references:13 doubt:56 generic:14 price:7
a: On peut regarder février de l'an dernier.
c: euh oui faudrait que je sorte les chiffres j'ai pas ça là
> - call-back:2 ~ call-back:4 generic:9 doubt:2 references:4 thanks:4
a: Et si les chiffres étaient bons, qu'est-ce qui vous retiendrait encore ?
c: le prix un peu quand même et puis mon mari il dit que c'est un gadget
> price:147 authority:26 discount:1 ~ price:36 budget:1456 authority:134 doubt:26 references:134 discount:2 contract:5
a: Qu'est-ce qui le ferait changer d'avis, votre mari ?
c: lui c'est simple faut que ça rapporte le reste il s'en fiche
> references:34 price:7 authority:3 generic:4 ~ references:1 authority:4 need:2 doubt:6 documents:12 price:6
a: Trois dossiers à neuf cents euros, ça fait deux mille sept cents en quinze jours, pour cent soixante euros par mois.
c: ah oui présenté comme ça je vais lui dire tiens
> authority:3 closing:3 ~ documents:1 authority:46 call-back:2 interest:2 generic:9 closing:1 timing:4
a: Je vous l'écris en trois lignes ?
c: oui je veux bien et puis rappelez moi pas avant quinze jours parce que là c'est la période du code tout le monde veut passer
> documents:1 authority:3 call-back:12 ~ documents:245 call-back:34 thanks:4 ; date=quinze jours|26|fin mars
a: C'est noté, je vous appelle le vendredi vingt-sept.
c: le vingt-sept ok allez bonne journée Hugo
> - thanks:12 call-back:13 ~ thanks:4 call-back:4 ; date=27|vingt-sept|vendredi

== cattle breeder, a round baler | hesitant | sells: agricultural machinery
slots: client=monsieur Chevalier|Chevalier competitor=Claas
a: Bonjour monsieur Chevalier, je vous rappelle au sujet de la presse, comme on avait dit au salon.
c: ah oui bonjour oui la presse euh ben écoutez je réfléchis encore hein
> doubt:125 generic:12 ~ doubt:6 greeting:14 competitor:3 timing:1 not-priority:4 budget:1 generic:9
a: Elle vous avait plu, pourtant.
c: oui oui elle m'a plu c'est pas ça mais bon c'est une somme
> price:147 budget:14 discount:1 ~ budget:36 discount:246 doubt:1256 contract:5
a: Vous gardez la vôtre encore une saison ?
c: ben elle marche elle marche pas vite mais elle marche elle a 14 000 bottes au compteur quand même
> - price:7 need:2 ~ need:167 timing:13 generic:23 not-priority:3 doubt:1 ; (bales are no amount)
a: Et l'an dernier, elle vous a lâché ?
c: deux fois en plein juin une fois le noueur une fois un roulement j'ai perdu un jour et après il a plu
> price:7 need:2 timing:3 ~ need:16 generic:24 not-priority:3 doubt:6 ; (a machine of theirs: no excuses)
a: Un jour de perdu en juin, c'est du foin mouillé.
c: m'en parlez pas j'ai tout enrubanné ça m'a coûté 600 euros de film
> - price:7 ~ need:12 timing:13 generic:27 not-priority:3 doubt:25
a: Si je vous reprends l'ancienne six mille, ça aide ?
c: six mille ah vous m'aviez dit sept au salon
> - discount:4 ~ discount:16
a: Sept, si les rouleaux sont bons, il faudrait que le technicien la voie.
c: qu'il vienne moi je suis là tous les matins sauf samedi
> - call-back:3 ~ call-back:24 technical:5
a: Mardi matin, alors.
c: mardi ça marche mais ça m'engage à rien hein
> - call-back:3 ~ distrust:13 contract:1 call-back:4 ; date=mardi|17 ; (they have met: that he does not know us is beside)
a: À rien du tout. Et sinon, vous avez regardé ailleurs ?
c: le concessionnaire Claas il est venu lundi il m'a laissé une offre je l'ai même pas ouverte
> competitor:346 ~ competitor:1 generic:2 doubt:25 discount:4 ; (no contract that ends)
a: Qu'est-ce qui compte le plus pour vous entre les deux ?
c: le service le gars qui vient quand c'est en panne un dimanche le reste c'est de la ferraille
> support:12 references:1 ~ support:34 competitor:6 generic:4 distrust:4 references:2 contract:1
a: On a un technicien d'astreinte tout l'été, à Vitré.
c: Vitré c'est vingt minutes ça c'est bien
> - support:1 ~ closing:3 generic:9 references:1 doubt:25 interest:2 distrust:4
a: On fait le point mardi après son passage ?
c: oui appelez moi le soir dans la journée je réponds pas
> - call-back:34 ~ thanks:124 ; date=mardi soir|mardi|17

== property manager, lifts of nine buildings | renewal | sells: lift maintenance
slots: client=madame Tissot|Tissot competitor=Schindler|Otis
a: Bonjour madame Tissot, je vous appelle parce que le contrat de vos neuf immeubles arrive à échéance fin juin.
c: fin juin oui j'ai vu ça passer
> - generic:2 contract:25 ~ generic:389 contract:1 greeting:1245 timing:1 need:1 authority:1
a: Comment ça s'est passé, cette année ?
c: globalement bien hein sauf rue des Lilas où c'est tous les quinze jours
> complaint:26 generic:1 need:7 ~ complaint:135 support:14 need:2
a: Rue des Lilas, c'est la porte palière du troisième ?
c: la porte oui et la dernière fois y a une dame qui est restée coincée quarante minutes
> complaint:136 ~ complaint:25 support:1 generic:1
a: Quarante minutes, ce n'est pas acceptable, je suis désolé.
c: non surtout qu'elle a 82 ans enfin bref ça s'est bien terminé
> - complaint:3 ~ complaint:156 support:1
a: Je fais remplacer l'opérateur de porte, à nos frais, avant le renouvellement.
c: ah ben ça c'est une bonne nouvelle et ça serait fait quand
> - complaint:3
a: Semaine du six avril, le technicien vous appelle pour le jour.
c: très bien prévenez aussi la gardienne sinon elle va m'appeler
> - complaint:3 ~ closing:3 thanks:2
a: C'est noté. Pour la suite du contrat, vous pensez quoi ?
c: moi je suis plutôt pour continuer mais le conseil syndical il veut que je mette en concurrence
> competitor:34 authority:234 ~ competitor:6 authority:1 references:1 contract:125 discount:46 documents:23 generic:2
a: Combien d'offres vous faut-il ?
c: trois avec la vôtre j'ai déjà Schindler et j'attends Otis
> competitor:346 ~ competitor:1 authority:23 documents:2 timing:1 generic:2 discount:4 references:1 ; (neither has a contract there)
a: Et Schindler, ils se placent où ?
c: onze pour cent en dessous de vous à périmètre égal enfin soi-disant égal
> competitor:36 discount:1236 ~ competitor:4 discount:4 contract:5 price:14 ; percent=onze|11
a: Regardez les délais d'intervention et les pièces, c'est là que ça se joue.
c: je regarderai oui vous pouvez faire un geste vous
> discount:12346 ~ contract:5 ; percent=onze|11
a: Si vous repartez sur quatre ans, je peux faire huit pour cent.
c: quatre ans c'est long le conseil il voudra jamais trois maximum
> contract:3 discount:15 authority:2 ~ contract:15 discount:46 authority:34 closing:3 ; duration=trois ans ; (they have named their longest term)
a: Trois ans à six pour cent, alors.
c: mettez moi ça noir sur blanc je passe en assemblée le 21 avril
> documents:1 authority:3 closing:3 call-back:2 ~ documents:235 authority:24 contract:13 ; duration=trois ans ; (the 21st is their own meeting)

== temporary staff, prices go up by six per cent | renewal | sells: call software
slots: client=Céline|madame Ferrand|Ferrand users=quarante|40 product=Pixid|Tempo|logiciel|outil
a: Bonjour Céline, votre abonnement se renouvelle le premier mai, je voulais voir ça avec vous.
c: oui j'ai reçu votre mail là avec les six pour cent je comptais vous appeler d'ailleurs
> - generic:1 ~ doubt:1 discount:146 contract:5 greeting:1 generic:28 complaint:5 ; (six per cent is our own rise, no discount, and nothing was called dear yet)
a: Dites-moi.
c: ben six pour cent en un an moi mes salaires ils ont pas pris six pour cent
> discount:126 contract:5 price:14 ~ discount:4 contract:2 price:37 budget:14 complaint:5 doubt:1
a: Je comprends, c'est l'indice Syntec qui a tourné.
c: oui oui l'indice l'indice c'est toujours la même chanson
> - discount:126 ~ discount:4 contract:5 complaint:15 price:14 generic:0
a: Sinon, à l'usage, vous en êtes contente ?
c: ah à l'usage oui rien à dire les chargées de recrutement elles s'en passent plus
> - discount:6 contract:5 team:4 ~ discount:12 contract:2 generic:49 closing:3 thanks:3 price:4 need:5
a: Combien de connexions par jour, vous savez ?
c: on est quarante comptes et y en a toujours trente-huit d'actifs c'est dire
> - team:4 discount:1 price:3 contract:5 ~ price:6 discount:26 contract:2 generic:9 closing:3 ; users=quarante|40|trente-huit|38
a: Et vous allez grandir ?
c: deux agences de plus en septembre une à Brest et l'autre à Vannes ça fera huit personnes en plus
> price:36 discount:2 team:1 ~ team:25 contract:5 training:3 discount:16 timing:25 closing:5 generic:9 ; users=huit|8|quarante-huit|48 date=septembre
a: À quarante-huit, vous passez dans la tranche du dessous, ça annule presque la hausse.
c: ah ça change tout et ça je peux l'avoir dès mai ou seulement en septembre
> - ~ discount:26 contract:5 ; (only the agent knows)
a: Si on signe les quarante-huit maintenant, dès mai.
c: je vais pas payer huit postes vides pendant quatre mois non plus
> discount:1 contract:5 ~ discount:46 price:4
a: Non, bien sûr : facturés seulement à l'ouverture.
c: bon là je vous suis et dans le contrat on garde la sortie à trois mois
> contract:1 ~ contract:4 closing:3 ; (three months are the notice, no term)
a: On garde, rien ne change.
c: parfait euh par contre on change de logiciel métier en juin on passe de Tempo à Pixid faudra que ça suive
> integration:14 technical:5 ~ integration:235 timing:5 technical:4 support:1 ; product=Pixid|logiciel date=juin
a: On a le connecteur Pixid, il s'active en quelques minutes.
c: ok nickel
> - closing:3 ~ thanks:3 generic:9 integration:4 closing:126 call-back:2
a: Je vous envoie l'avenant aujourd'hui ?
c: oui mais je signe pas avant lundi mon directeur est en congé jusqu'à dimanche
> documents:14 call-back:1 authority:3 closing:1 ~ documents:35 authority:246 call-back:234 thanks:4 closing:3 ; date=lundi|16
`;
