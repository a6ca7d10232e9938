import { halves } from "./days-set.ts";

/**
 * Turns with and without a promise: "+" where somebody of either side will do something, "-" where it depends on something, is
 * denied, past, asked, or the other side's duty. Written with the days of `days-set.ts` and split as they are.
 */
const rows = `
# colleagues
+ a: Ma collègue Sarah vous rappelle mardi.
+ a: Mon collègue vous envoie le devis demain.
+ a: Ma collègue Sarah Martin vous enverra le contrat.
+ a: Mon responsable vous recontacte lundi matin.
+ a: Notre technicien vous appellera jeudi.
+ a: Le service comptable vous transmettra l'avoir.
+ a: Sarah vous rappelle demain à dix heures.
+ a: Quelqu'un de l'équipe vous rappelle dans la journée.
+ a: Mes collègues du support vous recontacteront.
+ a: Notre équipe technique va vous envoyer la procédure.
+ a: Ma directrice va vous appeler cette semaine.
+ a: Un conseiller vous rappellera vendredi.
+ a: C'est ma collègue qui vous rappellera mardi.
+ a: Monsieur Petit, mon chef, vous rappelle ce soir.
+ a: La comptabilité vous rembourse sous huit jours.
+ c: Ma femme vous rappelle demain.
+ c: Mon associé vous enverra les plans.
+ c: Mon comptable vous transmettra le RIB lundi.
+ a: L'installateur passera jeudi matin.
+ a: Il vous rappellera lundi sans faute.
+ a: Elle vous envoie ça demain.
- a: Ma collègue Sarah vous a rappelé mardi.
- a: Ma collègue ne vous rappelle pas avant lundi.
- a: Ma collègue vous rappellerait volontiers.
- a: Est-ce que ma collègue vous rappelle souvent ?
- a: Ma collègue vous rappelle si le prix baisse.
- a: Si le stock revient, ma collègue vous rappelle.
- a: Ma collègue vous rappelle que le contrat finit en juin.
- a: Mon collègue qui vous envoie les factures est absent.
- a: Sarah vous avait envoyé le devis.
- c: Vos concurrents nous envoient des devis tous les jours.
- c: Vos collègues nous rappellent sans arrêt.
- a: Votre fournisseur vous enverra la facture ?
- a: Le transporteur vous facture la livraison.
- a: Notre logiciel vous rappelle chaque échéance.
- a: La plateforme vous envoie une alerte à chaque commande.
- a: Notre outil vous transmet les rapports automatiquement.
- a: Le boîtier vous envoie un message quand la température monte.
- c: Ma fille m'appelle tous les soirs.

# necessity
+ a: Je dois vous envoyer le devis demain.
+ a: Je dois encore vous transmettre les tarifs.
+ a: Il faut que je vous envoie la documentation.
+ a: Il faut que je vous rappelle mardi.
+ a: Nous devons vous livrer avant vendredi.
+ a: On doit se rappeler lundi.
+ a: Je dois vous préparer une offre.
+ a: Il faut encore que je vous prépare le contrat.
+ a: Il faut que nous vous rappelions jeudi.
+ a: Donc je dois vérifier le stock et vous rappeler.
+ c: Je dois vous renvoyer le contrat signé lundi.
+ c: Il faut que je vous envoie mon RIB.
+ a: Je me charge de vous envoyer le devis.
+ a: Je m'engage à vous rappeler mardi.
+ a: Je compte vous rappeler mardi.
+ a: J'ai à vous envoyer les conditions générales.
+ a: Je ne manquerai pas de vous rappeler lundi.
+ a: Je n'oublie pas de vous envoyer la fiche.
+ a: Comptez sur moi pour vous rappeler jeudi.
- a: Je devais vous envoyer le devis hier.
- a: Je devrais vous envoyer un devis ?
- a: Je dois vous avouer que c'est notre meilleur prix.
- a: Je dois vous dire que le délai est long.
- a: Il faut que vous m'envoyiez le cahier des charges.
- a: Il faudrait que je vous envoie un technicien.
- a: Il ne faut pas que je vous rappelle avant mardi.
- a: Je ne dois pas vous envoyer le contrat avant la signature.
- a: Vous devez nous envoyer la commande.
- a: Est-ce que je dois vous rappeler ?
- a: Il aurait fallu que je vous rappelle.
- a: Faut-il que je vous envoie le devis ?
- a: J'ai dû vous envoyer le mauvais fichier.
- c: Il ne faut pas que je signe trop vite.
- a: Je n'ai pas à vous envoyer cela.

# conditions after the verb
- a: Je vous rappelle uniquement si le prix baisse.
- a: Je vous rappelle si le prix baisse.
- a: Je vous envoie le contrat seulement si vous signez avant lundi.
- a: Je vous rappelle à condition que la direction accepte.
- a: Je vous envoie le devis sous réserve d'acceptation.
- a: Je vous rappelle au cas où le stock revient.
- a: Je vous envoie le bon si jamais ça vous intéresse un jour.
- a: Je vous rappelle sauf si quelqu'un le prend avant.
- a: Je vous rappelle mardi, mais seulement si j'ai la réponse.
- a: Je vous livre mardi pourvu que le camion arrive.
- a: Je vous rappelle en cas de changement.
- a: Je vous rembourse dans le cas où la pièce casse.
- c: Je vous rappelle si mon patron est d'accord.
- c: Je signe lundi si vous baissez le prix.
- a: On se rappelle si besoin.
- a: Je vous rappelle, enfin, s'il y a du nouveau.
- a: Je vous envoie un technicien tant que vous êtes sous contrat.
- a: Je vous rappelle à moins que vous ne changiez d'avis.
- a: Ma collègue vous rappelle uniquement si elle a du stock.
- a: Je dois vous rappeler seulement si le devis change.
- a: Je vous envoie le devis le jour où vous vous décidez.
- a: Selon la réponse du siège, je vous rappelle.
- a: Je vous rappelle éventuellement la semaine prochaine.
- a: Je vous rappelle peut-être mardi.
+ a: Je vous rappelle mardi, si ça vous convient.
+ a: Je vous envoie le devis demain, si vous voulez bien.
+ a: Je vous envoie tout mardi, et si vous avez des questions, appelez-moi.
+ a: Je vous rappelle mardi pour savoir si le devis vous convient.
+ a: Je vous rappelle lundi, sauf imprévu.
+ a: Je vérifie si la pièce est en stock et je vous rappelle.
+ a: Je vous envoie la fiche, comme ça vous verrez si elle convient.
+ a: Je vous envoie le devis demain. Si le prix ne va pas, on en reparle.
+ a: Je vous rappelle mardi quoi qu'il arrive.
+ a: Je vous tiens au courant demain, même si je n'ai rien de nouveau.
`;

