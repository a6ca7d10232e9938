import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Line, Role } from "@souffleur/contracts";
import {
  type JoinAnswer,
  type JoinCallSession,
  lineOf,
  type TranscriptionEvent,
} from "@souffleur/contracts/realtime";
import express from "express";
import type { Connection } from "mongoose";
import type { DefaultEventsMap } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { createAudit } from "../src/audit/audit.ts";
import { organizationIdOf } from "../src/auth/accounts/organizations.ts";
import { createCalls } from "../src/calls/calls.ts";
import { newCall } from "../src/calls/new-call.ts";
import { type CallDoc, callModels } from "../src/calls/records/call-model.ts";
import type { PublishedEntry } from "../src/calls/records/measured-replies.ts";
import { readConfig } from "../src/config.ts";
import { createKeyring } from "../src/crypto/keyring.ts";
import { createDesk } from "../src/desk/desk.ts";
import { appError, errorHandler, notFound } from "../src/http/errors.ts";
import { type Authenticate, callerOf as bearerOf, type Caller } from "../src/http/guard.ts";
import { createLogger } from "../src/http/logger.ts";
import { createMetrics } from "../src/http/metrics.ts";
import { createMount } from "../src/http/mount.ts";
import { mountReplyFigures } from "../src/playbook/reply-figures-routes.ts";
import type { ConnectionCaps } from "../src/realtime/connection-limits.ts";
import { createRealtime } from "../src/realtime/realtime.ts";
import { builtInPlaybook } from "../src/suggestions/matching/built-in-playbook.ts";
import type { Guidance } from "../src/suggestions/suggestions.ts";
import { createTelephony } from "../src/telephony/telephony.ts";
import { createRecognizer } from "../src/transcription/create-recognizer.ts";
import { connected } from "./connect-socket.ts";
import { type Answer, createRequest } from "./request.ts";

export type { Answer };

/** A caller: id, role and organization. */
export interface Person {
  id: string;
  role: Role;
  organization: string | null;
}

export const acme = organizationIdOf("Acme");
export const agent: Person = { id: "camille", role: "agent", organization: acme };
export const colleague: Person = { id: "hugo", role: "agent", organization: acme };
export const supervisor: Person = { id: "nora", role: "supervisor", organization: acme };
export const manager: Person = { id: "lea", role: "manager", organization: acme };
export const outsider: Person = { id: "zoe", role: "admin", organization: "globex" };
export const platform: Person = { id: "root", role: "admin", organization: null };

/** A running call of the agent, as it is stored. */
export function runningCall(changes: Partial<CallDoc> = {}): CallDoc {
  return {
    ...newCall({
      organizationId: acme,
      agentId: agent.id,
      agentName: "Camille",
      clientName: "Claire Moreau",
      source: "simulation",
      owner: "node",
    }),
    ...changes,
  };
}

/** A call of the agent that lasted a minute, as it is stored. */
export function endedCall(changes: Partial<CallDoc> = {}): CallDoc {
  const { startedAt = new Date(), durationSeconds = 60 } = changes;
  return {
    ...runningCall(),
    status: "ended",
    startedAt,
    endedAt: new Date(startedAt.getTime() + durationSeconds * 1000),
    durationSeconds,
    ...changes,
  };
}

const people = [agent, colleague, supervisor, manager, outsider, platform];

/** An unsigned token that names a person, in place of the accounts' tokens. */
export function tokenOf(person: Person, claims: { exp?: number } = {}): string {
  const payload = Buffer.from(JSON.stringify({ ...person, ...claims })).toString("base64url");
  return `e30.${payload}.none`;
}

export const callerOf = (person: Person & { exp?: number }): Caller => ({
  userId: person.id,
  sessionId: `session-of-${person.id}`,
  role: person.role,
  organizationId: person.organization,
  email: `${person.id}@example.com`,
  firstName: person.id,
  lastName: "Test",
  expiresAt: (person.exp ?? Number.POSITIVE_INFINITY) * 1000,
});

/** A client that may send events that no browser sends. */
export type TestSocket = Socket<DefaultEventsMap, DefaultEventsMap>;

