import { randomUUID } from "node:crypto";
import { playbookLimits } from "@souffleur/contracts/playbook";
import type { Connection } from "mongoose";
import { newCall } from "../../src/calls/new-call.ts";
import { type CallDoc, callModels } from "../../src/calls/records/call-model.ts";
import { contentOf } from "../../src/customers/customer-content.ts";
import { customerModel } from "../../src/customers/customer-model.ts";
import { insertQuickly } from "../servers/database.ts";

/** How much an organization has. */
export const stored = { customers: 500, calls: 2000, linesOfCall: 3000, suggestionsOfCall: 1000 };
const { customers, calls, linesOfCall, suggestionsOfCall } = stored;
/** A request that is repeated asks for another one: what was computed of a call is kept. */
const longCalls = 3;

export interface Owner {
  organizationId: string;
  agentId: string;
}

export type LargestData = Awaited<ReturnType<typeof storeLargest>>;

/** Numbers that no plan has take the longest. */
export const slowNumber = (index: number) => `+1 555 ${String(1_000_000 + index)}`;

/** A playbook with as many entries, phrases and replies as one may have. */
export function largestPlaybook() {
  const { entries, phrasesInAll, repliesInAll } = playbookLimits;
  return Array.from({ length: entries }, (_, index) => ({
    id: `entry-${index}`,
    intent: `Intent ${index}`,
    group: "objections",
    phrases: Array.from({ length: phrasesInAll / entries }, (__, at) => ({
      text: at === 0 && index % 20 === 0 ? "le prix" : `coût ${index} de la remise ${at}`,
      strength: "normal",
    })),
    not: [],
    replies: Array.from({ length: repliesInAll / entries }, (__, at) => ({
      id: `reply-${index}-${at}`,
      category: "response",
      text: "Pour {product}, {users} et {amount}, {client} peut commencer {date} à la place de {competitor} ?",
    })),
  }));
}

/** Stores much in an organization: customers with many numbers, many callers, and calls with thousands of lines. */
export async function storeLargest(connection: Connection, { organizationId, agentId }: Owner) {
  const models = callModels(connection);
  const now = new Date();
  const call = (clientName: string, over: Partial<CallDoc> = {}): CallDoc => ({
    ...newCall({
      organizationId,
      agentId,
      agentName: "Camille",
      customer: { name: clientName, number: slowNumber(customers * 10) },
      source: "telephony",
      owner: "nobody",
    }),
    leaseUntil: new Date(now.getTime() + 24 * 3_600_000),
    ...over,
  });
  const ended = { status: "ended", endedAt: now, durationSeconds: 60 } as const;
  const running = call("Claire Moreau", { seq: linesOfCall });
  const long = Array.from({ length: longCalls }, () => {
    // Nothing is computed of them before a request does.
    const { wordsDue: _, ...unread } = call("Claire Moreau", { ...ended, seq: linesOfCall });
    return unread;
  });
  await insertQuickly(models.calls.collection, [
    running,
    ...long,
    ...Array.from({ length: calls }, (_, index) =>
      call(`Client ${index}`, { ...ended, clientNumber: slowNumber(index) }),
    ),
  ]);
  for (const { _id: callId, sessionId } of [running, ...long]) {
    await insertQuickly(
      models.lines.collection,
      Array.from({ length: linesOfCall }, (_, index) => ({
        _id: randomUUID(),
        callId,
        sessionId,
        seq: index + 1,
        sender: index % 2 === 0 ? "agent" : "client",
        text: `Nous utilisons le logiciel chez Salesforce, pour 20 personnes, le prix est de ${index} euros ?`,
        timestamp: new Date(now.getTime() + index * 1000),
        confidence: 0.9,
        isTranscription: true,
      })),
    );
    await insertQuickly(
      models.suggestions.collection,
      Array.from({ length: suggestionsOfCall }, (_, index) => ({
        _id: randomUUID(),
        callId,
        seq: index * 5,
        text: `Pour ${index} personnes, un groupe pilote suffit.`,
        confidence: 0.9,
        category: "response",
        provider: "playbook",
        timestamp: now,
        organizationId,
        agentId,
        startedAt: now,
        replyId: `reply-${index}-0`,
        entryId: `entry-${index}`,
        said: false,
      })),
    );
  }
  await insertQuickly(
    customerModel(connection).collection,
    Array.from({ length: customers }, (_, index) => ({
      _id: randomUUID(),
      organizationId,
      ...contentOf({
        name: `Client ${index}`,
        numbers: Array.from({ length: 10 }, (__, at) => slowNumber(index * 10 + at)),
        emails: [],
        tags: [],
        notes: "",
      }),
      ownerId: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
      activeAt: now,
      audit: [],
    })),
  );
  return { running: running._id, ended: long.map(({ _id }) => _id) };
}
