import { randomUUID } from "node:crypto";
import { limits } from "@souffleur/contracts";
import type { QueryFilter, UpdateQuery } from "mongoose";
import type { AuditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isWritten } from "../database/duplicate-keys.ts";
import { failuresMax, type StoredSecret, type WebhookDoc, type WebhookModel } from "./webhook-model.ts";

/** How long a deleted webhook is kept, for the relays of its events and mails. */
const deletedKeptMs = 60 * 60_000;

const longAgo = new Date(0);
/** Webhooks that would hold up those of others. */
const holdingUp = [{ failures: { $gte: failuresMax } }, { answerMs: { $gte: limits.webhookSlowMs } }];

/** Those among the due ones that a process may send to now: those that fail or answer slowly, or all others. */
export const sendable = (now: Date, isFailing: boolean) => ({
  [isFailing ? "$or" : "$nor"]: holdingUp,
  pausedUntil: { $not: { $gt: now } },
  switchedOffAt: null,
  deletedAt: null,
});

/** Makes writes that also queue an audit event. They answer null where no webhook fits. */
const changing =
  (model: WebhookModel, keys: Keyring) =>
  (filter: QueryFilter<WebhookDoc>, update: UpdateQuery<WebhookDoc>, audit: AuditEvent) =>
    model
      .findOneAndUpdate(
        filter,
        { ...update, $push: { ...update.$push, audit: sealEvent(keys, audit) } },
        { returnDocument: "after" },
      )
      .lean<WebhookDoc>();

/** What administrators read and change. */
function owning(model: WebhookModel, keys: Keyring) {
  const own = (organizationId: string, _id: string) => ({ _id, organizationId });
  const changed = changing(model, keys);
  return {
    /** The newest first. */
    listOf: (organizationId: string) =>
      model.find({ organizationId }).sort({ createdAt: -1, _id: 1 }).lean<WebhookDoc[]>(),
    find: (organizationId: string, id: string) => model.findOne(own(organizationId, id)).lean<WebhookDoc>(),

    /** False where the organization has as many as are possible. */
    async add(doc: Omit<WebhookDoc, "slot" | "audit">, audit: AuditEvent): Promise<boolean> {
      for (let slot = 0; slot < limits.webhooksMax; slot++)
        if (await isWritten(model.create({ ...doc, slot, audit: [sealEvent(keys, audit)] }))) return true;
      return false;
    },

    /** False where the organization has no such webhook. */
    async remove(organizationId: string, id: string, audit: AuditEvent): Promise<boolean> {
      const gone = {
        ...{ organizationId: "", slot: "", failingSince: "", pausedUntil: "" },
        ...{ dueAt: "", due: "", worker: "" },
      };
      const removed = await changed(
        own(organizationId, id),
        { $set: { deletedAt: audit.at, url: "", secrets: [], events: [] }, $unset: gone },
        audit,
      );
      return removed !== null;
    },

    /** Null where the secrets have been changed meanwhile, or there is no such webhook. */
    setSecrets: (before: WebhookDoc, secrets: readonly StoredSecret[], audit: AuditEvent) =>
      changed(
        { _id: before._id, deletedAt: null, "secrets.0.value": before.secrets[0]?.value ?? "" },
        { $set: { secrets } },
        audit,
      ),

    /** Null where it is on already. */
    switchOn: (organizationId: string, id: string, audit: AuditEvent) =>
      changed(
        { ...own(organizationId, id), switchedOffAt: { $exists: true } },
        {
          $set: { failures: 0, dueAt: audit.at, due: randomUUID() },
          $unset: { switchedOffAt: "", isGone: "", failingSince: "", pausedUntil: "" },
        },
        audit,
      ),
  };
}

