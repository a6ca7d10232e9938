import { randomUUID } from "node:crypto";
import {
  addLineNote,
  answerLineNote,
  type CoachingNote,
  closeLineNote,
  coachingLimits,
  listCoaching,
  listLineNotes,
  tellCoaching,
} from "@souffleur/contracts/coaching";
import type { Auth } from "../auth/auth.ts";
import { requireAgent, requireCoach, requireView } from "../calls/access.ts";
import { toCustomerDto } from "../calls/call-customer.ts";
import type { CallsForDesk } from "../calls/calls.ts";
import { toNoteDto } from "../calls/coaching/note-dto.ts";
import { maskSecrets } from "../calls/masking/masking.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import { type Caller, nameOf } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";

interface NoteRoutesDeps {
  mount: Mount;
  calls: Pick<CallsForDesk, "find" | "read" | "notes">;
  people: Pick<Auth["people"], "rightsOf">;
}

/** The routes for supervisors' notes on lines, and for their agents' list. */
export function mountNotes({ mount, calls, people }: NoteRoutesDeps): void {
  const { notes } = calls;

  mount(addLineNote, async ({ params, body: { seq, text, id = randomUUID() }, caller }) => {
    const call = requireCoach(await calls.find(params.callId), caller);
    const { _id: callId, agentId, agentName } = call;
    const { organizationId } = caller;
    const agent = await people.rightsOf(agentId);
    if (agent?.organizationId !== organizationId)
      throw appError("INVALID_TRANSITION", {
        text: "{name} has no active account any more, and would not get the note.",
        values: { name: agentName },
      });
    if (!(await notes.hasLine(callId, seq)))
      throw appError("VALIDATION_ERROR", {
        text: "This call has no line {seq}.",
        values: { seq },
        field: "seq",
      });
    const known = await notes.find(callId, id);
    if (known === null && (await notes.count(callId)) >= coachingLimits.notesMax)
      throw appError("INVALID_TRANSITION", {
        text: "This call has {most} notes already, which is the most.",
        values: { most: coachingLimits.notesMax },
      });
    if (known === null) await notes.capacity.take(organizationId);
    const author = { userId: caller.userId, name: nameOf(caller) };
    const note = { _id: id, callId, seq, organizationId, agentId, author, text: maskSecrets(text) };
    const stored = await notes.add(note);
    if (stored === null) throw notFound();
    if (stored.callId !== callId || stored.seq !== seq || stored.author.userId !== caller.userId)
      throw appError("INVALID_TRANSITION", { text: "This id is taken. Send the note with another one." });
    return { data: toNoteDto(stored) };
  });

  mount(listLineNotes, async ({ params, caller }) => {
    const { _id } = await calls.read(params.callId, caller);
    return { data: { notes: (await notes.of(_id)).map(toNoteDto) } };
  });

  mount(answerLineNote, async ({ params, body: { text }, caller }) => {
    const { _id } = requireAgent(await calls.find(params.callId), caller);
    const answered = await notes.answer(_id, params.noteId, maskSecrets(text));
    if (answered !== null) return { data: toNoteDto(answered) };
    if ((await notes.find(_id, params.noteId)) === null) throw notFound();
    throw appError("INVALID_TRANSITION", { text: "This note was closed. It can no longer be answered." });
  });

  mount(closeLineNote, async ({ params, caller }) => {
    const call = requireView(await calls.find(params.callId), caller);
    const { _id } = call.agentId === caller.userId ? call : requireCoach(call, caller);
    const closed = await notes.close(_id, params.noteId);
    if (closed === null) throw notFound();
    return { data: toNoteDto(closed) };
  });

  mount(listCoaching, async ({ caller }) => {
    const agent = agentOf(caller);
    if (agent === undefined) return { data: { notes: [], count: 0 } };
    const [open, count] = await Promise.all([notes.openOf(agent), notes.countOpen(agent)]);
    const list = open.map(({ note, call, line }): CoachingNote => {
      const { startedAt, status } = call;
      return {
        ...toNoteDto(note),
        line: { sender: line.sender, text: line.text },
        call: { ...toCustomerDto(call), startedAt: startedAt.toISOString(), status },
      };
    });
    return { data: { notes: list, count } };
  });

  mount(tellCoaching, async ({ caller }) => {
    const agent = agentOf(caller);
    const hasNotes = agent !== undefined && (await notes.countOpen(agent)) > 0;
    return { data: { tell: hasNotes && (await notes.claimTelling(caller.userId, clock.now())) } };
  });
}

const notFound = () => appError("NOT_FOUND", { text: "This note was not found." });

/** Platform administrators have no supervisors. */
function agentOf({ userId: agentId, organizationId }: Caller) {
  return organizationId === null ? undefined : { agentId, organizationId };
}
