import { ScenarioName, type Sender } from "@souffleur/contracts";
import { castScenario } from "../src/calls/simulation/scenarios.ts";

/** A line of a labelled call. */
export interface LabelledLine {
  sender: Sender;
  text: string;
  /** On the last line of a client's turn: the playbook's entries of which a reply is right there. */
  right?: readonly string[];
}

export interface LabelledCall {
  name: string;
  lines: readonly LabelledLine[];
}

/** For each client's turn of a scripted call, in order. Where a turn only goes on with a subject, that subject is right. */
const scripts: Partial<Record<ScenarioName, string>> = {
  discovery:
    "greeting, team need, need, integration need, technical bad-experience distrust, security, authority, authority budget, timing, demo call-back timing, thanks closing",
  "price-objection":
    "price, competitor price, competitor, competitor, budget price, budget price, discount, contract authority doubt, contract interest, documents closing, interest closing documents price, thanks call-back closing",
  renewal:
    "small-talk greeting, contract timing need, training interest need, training, training complaint, integration, integration complaint, price budget discount, team price discount, authority interest, documents timing call-back, thanks closing",
  complaint:
    "complaint, complaint support, complaint support, complaint price, complaint, timing complaint bad-experience, complaint, cancellation competitor, support complaint, discount call-back timing, discount interest closing complaint, thanks closing",
};

/**
 * Calls that were written for this benchmark, by speaker ("a" is the agent, "c" the client), with the right entries behind
 * "#". They are not used anywhere else, so that no phrase of the playbook is made for them.
 */