/** Which webhooks get an event, and the turns in which their deliveries are sent. */
const sending = (model: WebhookModel) => ({
  /** The webhooks of some organizations that are on. */
  receiving: (organizationIds: readonly string[]) =>
    model
      .find(
        { organizationId: { $in: organizationIds }, switchedOffAt: null },
        { organizationId: 1, events: 1 },
      )
      .lean<Pick<WebhookDoc, "_id" | "organizationId" | "events">[]>(),

  /** Lets a process look for deliveries; `urgent` ones do not wait for a pause to end. */
  async markDue(ids: readonly string[], now: Date, urgent = false): Promise<void> {
    // The process that sends sees that `due` has changed; until then `dueAt` is its lease.
    const isLeased = { $and: [{ $gt: ["$worker", null] }, { $gt: ["$dueAt", now] }] };
    const sooner = { $min: ["$dueAt", { $max: [now, "$pausedUntil"] }] };
    await model.updateMany(
      { _id: { $in: ids }, deletedAt: null },
      [
        ...(urgent ? [{ $unset: "pausedUntil" }] : []),
        { $set: { due: randomUUID(), dueAt: { $cond: [isLeased, "$dueAt", sooner] } } },
      ],
      { updatePipeline: true },
    );
  },

  /** The value of `due`; undefined where the process no longer has the job, or the webhook is deleted. */
  async dueOf({ _id, worker = "" }: WebhookDoc): Promise<string | undefined> {
    const found = await model.findOne({ _id, worker, deletedAt: null }, { due: 1 }).lean<WebhookDoc>();
    return found === null ? undefined : (found.due ?? "");
  },
});

/** What the attempts say of a receiver. */
function judging(model: WebhookModel, keys: Keyring) {
  const changed = changing(model, keys);
  return {
    async recovered({ _id }: WebhookDoc): Promise<void> {
      await model.updateOne(
        { _id },
        { $set: { failures: 0 }, $unset: { failingSince: "", pausedUntil: "" } },
      );
    },

    /** @param pausedUntil nothing is sent before it */
    async failed(
      { _id }: WebhookDoc,
      now: Date,
      changed: Pick<WebhookDoc, "failures" | "pausedUntil">,
    ): Promise<void> {
      // Attempts at the same time fail in any order: what was counted last stays.
      await model.updateOne({ _id, deletedAt: null }, { $min: { failingSince: now }, $max: changed });
    },

    /**
     * Switches a webhook off, and queues a mail. False where it is not on.
     * @param failingSince only if it has failed since then; undefined where its receiver is gone
     */
    async switchOff(
      { _id }: WebhookDoc,
      failingSince: Date | undefined,
      given: { audit: AuditEvent; mail: WebhookDoc["outbox"][number] },
    ): Promise<boolean> {
      const off = await changed(
        {
          _id,
          switchedOffAt: null,
          deletedAt: null,
          ...(failingSince !== undefined && { failingSince: { $lte: failingSince } }),
        },
        {
          $set: { switchedOffAt: given.audit.at, ...(failingSince === undefined && { isGone: true }) },
          $push: { outbox: given.mail },
        },
        given.audit,
      );
      return off !== null;
    },
  };
}

/** The organizations' webhooks. Each change is one guarded write. */
export const createWebhookRecords = (model: WebhookModel, keys: Keyring) => ({
  ...owning(model, keys),
  ...sending(model),
  ...judging(model, keys),
  createIndexes: async () => void (await model.createIndexes()),

  deleted: () => model.find({ deletedAt: { $gt: longAgo } }, { _id: 1 }).lean<Pick<WebhookDoc, "_id">[]>(),

  async sweep(now: Date): Promise<void> {
    await model.updateMany(
      { "secrets.expiresAt": { $lte: now } },
      { $pull: { secrets: { expiresAt: { $lte: now } } } },
    );
    await model.deleteMany({
      deletedAt: { $lt: new Date(now.getTime() - deletedKeptMs) },
      "audit.0": { $exists: false },
    });
  },
});
export type WebhookRecords = ReturnType<typeof createWebhookRecords>;