export interface CallsOptions {
  connection: Connection;
  speed?: number;
  /** How long a recorded chunk waits for the one before it; the product's default without it. */
  maxWaitMs?: number;
  env?: Record<string, string>;
  /** Ids of people whose session has ended. */
  banned?: Set<string>;
  /** Runs after a token was accepted, before the response. */
  onGood?: (person: Person) => void;
  port?: number;
  /** The limits of connections; without it an account may have any number of sockets. */
  caps?: Partial<ConnectionCaps>;
  /** Everybody's playbook. */
  entries?: readonly PublishedEntry[];
  /** What everybody's suggestions are made from. */
  guidance?: () => Guidance;
}

/** The live-call part of the server on a port of its own, with people instead of accounts. */
export async function startCalls({
  connection,
  speed = 1000,
  maxWaitMs,
  env = {},
  banned = new Set(),
  onGood = () => {},
  port = 0,
  caps = { ofAccount: Number.POSITIVE_INFINITY },
  entries = [],
  guidance = () => ({ playbook: builtInPlaybook, model: "first", quieter: false }),
}: CallsOptions) {
  const config = readConfig({ NODE_ENV: "test", ...env });
  const log = createLogger("silent");
  const metrics = createMetrics();
  const app = express();
  const server = createServer(app);
  const authenticate: Authenticate = async (token) => {
    const person = readToken(token);
    if (banned.has(person.id)) throw appError("TOKEN_INVALID", { message: "Invalid authentication token." });
    if (person.exp !== undefined && person.exp * 1000 <= Date.now()) {
      throw appError("TOKEN_EXPIRED", { message: "Your session has expired." });
    }
    onGood(person);
    return callerOf(person);
  };
  const realtime = createRealtime({ config, log, server, authenticate, metrics, caps });
  const keys = createKeyring(["secret of the tests"]);
  const audit = createAudit({ connection, keys, log });
  const guidanceOf = async () => guidance();
  const publishedEntries = async () => entries;
  const recognizer = createRecognizer(config);
  const calls = createCalls({
    audit,
    config,
    recognizer,
    log,
    connection,
    realtime,
    metrics,
    speed,
    maxWaitMs,
    guidanceOf,
    publishedEntries,
  });
  const telephony = createTelephony({
    config,
    recognizer,
    log,
    metrics,
    realtime,
    server,
    keys,
    calls: calls.forTelephony,
    findAgent: async (address) => {
      const person = people.find(({ id }) => address === `${id}@example.com`);
      return person && { id: person.id, name: `${person.id} Test`, organizationId: person.organization };
    },
    timings: { firstWait: 20, lastWait: 100 },
  });
  app.use((req, _res, next) => {
    Object.assign(req, { log, id: "test" });
    next();
  });
  const router = express.Router();
  const mount = createMount({ router, admit: (req) => bearerOf(req, authenticate) });
  calls.mount(mount, router);
  mountReplyFigures({
    mount,
    calls: calls.forPlaybook,
    publishedEntries,
    formerEntries: async () => [],
  });
  const desk = createDesk({
    connection,
    realtime,
    calls: calls.forDesk,
    audit,
    keys,
    log,
    guidanceOf,
    rightsOf: async (userId) => {
      const person = people.find(({ id }) => id === userId);
      return person && !banned.has(userId) ? callerOf(person) : undefined;
    },
    membersOf: async (organizationId) =>
      people
        .filter(({ organization }) => organization === organizationId)
        .map(({ id: userId, role }) => ({ userId, name: `${userId} Test`, role })),
  });
  desk.mount?.(mount, router);
  app.use(router, notFound, errorHandler);
  await calls.createIndexes();
  await desk.createIndexes?.();
  await calls.start();
  await desk.start?.();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await telephony.start?.();
  const sockets: TestSocket[] = [];

  const request = createRequest(url);
  const api = (
    person: Person,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> => request(method, path, { body, headers, token: tokenOf(person) });

  return {
    url,
    server,
    connection,
    models: callModels(connection),
    realtime,
    calls,
    metrics,
    api,
    /** A socket that is not connected yet; it is closed by `close`. */
    socket(person: Person, options: Parameters<typeof io>[1] = {}): TestSocket {
      const socket: TestSocket = io(url, {
        autoConnect: false,
        forceNew: true,
        transports: ["websocket"],
        auth: { token: tokenOf(person) },
        reconnectionDelay: 20,
        reconnectionDelayMax: 50,
        ...options,
      });
      sockets.push(socket);
      return socket;
    },
    connect(person: Person, options: Parameters<typeof io>[1] = {}): Promise<TestSocket> {
      return connected(this.socket(person, options));
    },
    /** Starts a scripted call. @returns `data` of the response */
    async begin(person: Person, body: object = {}) {
      const { body: answer } = await api(person, "POST", "/api/simulation/start", body);
      return answer.data as { callId: string; sessionId: string };
    },
    end: (person: Person, callId: string) =>
      api(person, "POST", "/api/simulation/end", { callId, reason: "user_ended" }),
    /** Stops as a process does on SIGTERM. */
    async close(): Promise<void> {
      await telephony.stop?.();
      for (const socket of sockets) socket.disconnect();
      await desk.stop?.();
      await calls.stop();
      await realtime.stop();
      await closeServer(server);
    },
    /** Stops as a killed process does: no call is ended, and nothing is reported. */
    async kill(): Promise<void> {
      await desk.stop?.();
      await realtime.stop();
      await closeServer(server);
    },
  };
}
export type TestCalls = Awaited<ReturnType<typeof startCalls>>;

function readToken(token: string): Person & { exp?: number } {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  } catch {
    throw appError("TOKEN_INVALID", { message: "Invalid authentication token." });
  }
}

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Joins a call's session; rejects if the connection is lost first. */
export function join(socket: TestSocket, sessionId: string, after = 0): Promise<JoinAnswer> {
  const payload: JoinCallSession = { sessionId, after };
  return socket.timeout(60_000).emitWithAck("join_call_session", payload);
}

