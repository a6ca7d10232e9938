import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Connection } from "mongoose";
import { endProcess } from "../../tools/child-process.ts";
import { freePort, listen } from "../../tools/network.ts";
import { median, percentile, type Row, row } from "../figures.ts";
import { createTally, type Tally } from "../load/people.ts";
import { startDatabase } from "../servers/database.ts";
import { startProduct } from "../servers/product.ts";
import { prepareAttack } from "./attack.ts";
import { foundFirms } from "./firms.ts";
import { type Kind, kinds, type Work, workHonestly } from "./honest-work.ts";

const honest = 9;
/** How many requests the attacker has under way at once, in turn. */
const attacks = [1, 8];
/** Between two slices, nothing is measured: what one has begun does not count for the other. */
const pauseMs = 700;
/** How long what was acknowledged may take to arrive. */
const arrivalMs = 30_000;
const leaseLookMs = 200;
const mailServer = fileURLToPath(new URL("../servers/mail-server.js", import.meta.url));

const arriving = ["webhook messages", "codes", "notices"] as const;

interface Slice {
  /** How many requests the attacker has under way. */
  attack?: number;
  times: Record<Kind, number[]>;
}

/** Times of the honest organizations' work, slice by slice. */
function createRecords() {
  const slices: Slice[] = [];
  const enter = (attack?: number) => {
    const times = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Slice["times"];
    slices.push({ times, ...(attack !== undefined && { attack }) });
  };
  enter();
  const current = () => slices.at(-1) as Slice;
  const tally: Tally = {
    ...createTally(),
    get times() {
      return current().times.requests;
    },
  };
  return {
    tally,
    current,
    /** Begins the next slice, with an attack or without one; what neither counts in is between two slices. */
    enter,
    count: (kind: Kind) => slices.reduce((sum, { times }) => sum + times[kind].length, 0),
    /** The median of the slices' p99, so that the few in which the machine was busiest do not decide. */
    p99(kind: Kind, attack: number): number {
      const some = slices.filter((slice) => slice.attack === attack && slice.times[kind].length > 0);
      return median(some.map(({ times }) => percentile(times[kind], 0.99)));
    },
  };
}

/** What was acknowledged and is to arrive. */
function createExpected(records: ReturnType<typeof createRecords>) {
  const expected = new Map<string, { kind: Kind; at: number; slice: Slice }>();
  const received = new Map<string, number>();
  return {
    expect: (kind: Kind, key: string) =>
      void expected.set(`${kind} ${key}`, { kind, at: Date.now(), slice: records.current() }),
    receive(kind: Kind, key: string, at = Date.now()) {
      if (!received.has(`${kind} ${key}`)) received.set(`${kind} ${key}`, at);
    },
    lost: (kind: Kind) =>
      [...expected].filter(([key, one]) => one.kind === kind && !received.has(key)).length,
    count: (kind: Kind) => [...expected.values()].filter((one) => one.kind === kind).length,
    measure() {
      for (const [key, { kind, at, slice }] of expected) {
        const arrivedAt = received.get(key);
        if (arrivedAt !== undefined) slice.times[kind].push(Math.max(0, arrivedAt - at));
      }
    },
  };
}

/** Receives the webhooks of all honest organizations. */
async function startReceiver(receive: (key: string) => void) {
  const server = createServer(async (req, res) => {
    const { type, data } = JSON.parse(Buffer.concat(await req.toArray()).toString());
    receive(`${type} ${data.callId ?? data.customerId}`);
    res.writeHead(204).end();
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  return {
    url,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Looks for calls whose lease has run out while they are active. */
function watchLeases(connection: Connection) {
  const lost = new Set<string>();
  const calls = connection.collection<{ _id: string }>("calls");
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const id of await calls.distinct("_id", { status: "active", leaseUntil: { $lt: new Date() } }))
        lost.add(id);
      await delay(leaseLookMs);
    }
    for (const id of await calls.distinct("_id", { reason: "server_restarted" })) lost.add(id);
  })();
  return async () => {
    isOver = true;
    await watching;
    return lost.size;
  };
}

interface Measured {
  url: string;
  connection: Connection;
  /** A file with a line for each mail that was delivered. */
  mailbox: string;
}

