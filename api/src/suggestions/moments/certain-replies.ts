import { builtInContent } from "../matching/built-in-playbook.ts";
import type { CompiledEntry, CompiledPlaybook, CompiledReply } from "../matching/compile-playbook.ts";
import { type Content, contentOf, isSaid } from "../matching/content-words.ts";
import type { SpokenLine } from "../matching/slots.ts";
import { leastWeight } from "./features.ts";
import { said, spoken } from "./french.ts";
import { type Moment, readMoment } from "./moment.ts";
import { answersTo } from "./recognize.ts";

/** Words of replies that sell, which have no place in a complaint. */
export const sells = said(`
  demonstration | essai | essayer | essayons | offre* | tarif* | engagement | remise | formule | contrat | demarr* | investissement | commande | abonnement | gain`);
/** Words of replies that are true of a software with seats alone. */
const ofSoftware = said(`
  poste* | appels | demonstration | navigateur | connecteur | acces | essai | transcription | prise en main | formation
  | sessions | telephonie | ingenieur | integration | groupe pilote | outil | equipe* | logiciel | service informatique
  | journee type | informations | saisi*`);

/** What a reply says, of which a call's agent may have said most. */
const contents = new WeakMap<CompiledReply, Content>();
function contentOfReply(reply: CompiledReply): Content {
  const content = contents.get(reply) ?? contentOf(reply.first.text.replace(/\{\w+\}/gu, ""));
  contents.set(reply, content);
  return content;
}
/** So many of the agent's last lines are compared with a reply. */
const linesCompared = 10;

const builtInTexts = new Map(
  builtInContent.entries.flatMap(({ replies }) => replies.map(({ id, text }) => [id, text])),
);
/** Whether a reply is one of the built-in playbook, as it is there: only of those the situations know what they say. */
const isBuiltIn = ({ id, first }: CompiledReply) => builtInTexts.get(id) === first.text;

export interface CertainReply {
  reply: CompiledReply;
  entry: CompiledEntry;
}

/** What an organization has written itself answers a turn in which the client uses its entry's phrases. */
function ownReplies({ heard, kind }: Moment): CertainReply[] {
  return [...heard]
    .filter(([, weight]) => weight >= leastWeight)
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([entry]) =>
      entry.replies
        .filter((reply) => !isBuiltIn(reply) && !(kind === "service" && sells.test(spoken(reply.first.text))))
        .map((reply) => ({ reply, entry })),
    );
}

/** The built-in replies of a playbook by their ids. */
const known = new WeakMap<CompiledPlaybook, ReadonlyMap<string, CertainReply>>();
function builtInOf(playbook: CompiledPlaybook): ReadonlyMap<string, CertainReply> {
  const found =
    known.get(playbook) ??
    new Map(
      playbook.entries.flatMap((entry) =>
        entry.replies.filter(isBuiltIn).map((reply) => [reply.id, { reply, entry }] as const),
      ),
    );
  known.set(playbook, found);
  return found;
}

function builtInReplies(playbook: CompiledPlaybook, moment: Moment): CertainReply[] {
  const replies = builtInOf(playbook);
  return answersTo(moment).flatMap((id) => {
    const found = replies.get(id);
    if (found === undefined) return [];
    return moment.isSoftware || !ofSoftware.test(spoken(found.reply.first.text)) ? [found] : [];
  });
}

/**
 * The replies which answer what the client says now, the best first, without those that the agent has said. Where no
 * situation is recognized there is none: rather silence than what does not fit.
 */
export function certainReplies(
  playbook: CompiledPlaybook,
  lines: readonly SpokenLine[],
): readonly CertainReply[] {
  const moment = readMoment(playbook, lines);
  if (moment === undefined) return [];
  const fitting = [...ownReplies(moment), ...builtInReplies(playbook, moment)];
  if (fitting.length === 0) return [];
  const agent = lines
    .filter(({ sender }) => sender === "agent")
    .slice(-linesCompared)
    .map(({ text }) => contentOf(text));
  return fitting.filter(({ reply }) => !agent.some((line) => isSaid(contentOfReply(reply), [line])));
}
