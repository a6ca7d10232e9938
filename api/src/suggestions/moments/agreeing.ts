import { said } from "./french.ts";
import type { Situation } from "./situation.ts";

const nothing =
  "(?:oui|ouais|non|si|ok|okay|d accord|bon|ben|bah|eh|ah|oh|euh|heu|hum|mmh|mm|hein|mouais|voila|quoi|tres bien|c est ca|je vois|exactement|tout a fait|bien sur|entendu|allez|allez y|allons y|dites|je vous ecoute|on verra|alors|et|la|parfait|super|c est note|ca marche|je comprends|oui oui|bien|tenez moi au courant)";
const backChannel = new RegExp(`^(?: ${nothing})* $`, "u");

/** A day or a part of it. */
const time = said(
  "{day} | demain | apres demain | la semaine d apres | semaine prochaine | (?:a|vers|des|plutot|avant|disons|pour) {num} heures? | {num} heures? (?:{num}|pile|demain) | le matin | l apres midi | en fin de | en debut de | debut de semaine | fin de semaine | midi",
);
const appointment = said(
  "quand | quel moment | quel jour | quelle heure | rappel* | recontact* | rendez vous | creneau | disponib* | {day} | demain | {num} heures | semaine d apres | semaine prochaine | passe* … voir | je passe | passer | visit* | invitation | une demo | une demonstration | vous arrange*",
);
const meets = said(
  "rappelez | rappeler | passez | venez | venir | on se (?:voit|rappelle|parle) | rendez vous | un creneau",
);
const sending = said("envoi* | envoy* | refais | mail | courriel | transmet* | recevr* | vous l aurez");

/** Agreement, thanks and farewell, and what is merely a sign of listening. */
export const agreeing: readonly Situation[] = [
  {
    heard: backChannel,
    when: ({ asked, said: text }) =>
      !(appointment.test(asked) && /marche|parfait|note|d accord|tres bien/u.test(text)),
    replies: "",
  },
  {
    heard: said(
      "merci* | au revoir | bonne (?:journee|soiree|fin|continuation) | bon courage | bon week end | bonnes fetes | a bientot | a (?:{day}|demain) | c est gentil",
    ),
    unless: said(
      "non merci | merci mais | merci de (?:me|nous|rappeler|bien) | comment | combien | est ce | pas interesse* | bonjour | je veux | il faut",
    ),
    when: ({ words, turn }) => words <= 12 && turn > 1,
    replies: "thanks-2 thanks-1",
  },
  {
    heard: said("vous etes un (?:chef|as|ange|amour) | sauve* la | merci beaucoup | au top | vous assurez"),
    when: ({ turn }) => turn > 1,
    replies: "thanks-2 thanks-1",
  },
  {
    heard: said("(?:pas|sauf|surtout pas) (?:ce |le |la |cette )?(?:{day}|demain|matin|apres midi|semaine)"),
    unless: said("plutot | mais le | c est bon"),
    when: ({ asked }) => appointment.test(asked),
    replies: "",
  },
  {
    heard: said(
      "(?:pas avant|attendre|apres) (?:la |le |les |l |debut |fin |mi )?(?:fin (?:des|du|de la) )?(?:{month}|vacances|fetes|inventaire|bilan*|saison|congres|salon|conges|ete|travaux)",
    ),
    when: ({ isService }) => !isService,
    replies: "call-back-2 not-priority-4",
  },
  {
    heard: said("(?:{month}|mois prochain|dans {num} (?:semaines|mois|jours))"),
    when: ({ said: text, isService }) => !isService && said("rappel* | recontact*").test(text),
    replies: "call-back-1 call-back-2",
  },
  {
    heard: time,
    unless: said(
      "en reunion | absent* | conge* | depuis | hier | dernier | la derniere fois | etait | j ai recu | toujours pas | pourquoi | combien | en retard | mail | trois fois | tous les | chaque | par jour | par semaine",
    ),
    when: ({ asked, said: text, isService, words }) =>
      !isService && words <= 25 && !sending.test(asked) && (appointment.test(asked) || meets.test(text)),
    replies: "call-back-3",
  },
];
