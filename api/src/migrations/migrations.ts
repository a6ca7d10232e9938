import type { Connection, mongo } from "mongoose";
import { keyRows } from "../audit/key-rows.ts";
import { collectFoundBy } from "../auth/accounts/found-by.ts";
import { domainOf, organizationKey } from "../auth/accounts/organizations.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isWritten } from "../database/duplicate-keys.ts";
import { collectAllAgain, inSteps } from "./calls-in-steps.ts";
import { collectActivity } from "./customer-activity.ts";
import { collectNamesakeKeys } from "./customer-namesakes.ts";
import { collectCustomersAgain } from "./customers-in-steps.ts";
import { dropIndex } from "./drop-index.ts";
import { leavePracticeOut, markPractice } from "./mark-practice.ts";
import { sealWaiting } from "./seal-waiting.ts";
import { clearCalls, clearCustomers } from "./withheld-numbers.ts";

/** What a migration may need beside the database. */
interface MigrationContext {
  connection: Connection;
  keys: Keyring;
}

/** A change of the stored data. Numbers are never reused, and a released migration is never changed. */
export interface Migration {
  number: number;
  /** Its description, for the log and the record. */
  name: string;
  /** Runs on a new database too: it changes more than stored data. All others are only recorded there. */
  preparesNew?: true;
  /** Must be repeatable after a complete or a killed run. Processes of the previous version may be serving. */
  up(db: mongo.Db, context: MigrationContext): Promise<void>;
}

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: "drop the index of all calls' leases, in whose place one of the active calls came",
    up: (db) => dropIndex(db, "calls", "status_1_leaseUntil_1"),
  },
  {
    number: 2,
    name: "give the audit log's rows MACs, and take none without",
    // The database refuses rows without a MAC, which a process of an earlier version may try to add.
    preparesNew: true,
    up: (db, { connection, keys }) => keyRows(db, connection, keys),
  },
  {
    number: 3,
    name: "give each unverified account its registration as the first of several",
    async up(db) {
      // Codes of older verifications have expired.
      const yesterday = new Date(clock.ms() - 24 * 60 * 60_000);
      await db
        .collection("users")
        .updateMany({ status: "pending_verification", forms: { $exists: false } }, [
          { $set: { forms: [onlyForm] } },
          { $unset: ["link"] },
        ]);
      await db
        .collection("verifications")
        .updateMany({ createdAt: { $gt: yesterday }, userId: { $ne: null }, formId: { $exists: false } }, [
          { $set: { formId: "$userId", sole: true } },
        ]);
      await dropIndex(db, "verifications", "expiresAt_1");
    },
  },
  {
    number: 4,
    name: "tell of people who wait in digests: what is queued for single ones is ordered again",
    async up(db) {
      await db.collection("users").updateMany(
        // The index finds the few documents that hold a mail.
        { "outbox.dueAt": { $gt: new Date(0) }, "outbox.kind": "person-waiting" },
        { $set: { "outbox.$[single].kind": "approval-wanted" } },
        { arrayFilters: [{ "single.kind": "person-waiting" }] },
      );
    },
  },
  {
    number: 5,
    name: "seal the audit events that wait to be relayed",
    up: (db, { keys }) => sealWaiting(db, keys),
  },
  {
    number: 6,
    name: "give ended calls their length, by which they can be found",
    up: (db) =>
      inSteps(db, (calls, step) =>
        calls.updateMany({ ...step, endedAt: { $exists: true }, durationSeconds: { $exists: false } }, [
          {
            $set: { durationSeconds: { $toInt: { $floor: { $add: [{ $divide: [lengthMs, 1000] }, 0.5] } } } },
          },
        ]),
      ),
  },
  {
    number: 7,
    name: "have the words of ended calls collected, by which they can be found",
    up: (db) =>
      inSteps(db, (calls, step) =>
        calls.updateMany(
          { ...step, status: "ended", words: { $exists: false }, wordsDue: { $exists: false } },
          { $set: { wordsDue: "stored" } },
        ),
      ),
  },
  {
    number: 8,
    name: "leave organizations two weeks to set how long their calls are kept, before older ones are deleted",
    async up(db) {
      const startsAt = new Date(clock.ms() + 14 * 24 * 60 * 60_000);
      const calls = db.collection("calls");
      for (let last = ""; ; ) {
        const next = await calls.findOne(
          { organizationId: { $gt: last } },
          { projection: { organizationId: 1 }, sort: { organizationId: 1 } },
        );
        if (next === null) return;
        last = next.organizationId;
        await db
          .collection<{ _id: string }>("retentions")
          .updateOne({ _id: last }, { $setOnInsert: { startsAt, audit: [] } }, { upsert: true });
      }
    },
  },
  {
    number: 9,
    name: "give organizations the e-mail domains of their founders, by which similar ones are found",
    async up(db) {
      const users = db.collection<{ _id: string; email: string }>("users");
      const organizations = db.collection<{ _id: string; founderId: string }>("organizations");
      const old = organizations.find({ _id: { $gt: "" }, domains: { $exists: false } });
      for await (const { _id, founderId } of old) {
        const founder = await users.findOne({ _id: founderId }, { projection: { email: 1 } });
        if (founder !== null)
          await organizations.updateOne({ _id }, { $addToSet: { domains: domainOf(founder.email) } });
      }
    },
  },
  {
    number: 10,
    name: "have the replies of ended calls measured, and those of the built-in playbook known by their ids",
    up: (db) =>
      inSteps(db, async (calls, step) => {
        await db
          .collection<{ _id: string }>("call_suggestions")
          .updateMany(
            { callId: step._id, provider: "playbook", replyId: { $exists: false }, _id: builtInReply },
            [
              { $set: { replyId: { $last: { $split: ["$_id", ":"] } } } },
              { $set: { entryId: { $first: { $getField: { field: "captures", input: entryOfReply } } } } },
            ],
          );
        const since = new Date(clock.ms() - 90 * 24 * 60 * 60_000);
        await calls.updateMany(
          {
            ...step,
            status: "ended",
            startedAt: { $gte: since },
            erasedAt: null,
            wordsDue: { $exists: false },
          },
          { $set: { wordsDue: "stored" } },
        );
      }),
  },
  {
    number: 11,
    name: "drop the index of all waiting whispers, in whose place one by agent came",
    up: (db) => dropIndex(db, "suggestions", "pending_whispers"),
  },
  {
    number: 12,
    name: "drop the index of all waiting whispers again: number 11 named a collection that does not exist",
    up: (db) => dropIndex(db, "call_suggestions", "pending_whispers"),
  },
  {
    number: 13,
    name: "have organizations known by names in which all hyphens and all apostrophes are one",
    async up(db) {
      const organizations = db.collection<{ _id: string; name: string; key: string }>("organizations");
      for await (const { _id, name, key } of organizations.find(
        { _id: { $gt: "" } },
        { projection: { name: 1, key: 1 } },
      )) {
        const current = organizationKey(name);
        // Of two that are now one name, the second keeps its people; new ones join the first.
        if (current !== key) await isWritten(organizations.updateOne({ _id }, { $set: { key: current } }));
      }
    },
  },
  {
    number: 14,
    name: "have the words of ended calls collected again, with the values of their numbers",
    up: collectAllAgain,
  },
  {
    number: 15,
    name: "have the words of ended calls collected again, folded as all texts, with telephone numbers in each spelling",
    up: collectAllAgain,
  },
  {
    number: 16,
    name: "give accounts the folded texts by which people are found, in place of the indexes of their names",
    async up(db) {
      await collectFoundBy(db.collection("users"));
      for (const field of ["firstName", "lastName", "email"])
        await dropIndex(db, "users", `${field}_1_organizationId_1`);
    },
  },
  {
    number: 17,
    name: "drop the index of all calls' customers, in whose place one with their ids comes",
    up: (db) => dropIndex(db, "calls", "organizationId_1_clientName_1_clientNumber_1"),
  },
  {
    number: 18,
    name: "open the next steps of calls, which can be done from now on",
    up: (db) =>
      inSteps(db, (calls, step) =>
        calls.updateMany({ ...step, erasedAt: null, openStep: { $exists: false }, $or: withStep }, [
          { $set: { openStep: { $ifNull: ["$nextStepAt", "9999-12-31"] } } },
        ]),
      ),
  },
  {
    number: 19,
    name: "give customers the time of what last happened with them, after which they may be kept",
    up: collectActivity,
  },
  {
    number: 20,
    name: "give customers their folded names with their companies, by which an import knows them again",
    up: collectNamesakeKeys,
  },
  {
    number: 21,
    name: "note the time from which the body of an event for several webhooks may be stored once, which earlier versions do not find",
    // The record is what is needed (`webhooks/body-sharing.ts`).
    up: async () => {},
  },
  {
    number: 22,
    name: "take what stands for a hidden number from calls and customers, and have accented domains of addresses found as they are written",
    async up(db) {
      await clearCalls(db);
      await clearCustomers(db);
      await collectFoundBy(db.collection("users"), { email: /[@.]xn--/ });
    },
  },
  {
    number: 23,
    name: "remove the index of the figures without currencies, which another replaces",
    up: (db) =>
      dropIndex(db, "calls", "organizationId_1_startedAt_-1_durationSeconds_1_outcome_1_amount_1_agentId_1"),
  },
  {
    number: 24,
    name: "have the words of customers collected again, with the beginnings of their names",
    up: collectCustomersAgain,
  },
  {
    number: 25,
    name: "mark practice calls, which are no business, and remove the index of the figures without that mark",
    up: markPractice,
  },
  {
    number: 26,
    name: "take the replies of practice calls out of the playbook's figures",
    up: leavePracticeOut,
  },
];

/** A suggestion's id consists of its call's id and its reply's, which is its entry's id with a number. */
const builtInReply = /:[a-z-]+-\d+$/;
const entryOfReply = { $regexFind: { input: "$_id", regex: /:([a-z-]+)-\d+$/ } };

const withStep = [{ nextStep: { $exists: true } }, { nextStepAt: { $exists: true } }];
const lengthMs = { $max: [0, { $subtract: ["$endedAt", "$startedAt"] }] };

/** Its id is the account's, which current verifications refer to. */
const onlyForm = {
  id: "$_id",
  passwordHash: "$passwordHash",
  source: "",
  createdAt: "$createdAt",
  details: {
    firstName: "$firstName",
    lastName: "$lastName",
    phone: "$phone",
    organizationId: "$organizationId",
    organizationName: "$organizationName",
    industryType: "$industryType",
  },
  link: "$link",
};