/** Turns that were tried while the rules were made. */
const tried = `
+ a: Ma collègue Sarah vous rappellera mardi à dix heures.
+ a: Je demande à ma collègue de vous rappeler mardi.
+ a: Je vais demander à Sarah de vous envoyer le devis.
+ a: Sarah va vous rappeler mardi.
+ a: Mon collègue Karim Benali vous appelle lundi.
+ a: Ma collègue du service après-vente vous rappelle mardi.
+ a: Nos équipes vous recontacteront d'ici vendredi.
+ a: C'est Sarah qui vous rappellera.
+ a: C'est mon responsable qui vous enverra le contrat.
+ a: Un technicien passera chez vous jeudi.
+ a: Le technicien viendra mardi matin.
+ a: Mon assistante vous confirme le rendez-vous demain.
+ a: La direction vous répondra vendredi.
+ a: Vous serez rappelé par ma collègue mardi.
+ a: Vous serez contacté par un technicien demain.
+ a: On vous rappellera mardi.
+ a: On vous rappelle mardi.
+ a: Une collègue vous rappelle mardi.
+ a: Un de mes collègues vous rappellera.
+ a: L'un de nos conseillers vous rappelle demain.
+ a: Madame Durand vous envoie le dossier demain.
+ c: Mon mari vous rappellera ce soir.
+ c: Ma secrétaire vous enverra le bon de commande.
+ c: C'est mon associé qui vous rappellera.
- a: Votre collègue vous rappellera mardi.
- a: Ma collègue vous rappelait souvent.
- a: Ma collègue ne vous rappellera pas.
- a: Ma collègue vous rappellera peut-être.
- a: Ma collègue pourrait vous rappeler mardi.
- a: Ma collègue vous a envoyé le devis mardi.
- a: Ma collègue devait vous rappeler mardi.
- a: Ma collègue vous rappellera seulement si le prix baisse.
- a: Si le prix baisse, ma collègue vous rappellera.
- a: Ma collègue vous rappellera, mais uniquement si le prix baisse.
- a: Ma collègue vous rappelle mardi ?
- a: Est-ce que ma collègue vous rappelle mardi ?
- a: Ma collègue dit que vous rappelez mardi.
- a: Personne ne vous rappellera.
- a: Ni Sarah ni moi ne vous rappellerons.
- a: Aucun technicien ne vous rappellera.
- c: Votre collègue devait me rappeler mardi.
- c: Votre technicien doit passer mardi.
- c: Sarah m'a dit qu'elle me rappellerait.
- a: Le système vous envoie un mail demain.
- a: Ce logiciel vous enverra une alerte.
- a: L'application vous rappellera l'échéance.
- a: Cela vous évitera des frais.
- a: La facture vous sera envoyée si vous signez.
+ a: Je dois vous rappeler mardi.
+ a: Je dois absolument vous envoyer le contrat ce soir.
+ a: Il faut que je vous fasse parvenir le devis.
+ a: Il faut que je vous transmette le devis demain.
+ a: Il faut que l'on se rappelle mardi.
+ a: Il faut qu'on se rappelle mardi.
+ a: Il me faut vous envoyer le devis.
+ a: Il me reste à vous envoyer le devis.
+ a: J'ai encore à vous envoyer le devis.
+ a: Je suis obligé de vous rappeler mardi.
+ a: Je suis tenu de vous envoyer les conditions.
+ a: Nous devrons vous rappeler mardi.
+ a: Je devrai vous rappeler mardi.
+ a: J'ai prévu de vous rappeler mardi.
+ a: Il va falloir que je vous rappelle mardi.
+ a: Il faudra que je vous rappelle mardi.
+ a: Je dois, d'ici mardi, vous envoyer le devis.
- a: Je ne dois pas vous rappeler mardi.
- a: Il ne faut surtout pas que je vous rappelle.
- a: Il fallait que je vous rappelle mardi.
- a: J'aurais dû vous rappeler mardi.
- a: Je dois vous rappeler que le contrat finit en juin.
- a: Je dois reconnaître que c'est cher.
- a: Je dois vous demander votre numéro.
- a: Vous devez me rappeler mardi.
- a: Faut que vous me rappeliez mardi.
- a: Dois-je vous rappeler mardi ?
- a: Il faut que je vous envoie le devis ?
- a: Je dois vous envoyer le devis uniquement si vous signez.
- a: Je vous rappelle seulement dans le cas où le prix baisse.
- a: Je vous rappelle mardi uniquement si le prix baisse.
- a: Je vous rappelle mardi, uniquement si le prix baisse.
- a: Je vous rappelle dès lors que le prix baisse.
- a: Je vous rappelle dès que le prix baisse.
- a: Je vous rappelle quand le prix baissera.
- a: Je vous rappelle le jour où le prix baisse.
- a: Je vous rappelle à supposer que le prix baisse.
- a: Je vous rappelle en admettant que le prix baisse.
- a: Je vous rappelle pour peu que le prix baisse.
- a: Je vous rappelle du moment que le prix baisse.
- a: Je vous rappelle sous condition d'un accord de la direction.
- a: Je vous rappelle moyennant un acompte.
- a: Je vous rappelle si et seulement si le prix baisse.
- a: Je vous rappelle une fois que vous aurez signé.
- a: Je vous rappelle si jamais le prix baisse.
- a: Je vous rappelle que si le prix baisse.
- a: Je ne vous rappelle que si le prix baisse.
- a: Je vous rappelle mardi sauf si vous m'appelez avant.
- a: Je vous rappelle sauf avis contraire de votre part.
- a: Je vous rappelle mardi, ça dépend du prix.
- a: Je vous rappelle mardi, selon le prix.
- a: Je vous envoie le contrat, si le prix vous va.
- a: Je vous envoie le contrat s'il est validé.
- a: Je vous envoie le contrat à condition d'avoir l'accord.
+ a: Je vous envoie le contrat mardi, si vous avez des questions, dites-le-moi.
+ a: Je vous rappelle mardi, et si vous n'êtes pas là je laisse un message.
+ a: Je vous rappelle mardi, comme si de rien n'était.
+ a: Je vous rappelle mardi pour voir si tout va bien.
+ a: Si vous voulez, je vous rappelle mardi.
+ a: Si j'ai bien compris, je vous rappelle mardi.
+ a: Si ça vous va, je vous rappelle mardi.
+ a: Je vous rappelle mardi s'il vous plaît.
+ a: Je regarde si on a du stock et je vous rappelle.
`;

export interface PromiseTurn {
  sender: "agent" | "client";
  text: string;
  isPromise: boolean;
}

function read(text: string): PromiseTurn[] {
  return text.split("\n").flatMap((row): PromiseTurn[] => {
    const [, sign, by, said] = /^([+-]) ([ac]): (.+)$/u.exec(row) ?? [];
    return said === undefined
      ? []
      : [{ sender: by === "c" ? "client" : "agent", text: said, isPromise: sign === "+" }];
  });
}

export const promiseTurns = halves(read(rows), read(tried), ({ text }) => text);
