import type { PlaybookEntry, PlaybookFact } from "@souffleur/contracts/playbook";
import { io } from "socket.io-client";
import { callModels } from "../../src/calls/records/call-model.ts";
import { type StartOptions, startApp } from "../app.ts";
import { databaseFor } from "../database/database.ts";
import { admin, hire, type Person, people, tokenOf } from "../people/call-people.ts";
import type { Answer } from "../request.ts";
import type { TestSocket } from "./call-events.ts";
import { connected } from "./call-events.ts";

export type TestCalls = Awaited<ReturnType<typeof startCalls>>;

/** `startApp` with people who have accounts, scripts that play fast, and without limits of sockets and requests. */
export async function startCalls({ connection: given, tuning, ...options }: StartOptions = {}) {
  const database = await databaseFor(given);
  const { connection } = database;
  // Before the start: the calls of telephones are followed as soon as the server listens.
  const staff = hire(connection, people);
  await staff;
  const unlimited = { requests: Number.POSITIVE_INFINITY, caps: { ofAccount: Number.POSITIVE_INFINITY } };
  const timings = { firstWait: 20, lastWait: 100 };
  const served = await startApp({
    ...options,
    connection,
    tuning: { speed: 1000, timings, ...unlimited, ...tuning },
  });
  const { url, app } = served;
  const hired = new Map(people.map(({ id }) => [id, staff]));
  /** Stores the account of anybody else before their first request. */
  function ready(person: Person): Promise<void> {
    const stored = hired.get(person.id) ?? hire(connection, [person]);
    hired.set(person.id, stored);
    return stored;
  }
  const sockets: TestSocket[] = [];

  async function api(
    person: Person,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    await ready(person);
    return served.request(method, path, { body, headers, token: tokenOf(person) });
  }

  return {
    ...served,
    server: app.server,
    realtime: app.realtime,
    calls: app.calls,
    models: callModels(connection),
    api,
    /** A socket that is not connected yet, of a person with an account; it is closed by `close`. */
    socket(person: Person, options: Parameters<typeof io>[1] = {}): TestSocket {
      const socket: TestSocket = io(url, {
        autoConnect: false,
        forceNew: true,
        timeout: 60_000,
        transports: ["websocket"],
        auth: { token: tokenOf(person) },
        reconnectionDelay: 20,
        reconnectionDelayMax: 50,
        ...options,
      });
      sockets.push(socket);
      return socket;
    },
    async connect(person: Person, options: Parameters<typeof io>[1] = {}): Promise<TestSocket> {
      await ready(person);
      return connected(this.socket(person, options));
    },
    /** Starts a scripted call. @returns `data` of the response. @throws where it is refused */
    async begin(person: Person, body: object = {}) {
      const { status, body: answer } = await api(person, "POST", "/api/simulation/start", body);
      if (answer.data === undefined)
        throw new Error(`no call could be started: ${status} ${JSON.stringify(answer)}`);
      return answer.data as { callId: string; sessionId: string };
    },
    /** Publishes a playbook for the people of Acme. */
    async publish(content: { entries: readonly PlaybookEntry[]; facts?: readonly PlaybookFact[] }) {
      const draft = (method: string, body?: object) => api(admin, method, "/api/playbook/draft", body);
      const { revision: before } = (await draft("GET")).body.data;
      const { revision } = (await draft("PUT", { ...content, revision: before })).body.data;
      await api(admin, "POST", "/api/playbook/publish", { revision });
    },
    end: (person: Person, callId: string) =>
      api(person, "POST", "/api/simulation/end", { callId, reason: "user_ended" }),
    async close(): Promise<void> {
      for (const socket of sockets) socket.disconnect();
      await served.close();
      await database.close();
    },
  };
}