/** Resolves with the next payload of an event that satisfies `fits`. */
export function next<T = Record<string, unknown>>(
  socket: TestSocket,
  event: string,
  fits: (payload: T) => boolean = () => true,
): Promise<T> {
  return new Promise((resolve) => {
    const listener = (payload: T) => {
      if (!fits(payload)) return;
      socket.off(event, listener);
      resolve(payload);
    };
    socket.on(event, listener);
  });
}

const transcriptionEvents = ["live_transcription", "bridge_transcription"];

/** Calls the listener with each final line that a socket receives. @returns a function that stops it */
export function onLine(socket: Pick<Socket, "onAny" | "offAny">, listener: (line: Line) => void): () => void {
  const heard = (event: string, payload: TranscriptionEvent) => {
    const line = transcriptionEvents.includes(event) ? lineOf(payload) : undefined;
    if (line) listener(line);
  };
  socket.onAny(heard);
  return () => socket.offAny(heard);
}

/** Resolves with the next final line that satisfies `fits`. */
export function nextLine(socket: TestSocket, fits: (line: Line) => boolean = () => true): Promise<Line> {
  return new Promise((resolve) => {
    const stop = onLine(socket, (line) => {
      if (!fits(line)) return;
      stop();
      resolve(line);
    });
  });
}

/** A piece of speech, as a socket receives it. */
export interface SpeechEvent {
  messageId: string;
  transcript: string;
  is_final: boolean;
  speaker: 0 | 1;
  confidence: number;
  seq?: number;
}

/** The fields of a line that tests compare. */
export interface Kept {
  id: string;
  seq: number;
  text: string;
  sender: string;
}

/** Records all events that a socket receives from now on. */
export function record(socket: TestSocket) {
  const events: { event: string; payload: SpeechEvent & Kept & { callId: string; text: string } }[] = [];
  socket.onAny((event, payload) => events.push({ event, payload }));
  const lines: Line[] = [];
  onLine(socket, (line) => lines.push(line));
  return {
    events,
    lines: () => lines,
    of: (name: string) => events.filter(({ event }) => event === name).map(({ payload }) => payload),
  };
}