const written: Record<string, string> = {
  "insurance broker, cold call": `
    a: Bonjour madame, je suis chez Souffleur, nous aidons les courtiers pendant leurs appels.
    c: Oui bonjour. # greeting
    a: Vous passez beaucoup d'appels chaque jour ?
    c: Une cinquantaine, oui, on est huit au téléphone. # team need
    a: Et comment suivez-vous ce qui s'est dit ?
    c: Mal. On perd du temps à tout retaper le soir. # need
    a: C'est exactement ce que nous évitons.
    c: D'accord, mais ça coûte combien votre truc ? # price
    a: Quarante-neuf euros par poste et par mois.
    c: Ah quand même, c'est cher pour une petite boîte. # price too-small
    a: Combien de temps perdez-vous le soir ?
    c: Une bonne heure chacun. # need price
    a: C'est déjà rentable la première semaine.
    c: Il faudrait que j'en parle à mon associé. # authority
    a: Bien sûr, quand le voyez-vous ?
    c: Jeudi. Rappelez-moi vendredi matin. # call-back
    a: C'est noté, vendredi matin.
    c: Merci, au revoir. # thanks closing call-back`,
  "industrial equipment, supplier in place": `
    a: Bonjour, Thomas, de Souffleur. Je vous dérange ?
    c: Un peu, je n'ai pas beaucoup de temps. # no-time
    a: Deux minutes, promis. Qui vous équipe aujourd'hui ?
    c: On a déjà un prestataire et on en est contents. # supplier competitor
    a: Qu'est-ce qui vous plaît chez eux ?
    c: Ils nous connaissent, et quand il y a un souci ils répondent. # supplier support competitor
    a: Et les prix ?
    c: Les prix montent tous les ans, ça c'est vrai. # price supplier competitor
    a: Nous gardons le même prix pendant trois ans.
    c: Et vous avez des clients dans l'industrie ? # references
    a: Une vingtaine, dont deux près de chez vous.
    c: Envoyez-moi leurs noms par mail, je regarderai. # documents references
    a: Je vous les envoie tout à l'heure.
    c: Très bien, merci. # thanks documents closing`,
  "hospital, data protection": `
    a: Bonjour docteur, Camille, de Souffleur.
    c: Bonjour. Avant toute chose, vos données sont hébergées où ? # security
    a: En France, chez un hébergeur certifié.
    c: Et pour le RGPD, vous faites comment avec les enregistrements ? # security
    a: L'audio n'est jamais gardé.
    c: Bien. Il faut installer quelque chose sur nos postes ? # technical
    a: Non, un navigateur suffit.
    c: Et avec notre logiciel patient, ça communique ? # integration technical
    a: Oui, par un connecteur.
    c: C'est la direction informatique qui devra valider. # authority
    a: Je peux les appeler directement ?
    c: Je préfère leur en parler d'abord. # authority
    a: Avez-vous une date en tête ?
    c: Pas avant janvier, on a l'accréditation en décembre. # timing not-priority
    a: Alors faisons un essai en janvier.
    c: Un essai, oui, pourquoi pas. # demo interest`,
  "training centre, discount": `
    a: Bonjour, vous avez reçu mon devis ?
    c: Oui, je l'ai sous les yeux. # documents price greeting
    a: Qu'en pensez-vous ?
    c: C'est bien, mais le tarif est au-dessus de ce que je pensais. # price
    a: De combien ?
    c: De deux mille euros environ. # price budget
    a: Sur quelle enveloppe travaillez-vous ?
    c: Notre budget est de huit mille, pas plus. # budget
    a: On peut réduire le nombre de postes.
    c: Ou alors vous me faites un geste, dix pour cent par exemple. # discount
    a: Pour un engagement de deux ans, c'est possible.
    c: Deux ans, c'est trop long, je ne veux pas être coincée. # contract
    a: Je comprends. Un an avec une sortie à six mois ?
    c: Là oui, ça me convient, on peut signer. # closing
    a: Je vous envoie le contrat ce soir.
    c: Parfait, merci beaucoup. # thanks closing`,
  "software publisher, angry customer": `
    a: Service clients, bonjour.
    c: Bonjour, enfin quelqu'un ! Ça fait trois jours que rien ne marche chez nous. # complaint support
    a: Je suis désolé. Que se passe-t-il exactement ?
    c: La plateforme plante dès qu'on ouvre un dossier, c'est inadmissible. # complaint
    a: Depuis lundi ?
    c: Depuis lundi oui, et j'ai appelé votre support quatre fois. # complaint support
    a: Je reprends votre dossier moi-même.
    c: Et qui va me rembourser ces trois jours ? # complaint price discount
    a: Je vous crédite la semaine.
    c: Franchement je suis à deux doigts de résilier. # cancellation complaint
    a: Qu'est-ce qui vous ferait rester ?
    c: Un interlocuteur unique, avec un numéro direct. # support cancellation
    a: Ce sera moi, voici ma ligne.
    c: Bon. Et ça sera réparé quand ? # timing complaint
    a: Demain matin à neuf heures.
    c: D'accord, j'attends votre appel demain. # call-back timing`,
  "start-up, technical questions": `
    a: Salut Karim, merci d'avoir pris ce créneau.
    c: Salut, pas de souci. # greeting small-talk thanks
    a: Tu voulais parler d'intégration, je crois.
    c: Oui, on utilise HubSpot, il y a un connecteur ? # integration
    a: Oui, natif, dans les deux sens.
    c: Et vous avez une API ouverte ? # technical integration
    a: Documentée et avec un bac à sable.
    c: Top. Et la reconnaissance vocale, elle est fiable avec les accents ? # technical
    a: Environ six pour cent d'erreurs.
    c: C'est pas mal du tout, je suis bluffé. # interest
    a: On fait un essai avec ton équipe ?
    c: Carrément, on peut tester combien de temps ? # demo
    a: Quinze jours, sans carte bancaire.
    c: Et pour démarrer il faut combien de temps ? # timing technical
    a: Une demi-journée.
    c: Ok banco, on y va. # closing`,
  "town hall, wrong person": `
    a: Bonjour, je cherche la personne en charge de l'accueil téléphonique.
    c: Ce n'est pas moi, c'est ma collègue qui s'en occupe. # not-responsible
    a: Pouvez-vous me donner son nom ?
    c: D'où avez-vous mon numéro d'abord ? # data-source
    a: De l'annuaire public de la mairie.
    c: Ah bon. Je me méfie, on a beaucoup d'arnaques en ce moment. # distrust
    a: Je vous envoie un courriel officiel, si vous préférez.
    c: Oui envoyez un mail avec une plaquette, je transmettrai. # documents
    a: Très bien. C'est elle qui décide ?
    c: Non, au-dessus c'est le directeur général des services. # authority
    a: Et vous avez un marché en cours ?
    c: On est engagés jusqu'en juin avec l'opérateur actuel. # contract supplier competitor
    a: Alors je vous rappelle en avril.
    c: Si vous voulez, en avril. # call-back timing`,
  "shop owner, refusal": `
    a: Bonjour monsieur, une minute pour parler de vos appels ?
    c: Non merci, ça ne m'intéresse pas. # not-interested
    a: Je comprends. Vous répondez seul au téléphone ?
    c: Je suis tout seul dans ma boutique, c'est trop petit pour vos outils. # too-small
    a: Justement, beaucoup de nos clients sont seuls.
    c: Et puis j'ai déjà essayé un logiciel, une catastrophe. # bad-experience
    a: Que s'était-il passé ?
    c: Personne pour m'aider, j'ai payé un an pour rien. # bad-experience support
    a: Chez nous l'accompagnement est compris.
    c: Peut-être, mais ce n'est vraiment pas ma priorité. # not-priority
    a: Quand le serait-ce ?
    c: Après les soldes, éventuellement. # timing not-priority call-back
    a: Je peux vous rappeler en février ?
    c: Non, ne m'appelez plus s'il vous plaît. # opposition
    a: C'est noté, je retire votre numéro.
    c: Merci. # thanks opposition`,
  "logistics, team and training": `
    a: Bonjour Nadia, comment allez-vous ?
    c: Très bien et vous ? Bonnes vacances ? # small-talk greeting
    a: Excellentes. Où en est votre projet ?
    c: On recrute quinze personnes au service clients en septembre. # team timing need
    a: Qu'est-ce qui vous inquiète le plus ?
    c: La formation, il faut qu'ils soient opérationnels en deux semaines. # training timing
    a: Les suggestions les guident dès le premier appel.
    c: Et vous formez les managers aussi ? # training
    a: Deux demi-journées, comprises.
    c: C'est intéressant, ça. # interest
    a: Voulez-vous une démonstration avec eux ?
    c: Oui, plutôt en visio, mardi prochain. # demo timing
    a: Mardi à quatorze heures ?
    c: Quatorze heures c'est parfait. # closing demo timing thanks
    a: Je vous envoie l'invitation.
    c: Super, à mardi. # thanks closing demo`,
  "bank, hesitation": `
    a: Bonjour, je reviens vers vous après notre rendez-vous.
    c: Bonjour, oui. Écoutez, j'hésite encore. # doubt
    a: Qu'est-ce qui vous retient ?
    c: Je ne suis pas convaincu que mes conseillers vont l'utiliser. # doubt training
    a: C'est une crainte fréquente.
    c: Ils ont leurs habitudes, vous savez. # training doubt
    a: On peut commencer avec trois volontaires.
    c: Et si ça ne marche pas, on s'arrête comment ? # contract doubt
    a: Un mois de préavis, sans frais.
    c: Un concurrent à vous nous propose la même chose sans engagement. # competitor contract
    a: Avec quelle qualité de transcription ?
    c: Je ne sais pas, je n'ai pas testé. # competitor demo technical
    a: Testez les deux le même jour.
    c: C'est une bonne idée, je vais voir avec ma direction. # authority interest
    a: Je vous prépare une comparaison d'une page.
    c: Avec plaisir, envoyez-la moi. # documents`,
  "real-estate agency, budget": `
    a: Bonjour, vous aviez demandé des informations sur notre site.
    c: Oui bonjour, c'est pour équiper mon agence. # greeting need team
    a: Combien êtes-vous ?
    c: Nous sommes six négociateurs et deux assistantes. # team
    a: Qu'est-ce que vous cherchez à améliorer ?
    c: Les mandats, on en rate parce qu'on rappelle trop tard. # need
    a: Nous rappelons pour vous chaque engagement pris.
    c: Ah, c'est malin. Et le prix ? # price interest
    a: Trois cents euros par mois pour huit.
    c: Je n'ai pas cette somme cette année, on n'a plus de budget. # budget
    a: Quand votre budget est-il renouvelé ?
    c: En mars. # budget timing
    a: Alors préparons mars dès maintenant.
    c: Oui, mais qu'est-ce qui me dit que ça marche ? # doubt references distrust
    a: L'agence du Port a signé trente mandats de plus.
    c: Vous pouvez me mettre en contact avec eux ? # references
    a: Bien sûr.
    c: Alors on fait comme ça. # closing references`,
  "call centre, long negotiation": `
    a: Bonjour, nous en étions restés au contrat.
    c: Oui, mon juriste a des questions sur la durée d'engagement. # contract
    a: Je vous écoute.
    c: Douze mois reconductibles, ça ne passe pas chez nous. # contract
    a: On peut retirer la reconduction tacite.
    c: Bien. Ensuite, la pénalité de retard, c'est combien ? # contract price
    a: Un dixième de pour cent par jour.
    c: Ok. Et pour cent vingt postes vous nous faites quel prix ? # price discount team
    a: Vingt-neuf euros au lieu de trente-neuf.
    c: Votre concurrent est à vingt-cinq. # competitor price
    a: Sans les suggestions en direct.
    c: C'est vrai. Mais il faut faire un effort, une petite ristourne. # discount
    a: Vingt-huit, si vous signez ce mois-ci.
    c: Et le support, il est joignable le week-end ? # support
    a: Tous les jours, de huit à vingt heures.
    c: Parfait. Vous pouvez nous préparer le bon de commande ? # closing documents contract`,
};

