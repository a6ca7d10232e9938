import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { Connection } from "mongoose";
import { io } from "socket.io-client";
import { createAudit } from "../src/audit/audit.ts";
import { createCalls } from "../src/calls/calls.ts";
import { callModels } from "../src/calls/records/call-model.ts";
import type { PublishedEntry } from "../src/calls/records/measured-replies.ts";
import { readConfig } from "../src/config.ts";
import { createKeyring } from "../src/crypto/keyring.ts";
import { createDesk } from "../src/desk/desk.ts";
import { appError, errorHandler, notFound } from "../src/http/errors.ts";
import { type Authenticate, callerOf as bearerOf } from "../src/http/guard.ts";
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
import type { TestSocket } from "./call-events.ts";
import { callerOf, type Person, people, readToken, tokenOf } from "./call-people.ts";
import { connected } from "./connect-socket.ts";
import { type Answer, createRequest } from "./request.ts";

export type { Answer };

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

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
