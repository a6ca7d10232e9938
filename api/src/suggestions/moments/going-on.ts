import { said } from "./french.ts";
import type { Moment } from "./moment.ts";
import type { Situation } from "./situation.ts";

const question = said(
  "combien | comment | pourquoi | est ce que | qu est ce | quand | quel* | c est quoi | ou est | a quoi | vous (?:avez|etes|faites|pouvez|garantissez) | et si | ca veut dire | ou pas",
);
/** A statement of some length, which the agent's words before give their subject. */
const tells = ({ said: text, words }: Moment) => words >= 5 && !question.test(text);
const technicalTalk = said(
  "api | saml | sip | sso | navigateur | annuaire | connecteur | serveur* | reseau | integration | installer | version | systeme*",
);

/** What follows from what the agent has said or asked, where the client's words alone do not tell. */
export const goingOn: readonly Situation[] = [
  {
    after: said("(?:qui|vous) … (?:decide|signe|valide|tranche) | qui d autre | seul* a decider"),
    when: tells,
    replies: "authority-2 authority-1",
  },
  {
    after: said(
      "(?:retient|inquiete|bloque|gene|hesit*|freine|manque t il|en pensez vous|convaincre|rassurer*)",
    ),
    when: tells,
    replies: "doubt-2 doubt-5",
  },
  {
    heard: said(
      "perd* | probleme* | difficulte* | galere* | folie | debord* | oubli* | trompe* | rate* | a la main | papier* | cahier* | pas a l aise | trop de temps | enorme | pas assez | objection* | erreurs | mal (?:rempli*|fait*) | chacun | une heure par | vient quand il veut | detest*",
    ),
    replies: "need-1 need-6 need-2 generic-2",
  },
  {
    when: ({ client, agent, isSoftware, words }) =>
      isSoftware && words >= 5 && technicalTalk.test(client) && technicalTalk.test(agent),
    replies: "technical-5 technical-4",
  },
];