const labelsOf = (text: string) => text.trim().split(/[\s,]+/);

function scripted(name: ScenarioName, text: string): LabelledCall {
  const labels = text.split(",");
  const { lines } = castScenario(name);
  let turn = -1;
  const labelled = lines.map(({ speaker, text }, at): LabelledLine => {
    const isLast = speaker === "client" && lines[at + 1]?.speaker !== "client";
    if (isLast) turn += 1;
    return { sender: speaker, text, ...(isLast && { right: labelsOf(labels[turn] ?? "") }) };
  });
  if (labels.length !== turn + 1) throw new Error(`${name} has ${turn + 1} turns of its client.`);
  return { name, lines: labelled };
}

function read(name: string, text: string): LabelledCall {
  const lines = text
    .trim()
    .split("\n")
    .map((row): LabelledLine => {
      const [, speaker, said = "", labels] = /^\s*([ac]): ([^#]*?)(?: # (.*))?$/.exec(row) ?? [];
      const sender: Sender = speaker === "c" ? "client" : "agent";
      return { sender, text: said, ...(labels !== undefined && { right: labelsOf(labels) }) };
    });
  return { name, lines };
}

/** Four scripted calls and twelve more, each with the right entries at each turn of its client. */
export const labelledCalls: readonly LabelledCall[] = [
  ...Object.entries(scripts).map(([name, text]) => scripted(ScenarioName.parse(name), text)),
  ...Object.entries(written).map(([name, text]) => read(name, text)),
];