/** Lets the nine work, and the tenth attack in some slices. */
async function measure({ url, connection, mailbox }: Measured, rounds: number, sliceMs: number) {
  const records = createRecords();
  const arrivals = createExpected(records);
  const receiver = await startReceiver((key) => arrivals.receive("webhook messages", key));
  let over = false;
  let lostLines = 0;
  const work: Work = {
    url,
    connection,
    tally: records.tally,
    isOver: () => over,
    measured: (kind, ms) => void records.current().times[kind].push(ms),
    expect: arrivals.expect,
    lostLine() {
      lostLines += 1;
    },
  };
  const [attacker, ...firms] = await foundFirms(connection, honest + 1);
  if (attacker === undefined) throw new Error("No organization was founded.");
  const attack = await prepareAttack({ url, connection }, attacker);
  const starts = [];
  for (const firm of firms) starts.push(await workHonestly(work, firm, receiver.url));
  const leases = watchLeases(connection);
  const working = Promise.all(starts.map((start) => start()));
  // Their first calls have begun.
  await delay(sliceMs);
  const sent = { accepted: 0, refused: 0 };
  for (let round = 0; round < rounds; round++) {
    records.enter(0);
    await delay(sliceMs);
    for (const atOnce of attacks) {
      records.enter(atOnce);
      const { accepted, refused } = await attack.run(sliceMs, atOnce);
      sent.accepted += accepted;
      sent.refused += refused;
      records.enter();
      await attack.clear();
      await delay(pauseMs);
    }
  }
  over = true;
  await working;
  const isAllThere = () => {
    for (const line of readFileSync(mailbox, "utf8").split("\n").filter(Boolean)) {
      const { to, at } = JSON.parse(line);
      for (const kind of ["codes", "notices"] as const) arrivals.receive(kind, to, at);
    }
    return arriving.every((kind) => arrivals.lost(kind) === 0);
  };
  const limit = performance.now() + arrivalMs;
  while (!isAllThere() && performance.now() < limit) await delay(500);
  arrivals.measure();
  attack.close();
  receiver.close();
  return { records, arrivals, sent, lostLines, lostLeases: await leases() };
}

/**
 * Nine organizations at work, and one that does without pause what has cost others their time, in slices with it and
 * without it in turn, so that what else the machine does falls on both.
 */
export async function tenOrganizations({ rounds = 8, sliceMs = 7500 } = {}): Promise<Row[]> {
  const database = await startDatabase();
  const mailbox = path.join(database.dataDir, "mails.jsonl");
  writeFileSync(mailbox, "");
  const port = await freePort();
  const mail = spawn(process.execPath, [mailServer, String(port), mailbox], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, WEBHOOK_PRIVATE_ADDRESSES: "true" };
  const product = await startProduct({ database, env });
  try {
    const measured = { url: product.url, connection: database.connection, mailbox };
    return rowsOf(await measure(measured, rounds, sliceMs));
  } finally {
    await product.stop();
    await endProcess(mail, "SIGTERM", 5000);
    await database.stop();
  }
}

function rowsOf({ records, arrivals, sent, lostLines, lostLeases }: Awaited<ReturnType<typeof measure>>) {
  const { faults, busy } = records.tally;
  for (const fault of faults.slice(0, 5)) console.log(fault);
  const none = (name: string, value: number) => row(`the nine: ${name}`, value, "0");
  return [
    ...attacks.flatMap((atOnce) =>
      kinds.map((kind) =>
        row(
          `p99 of nine organizations, a tenth attacks with ${atOnce} at once, against none, ms: ${kind}`,
          records.p99(kind, atOnce),
          "≤ 1.5 times",
          records.p99(kind, 0),
          0,
        ),
      ),
    ),
    ...arriving.map((kind) => none(`lost of ${arrivals.count(kind)} ${kind}`, arrivals.lost(kind))),
    none(`lost of ${records.count("lines")} lines`, lostLines),
    none("calls that lost their lease", lostLeases),
    none("requests that failed, or found the server busy", faults.length + busy),
    row("the tenth: refused requests, of all", sent.refused, "", sent.accepted + sent.refused, 0),
  ];
}
