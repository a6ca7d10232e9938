import { type Sender, scenarioNames } from "@souffleur/contracts";
import { castScenario } from "../src/calls/simulation/scenarios.ts";

export interface PlayedLine {
  sender: Sender;
  text: string;
}

export interface PlayedCall {
  name: string;
  lines: readonly PlayedLine[];
}

/** Calls by speaker: "a" is the agent, "c" the client. No phrase of the playbook is made for them. */
const written: Record<string, string> = {
  "insurance broker, cold call": `
    a: Bonjour madame, je suis chez Souffleur, nous aidons les courtiers pendant leurs appels.
    c: Oui bonjour.
    a: Vous passez beaucoup d'appels chaque jour ?
    c: Une cinquantaine, oui, on est huit au téléphone.
    a: Et comment suivez-vous ce qui s'est dit ?
    c: Mal. On perd du temps à tout retaper le soir.
    a: C'est exactement ce que nous évitons.
    c: D'accord, mais ça coûte combien votre truc ?
    a: Quarante-neuf euros par poste et par mois.
    c: Ah quand même, c'est cher pour une petite boîte.
    a: Combien de temps perdez-vous le soir ?
    c: Une bonne heure chacun.
    a: C'est déjà rentable la première semaine.
    c: Il faudrait que j'en parle à mon associé.
    a: Bien sûr, quand le voyez-vous ?
    c: Jeudi. Rappelez-moi vendredi matin.
    a: C'est noté, vendredi matin.
    c: Merci, au revoir.`,
  "industrial equipment, supplier in place": `
    a: Bonjour, Thomas, de Souffleur. Je vous dérange ?
    c: Un peu, je n'ai pas beaucoup de temps.
    a: Deux minutes, promis. Qui vous équipe aujourd'hui ?
    c: On a déjà un prestataire et on en est contents.
    a: Qu'est-ce qui vous plaît chez eux ?
    c: Ils nous connaissent, et quand il y a un souci ils répondent.
    a: Et les prix ?
    c: Les prix montent tous les ans, ça c'est vrai.
    a: Nous gardons le même prix pendant trois ans.
    c: Et vous avez des clients dans l'industrie ?
    a: Une vingtaine, dont deux près de chez vous.
    c: Envoyez-moi leurs noms par mail, je regarderai.
    a: Je vous les envoie tout à l'heure.
    c: Très bien, merci.`,
  "hospital, data protection": `
    a: Bonjour docteur, Camille, de Souffleur.
    c: Bonjour. Avant toute chose, vos données sont hébergées où ?
    a: En France, chez un hébergeur certifié.
    c: Et pour le RGPD, vous faites comment avec les enregistrements ?
    a: L'audio n'est jamais gardé.
    c: Bien. Il faut installer quelque chose sur nos postes ?
    a: Non, un navigateur suffit.
    c: Et avec notre logiciel patient, ça communique ?
    a: Oui, par un connecteur.
    c: C'est la direction informatique qui devra valider.
    a: Je peux les appeler directement ?
    c: Je préfère leur en parler d'abord.
    a: Avez-vous une date en tête ?
    c: Pas avant janvier, on a l'accréditation en décembre.
    a: Alors faisons un essai en janvier.
    c: Un essai, oui, pourquoi pas.`,
  "training centre, discount": `
    a: Bonjour, vous avez reçu mon devis ?
    c: Oui, je l'ai sous les yeux.
    a: Qu'en pensez-vous ?
    c: C'est bien, mais le tarif est au-dessus de ce que je pensais.
    a: De combien ?
    c: De deux mille euros environ.
    a: Sur quelle enveloppe travaillez-vous ?
    c: Notre budget est de huit mille, pas plus.
    a: On peut réduire le nombre de postes.
    c: Ou alors vous me faites un geste, dix pour cent par exemple.
    a: Pour un engagement de deux ans, c'est possible.
    c: Deux ans, c'est trop long, je ne veux pas être coincée.
    a: Je comprends. Un an avec une sortie à six mois ?
    c: Là oui, ça me convient, on peut signer.
    a: Je vous envoie le contrat ce soir.
    c: Parfait, merci beaucoup.`,
  "software publisher, angry customer": `
    a: Service clients, bonjour.
    c: Bonjour, enfin quelqu'un ! Ça fait trois jours que rien ne marche chez nous.
    a: Je suis désolé. Que se passe-t-il exactement ?
    c: La plateforme plante dès qu'on ouvre un dossier, c'est inadmissible.
    a: Depuis lundi ?
    c: Depuis lundi oui, et j'ai appelé votre support quatre fois.
    a: Je reprends votre dossier moi-même.
    c: Et qui va me rembourser ces trois jours ?
    a: Je vous crédite la semaine.
    c: Franchement je suis à deux doigts de résilier.
    a: Qu'est-ce qui vous ferait rester ?
    c: Un interlocuteur unique, avec un numéro direct.
    a: Ce sera moi, voici ma ligne.
    c: Bon. Et ça sera réparé quand ?
    a: Demain matin à neuf heures.
    c: D'accord, j'attends votre appel demain.`,
  "start-up, technical questions": `
    a: Salut Karim, merci d'avoir pris ce créneau.
    c: Salut, pas de souci.
    a: Tu voulais parler d'intégration, je crois.
    c: Oui, on utilise HubSpot, il y a un connecteur ?
    a: Oui, natif, dans les deux sens.
    c: Et vous avez une API ouverte ?
    a: Documentée et avec un bac à sable.
    c: Top. Et la reconnaissance vocale, elle est fiable avec les accents ?
    a: Environ six pour cent d'erreurs.
    c: C'est pas mal du tout, je suis bluffé.
    a: On fait un essai avec ton équipe ?
    c: Carrément, on peut tester combien de temps ?
    a: Quinze jours, sans carte bancaire.
    c: Et pour démarrer il faut combien de temps ?
    a: Une demi-journée.
    c: Ok banco, on y va.`,
  "town hall, wrong person": `
    a: Bonjour, je cherche la personne en charge de l'accueil téléphonique.
    c: Ce n'est pas moi, c'est ma collègue qui s'en occupe.
    a: Pouvez-vous me donner son nom ?
    c: D'où avez-vous mon numéro d'abord ?
    a: De l'annuaire public de la mairie.
    c: Ah bon. Je me méfie, on a beaucoup d'arnaques en ce moment.
    a: Je vous envoie un courriel officiel, si vous préférez.
    c: Oui envoyez un mail avec une plaquette, je transmettrai.
    a: Très bien. C'est elle qui décide ?
    c: Non, au-dessus c'est le directeur général des services.
    a: Et vous avez un marché en cours ?
    c: On est engagés jusqu'en juin avec l'opérateur actuel.
    a: Alors je vous rappelle en avril.
    c: Si vous voulez, en avril.`,
  "shop owner, refusal": `
    a: Bonjour monsieur, une minute pour parler de vos appels ?
    c: Non merci, ça ne m'intéresse pas.
    a: Je comprends. Vous répondez seul au téléphone ?
    c: Je suis tout seul dans ma boutique, c'est trop petit pour vos outils.
    a: Justement, beaucoup de nos clients sont seuls.
    c: Et puis j'ai déjà essayé un logiciel, une catastrophe.
    a: Que s'était-il passé ?
    c: Personne pour m'aider, j'ai payé un an pour rien.
    a: Chez nous l'accompagnement est compris.
    c: Peut-être, mais ce n'est vraiment pas ma priorité.
    a: Quand le serait-ce ?
    c: Après les soldes, éventuellement.
    a: Je peux vous rappeler en février ?
    c: Non, ne m'appelez plus s'il vous plaît.
    a: C'est noté, je retire votre numéro.
    c: Merci.`,
  "logistics, team and training": `
    a: Bonjour Nadia, comment allez-vous ?
    c: Très bien et vous ? Bonnes vacances ?
    a: Excellentes. Où en est votre projet ?
    c: On recrute quinze personnes au service clients en septembre.
    a: Qu'est-ce qui vous inquiète le plus ?
    c: La formation, il faut qu'ils soient opérationnels en deux semaines.
    a: Les suggestions les guident dès le premier appel.
    c: Et vous formez les managers aussi ?
    a: Deux demi-journées, comprises.
    c: C'est intéressant, ça.
    a: Voulez-vous une démonstration avec eux ?
    c: Oui, plutôt en visio, mardi prochain.
    a: Mardi à quatorze heures ?
    c: Quatorze heures c'est parfait.
    a: Je vous envoie l'invitation.
    c: Super, à mardi.`,
  "bank, hesitation": `
    a: Bonjour, je reviens vers vous après notre rendez-vous.
    c: Bonjour, oui. Écoutez, j'hésite encore.
    a: Qu'est-ce qui vous retient ?
    c: Je ne suis pas convaincu que mes conseillers vont l'utiliser.
    a: C'est une crainte fréquente.
    c: Ils ont leurs habitudes, vous savez.
    a: On peut commencer avec trois volontaires.
    c: Et si ça ne marche pas, on s'arrête comment ?
    a: Un mois de préavis, sans frais.
    c: Un concurrent à vous nous propose la même chose sans engagement.
    a: Avec quelle qualité de transcription ?
    c: Je ne sais pas, je n'ai pas testé.
    a: Testez les deux le même jour.
    c: C'est une bonne idée, je vais voir avec ma direction.
    a: Je vous prépare une comparaison d'une page.
    c: Avec plaisir, envoyez-la moi.`,
  "real-estate agency, budget": `
    a: Bonjour, vous aviez demandé des informations sur notre site.
    c: Oui bonjour, c'est pour équiper mon agence.
    a: Combien êtes-vous ?
    c: Nous sommes six négociateurs et deux assistantes.
    a: Qu'est-ce que vous cherchez à améliorer ?
    c: Les mandats, on en rate parce qu'on rappelle trop tard.
    a: Nous rappelons pour vous chaque engagement pris.
    c: Ah, c'est malin. Et le prix ?
    a: Trois cents euros par mois pour huit.
    c: Je n'ai pas cette somme cette année, on n'a plus de budget.
    a: Quand votre budget est-il renouvelé ?
    c: En mars.
    a: Alors préparons mars dès maintenant.
    c: Oui, mais qu'est-ce qui me dit que ça marche ?
    a: L'agence du Port a signé trente mandats de plus.
    c: Vous pouvez me mettre en contact avec eux ?
    a: Bien sûr.
    c: Alors on fait comme ça.`,
  "call centre, long negotiation": `
    a: Bonjour, nous en étions restés au contrat.
    c: Oui, mon juriste a des questions sur la durée d'engagement.
    a: Je vous écoute.
    c: Douze mois reconductibles, ça ne passe pas chez nous.
    a: On peut retirer la reconduction tacite.
    c: Bien. Ensuite, la pénalité de retard, c'est combien ?
    a: Un dixième de pour cent par jour.
    c: Ok. Et pour cent vingt postes vous nous faites quel prix ?
    a: Vingt-neuf euros au lieu de trente-neuf.
    c: Votre concurrent est à vingt-cinq.
    a: Sans les suggestions en direct.
    c: C'est vrai. Mais il faut faire un effort, une petite ristourne.
    a: Vingt-huit, si vous signez ce mois-ci.
    c: Et le support, il est joignable le week-end ?
    a: Tous les jours, de huit à vingt heures.
    c: Parfait. Vous pouvez nous préparer le bon de commande ?`,
};

function read(name: string, text: string): PlayedCall {
  const lines = text
    .trim()
    .split("\n")
    .map((row): PlayedLine => {
      const [, speaker, said = ""] = /^\s*([ac]): (.*)$/.exec(row) ?? [];
      return { sender: speaker === "c" ? "client" : "agent", text: said };
    });
  return { name, lines };
}

/** The four scripted calls and twelve more. */
export const playedCalls: readonly PlayedCall[] = [
  ...scenarioNames.map((name) => ({
    name,
    lines: castScenario(name).lines.map(({ speaker, text }) => ({ sender: speaker, text })),
  })),
  ...Object.entries(written).map(([name, text]) => read(name, text)),
];
