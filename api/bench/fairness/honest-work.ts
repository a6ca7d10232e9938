import { setTimeout as delay } from "node:timers/promises";
import { lineOf } from "@souffleur/contracts/realtime";
import type { Connection } from "mongoose";
import type { Socket } from "socket.io-client";
import { callModels } from "../../src/calls/records/call-model.ts";
import { timed } from "../figures.ts";
import { createPerson, type Tally } from "../load/people.ts";
import { type Firm, hireAgents } from "../servers/database.ts";
import { granted, signInPeople } from "./firms.ts";

/** Of mails those with a code, which somebody waits for, and notices. */
export const kinds = ["requests", "sign-ins", "lines", "webhook messages", "codes", "notices"] as const;
export type Kind = (typeof kinds)[number];

/** What honest people do, see and wait for. */
export interface Work {
  url: string;
  connection: Connection;
  tally: Tally;
  isOver(): boolean;
  measured(kind: Kind, ms: number): void;
  /** Something was acknowledged that is to arrive: a message about this, or a mail to this address. */
  expect(kind: "webhook messages" | "codes" | "notices", key: string): void;
  /** A stored line did not arrive. */
  lostLine(): void;
}

const callMs = 6000;
const officeMs = 5000;
/** How long a line that is stored may take to its agent's screen. */
const lineLimitMs = 10_000;
/** Who are given another role, each once: more mails to one person would wait. */
const colleagues = 60;
let customers = 0;

/** Waits for about so long: people who began at the same time do not go on in step. */
const about = (ms: number) => delay(ms * (0.5 + Math.random()));

/** An agent who signs in, calls, uses and stores customers, wraps up, and signs out. */
async function agent(work: Work, email: string): Promise<void> {
  const { url, tally, isOver, measured, expect } = work;
  while (!isOver()) {
    const me = createPerson(url, tally);
    measured("sign-ins", await timed(() => me.signIn(email)));
    const { data = {} } = await me.ask("POST", "/api/simulation/start", {});
    const { callId = "", sessionId = "" } = data;
    const socket = me.connect();
    const received = followLines(socket, sessionId, measured);
    for (let part = 0; part < 3 && !isOver(); part++) {
      await about(callMs / 3);
      await me.ask("POST", `/api/calls/${callId}/suggestions`);
      await me.ask("GET", "/api/customers?limit=20&q=moreau");
      const numbers = [`+33 6 ${String(10_000_000 + customers++)}`];
      const customer = await me.ask("POST", "/api/customers", {
        name: `Claire Moreau ${customers}`,
        numbers,
      });
      if (customer.ok) expect("webhook messages", `customer.changed ${customer.data?.id}`);
    }
    await me.ask("PUT", `/api/calls/${callId}/notes`, { notes: "Rappeler mardi." });
    const ended = await me.ask("POST", "/api/simulation/end", { callId, reason: "user_ended" });
    if (ended.ok) expect("webhook messages", `call.ended ${callId}`);
    const wrapped = await me.ask("PUT", `/api/calls/${callId}/outcome`, { outcome: "follow_up" });
    if (wrapped.ok) expect("webhook messages", `call.wrapped_up ${callId}`);
    await arrived(work, callId, received);
    socket.disconnect();
    await me.signOut();
  }
}

/** The ids of the lines that a screen receives. */
function followLines(socket: Socket, sessionId: string, measured: Work["measured"]): Set<string> {
  const received = new Set<string>();
  socket.on("connect", () =>
    socket.emit("join_call_session", { sessionId }, (answer?: { data?: { lines?: { id: string }[] } }) => {
      for (const { id } of answer?.data?.lines ?? []) received.add(id);
    }),
  );
  socket.on("live_transcription", (event) => {
    const line = lineOf(event);
    if (line === undefined || received.has(line.id)) return;
    received.add(line.id);
    measured("lines", Date.now() - Date.parse(line.timestamp));
  });
  return received;
}

async function arrived({ connection, lostLine }: Work, callId: string, received: Set<string>) {
  const stored = await callModels(connection).lines.distinct("_id", { callId });
  const missing = () => stored.filter((id) => !received.has(id));
  const limit = performance.now() + lineLimitMs;
  while (missing().length > 0 && performance.now() < limit) await delay(50);
  for (const _ of missing()) lostLine();
}

/** An administrator who reads the lists and changes roles, and visitors who register. */
async function office({ url, connection, tally, isOver, expect }: Work, firm: Firm): Promise<void> {
  const [email = ""] = await hireAgents(connection, 1, "admin", firm);
  const [admin, visitor] = [createPerson(url, tally), createPerson(url, tally)];
  await admin.signIn(email);
  const hired = await hireAgents(connection, colleagues, "agent", firm);
  const users = connection.collection<{ _id: string }>("users");
  while (!isOver()) {
    await about(officeMs / 3);
    await admin.ask("GET", "/api/auth/admin/users/stats");
    await admin.ask("GET", "/api/calls?limit=20");
    const to = hired.pop();
    const user = await users.findOne({ email: to });
    if (to !== undefined && user !== null) {
      const changed = await admin.ask("PUT", `/api/auth/admin/users/${user._id}/role`, { role: "analyst" });
      if (changed.ok) expect("notices", to);
    }
    await about(officeMs / 3);
    const registered = await visitor.register(firm.domain);
    if (registered !== undefined) expect("codes", registered);
    await about(officeMs / 3);
  }
}

const agents = 2;

/** Opens an organization with a webhook, and lets its people work until it is over. */
export async function workHonestly(
  work: Work,
  firm: Firm,
  receiver: string,
): Promise<() => Promise<unknown>> {
  const [boss] = await signInPeople(work, firm, 1, "admin");
  const events = ["call.ended", "call.wrapped_up", "customer.changed"];
  await granted(work.url, boss?.token ?? "", { path: "/api/webhooks", body: { url: receiver, events } });
  const emails = await hireAgents(work.connection, agents, "agent", firm);
  const tasks = [() => office(work, firm), ...emails.map((email) => () => agent(work, email))];
  return () => Promise.all(tasks.map((task) => delay(Math.random() * callMs).then(task)));
}
