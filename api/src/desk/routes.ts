import { randomUUID } from "node:crypto";
import { limits } from "@souffleur/contracts";
import {
  askForHelp,
  listHelp,
  listReplies,
  listWhispers,
  readPresence,
  savePresence,
  sendWhisper,
  takeHelp,
  withdrawHelp,
} from "@souffleur/contracts/desk";
import type { z } from "zod";
import {
  requireAgent,
  requireCoach,
  requireRunning,
  requireSpeaker,
  requireWatcher,
} from "../calls/access.ts";
import type { CallDoc, CallsForDesk } from "../calls/calls.ts";
import { toHelpDto } from "../calls/records/call-dto.ts";
import { appError } from "../http/errors.ts";
import { nameOf } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import type { PublishedPlaybooks } from "../playbook/published-playbooks.ts";
import { createSlices } from "../slices.ts";
import { fill } from "../suggestions/matching/compile-playbook.ts";
import { readSlots } from "../suggestions/matching/slots.ts";
import { rankEntries } from "../suggestions/rank-replies.ts";
import { lastWordsOf } from "./last-sentence.ts";
import type { Presences } from "./presence.ts";
import type { Whispers } from "./whispers.ts";

/** The requests for help that are sent with the client's words, and in how many lines these are looked for. */
const withWordsMax = 20;
const linesOfWords = 20;

interface DeskRoutesDeps {
  mount: Mount;
  calls: CallsForDesk;
  whispers: Whispers;
  presences: Presences;
  playbooks: PublishedPlaybooks;
}

export function mountDesk({ mount, calls, whispers, presences, playbooks }: DeskRoutesDeps): void {
  mount(sendWhisper, async ({ by: { caller, source }, params, body: { text, id = randomUUID() } }) => {
    const call = requireRunning(requireCoach(await calls.find(params.callId), caller));
    return { data: await whispers.send(call, caller, { id, text, source }) };
  });

  mount(listWhispers, async ({ params, caller }) => {
    const call = requireWatcher(await calls.read(params.callId, caller), caller);
    const [sent, standing] = await Promise.all([
      whispers.of(call, caller),
      calls.onPrompter(call._id, limits.suggestionsKept),
    ]);
    const prompter = standing.map(({ _id: id, text, category, place }) => ({
      id,
      text,
      category,
      ...(place !== undefined && { place }),
    }));
    return { data: { whispers: sent, prompter } };
  });

  mount(listReplies, async ({ params, caller }) => {
    const call = requireCoach(await calls.read(params.callId, caller), caller);
    const [{ playbook }, lines] = await Promise.all([
      playbooks.guidanceOf(caller.organizationId),
      calls.readLines.after(caller, call._id, 0),
    ]);
    const spoken = lines.map(({ _id: messageId, sender, text }) => ({ messageId, sender, text }));
    const slots = readSlots(lines);
    const mentioned = new Set(rankEntries(playbook, spoken).map(({ entry }) => entry));
    const replies: z.output<typeof listReplies.data>["replies"] = [];
    const pause = createSlices();
    // Once each, those that the conversation mentions first.
    for (const entry of new Set([...mentioned, ...playbook.entries])) {
      for (const { id, first } of entry.replies) {
        const text = fill(first, slots);
        if (text === undefined) continue;
        replies.push({ id, intent: entry.intent, text, ...(mentioned.has(entry) && { mentioned: true }) });
      }
      await pause();
    }
    return { data: { replies } };
  });

  mount(askForHelp, async ({ params, caller }) => {
    const { _id } = requireSpeaker(await calls.find(params.callId), caller);
    const asked = await calls.askForHelp(_id);
    if (asked === null) throw appError("INVALID_TRANSITION", { text: "This call has ended." });
    // Also where it is repeated: a process may have died before it announced the change.
    calls.announceHelp(asked);
    return { data: { help: helpOf(asked) } };
  });

  mount(withdrawHelp, async ({ params, caller }) => {
    const { _id } = requireAgent(await calls.find(params.callId), caller);
    const withdrawn = await calls.withdrawHelp(_id);
    // Also where it is repeated: a process may have died before it announced the change.
    if (withdrawn) calls.announceHelp(withdrawn);
    return {};
  });

  mount(takeHelp, async ({ params, caller }) => {
    const call = requireRunning(requireCoach(await calls.find(params.callId), caller));
    const taken = await calls.takeHelp(call._id, { userId: caller.userId, name: nameOf(caller) });
    if (taken === null) {
      const now = await calls.find(call._id);
      const first = now?.help?.takenBy?.name;
      throw appError(
        "INVALID_TRANSITION",
        first === undefined
          ? { text: "The agent no longer needs help." }
          : { text: "{name} is already on the way.", values: { name: first } },
      );
    }
    calls.announceHelp(taken);
    return { data: { help: helpOf(taken) } };
  });

  mount(listHelp, async ({ caller }) => {
    const asked = await calls.helpAsked(caller.organizationId);
    const withWords = asked.slice(0, withWordsMax).map(async (call) => {
      const words = lastWordsOf("client", await calls.lastLines(call._id, linesOfWords));
      return { ...toHelpDto(call), ...(words !== undefined && { words }) };
    });
    return {
      data: { requests: [...(await Promise.all(withWords)), ...asked.slice(withWordsMax).map(toHelpDto)] },
    };
  });

  mount(readPresence, async ({ caller }) => ({ data: { away: await presences.isAway(caller.userId) } }));

  mount(savePresence, async ({ body: { away }, caller }) => {
    await presences.setAway(caller.userId, caller.organizationId, away);
    return { data: { away } };
  });
}

function helpOf(call: CallDoc) {
  const { help } = toHelpDto(call);
  if (help === undefined) throw appError("INVALID_TRANSITION", { text: "This call has ended." });
  return help;
}
