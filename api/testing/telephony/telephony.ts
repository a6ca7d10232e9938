import type { Connection } from "mongoose";
import { mediaPath } from "../../src/telephony/media/media-endpoint.ts";
import { silence } from "../../src/transcription/replay-buffer.ts";
import { until } from "../app.ts";
import { connected, join, onLine, type TestSocket } from "../calls/call-events.ts";
import { startCalls } from "../calls/calls.ts";
import { emptyDatabase } from "../database/database.ts";
import { watchQueries } from "../database/watch-queries.ts";
import { agent, emailOf } from "../people/call-people.ts";
import { type FakeRecognizer, recognizerEnv, startFakeRecognizer } from "../transcription/fake-recognizer.ts";
import { type FakeAri, pbxUser, startFakeAri } from "./fake-ari.ts";
import { frameBytes, frameMs } from "./fake-media.ts";

/** An event as a browser receives it. */
export interface ReceivedEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any event, whatever its contract says
  payload: any;
}

export const mediaUri = (url: string) => `${url.replace("http", "ws")}${mediaPath}`;

export const agentAddress = emailOf(agent);
export const clientParty = { name: "Jeanne Martin", number: "0611223344" };
export const nextClient = { name: "Paul Petit", number: "" };

/** Environment variables of a server that uses these fakes. */
export function phoneEnv(pbx: Pick<FakeAri, "url">, recognizer: Pick<FakeRecognizer, "url">) {
  return {
    ASTERISK_ARI_URL: pbx.url,
    ASTERISK_ARI_USER: pbxUser.user,
    ASTERISK_ARI_PASSWORD: pbxUser.password,
    ASTERISK_MEDIA_CLIENT: "souffleur",
    ...recognizerEnv(recognizer),
  };
}

/** Controls the telephones of a test. */
export function createTelephones(pbx: FakeAri) {
  /** Timers that send silence from telephones that have spoken. */
  const lines = new Map<string, NodeJS.Timeout>();
  return {
    /** A client calls, and the agent answers: both channels have the agent's address, as with an inherited variable. */
    talk(address = agentAddress, caller = clientParty) {
      const variable = { SOUFFLEUR_AGENT: address };
      const client = pbx.dial(variable, caller);
      const agentChannel = pbx.dial(variable);
      const bridge = pbx.bridge(client, agentChannel);
      return { client, agent: agentChannel, bridge };
    },

    /**
     * Sends one sound of the client, one of the agent, and silence from then on, as telephones do: part of the silence of a
     * leg that was read late is skipped, and the rest ends its word.
     */
    speak(channels: { client: string; agent: string }, client: number, agentSound: number, ms = 400): void {
      pbx.sendSounds([channels.client, client], [channels.agent, agentSound], ms);
      pbx.sendSounds([channels.client, silence], [channels.agent, silence], 500);
      for (const channel of [channels.client, channels.agent]) {
        clearInterval(lines.get(channel));
        lines.set(
          channel,
          setInterval(() => pbx.sendSound(channel, silence, frameMs), frameMs),
        );
      }
    },

    /** Sends the mu-law of each, frame by frame in its time, and silence from then on. */
    play(channels: { client: string; agent: string }, sounds: { client: Buffer; agent: Buffer }): void {
      for (const leg of ["client", "agent"] as const) {
        clearInterval(lines.get(channels[leg]));
        let at = 0;
        const next = () => {
          const frame = sounds[leg].subarray(at, at + frameBytes);
          at += frameBytes;
          pbx.sendSound(channels[leg], frame.length === frameBytes ? frame : silence);
        };
        lines.set(channels[leg], setInterval(next, frameMs));
      }
    },

    putDown(): void {
      for (const line of lines.values()) clearInterval(line);
      lines.clear();
    },
  };
}

/** A PBX, a recognizer and our server, each on its own port. */
async function startPhones(connection: Connection, env: Record<string, string> = {}) {
  const recognizer = await startFakeRecognizer();
  const pbx = await startFakeAri();
  const variables = { ...phoneEnv(pbx, recognizer), ...env };
  const { talk, speak, play, putDown } = createTelephones(pbx);
  let server = await start();

  async function start(port = 0) {
    const started = await startCalls({ connection, env: variables, port });
    pbx.media.uris[variables.ASTERISK_MEDIA_CLIENT] = mediaUri(started.url);
    return started;
  }

  return {
    pbx,
    recognizer,
    server: () => server,

    /** Stops the server as on SIGTERM; the PBX and the recognizer go on. */
    stop: () => server.close(),
    /** Starts a successor at the same address. */
    async start(): Promise<void> {
      server = await start(Number(new URL(server.url).port));
    },

    metric: (name: string) => server.metric(name),
    talk,
    speak,
    play,

    /** Every telephone stops sending; resolves when the server has received all frames. */
    async hush(): Promise<void> {
      putDown();
      await until(async () => (await server.metric("souffleur_media_frames_total")) >= pbx.framesSent());
    },

    async close(): Promise<void> {
      putDown();
      await server.close();
      await pbx.close();
      await recognizer.close();
    },
  };
}
type Phones = Awaited<ReturnType<typeof startPhones>>;

/** Opens a person's browser, once the server receives the PBX's events. */
export async function watch(phones: Phones, person = agent) {
  const browser = await listen(phones.server().socket(person));
  await browser.until(
    "service_status_change",
    (change) => change.service === "asterisk" && change.status !== "down",
  );
  return browser;
}

/** A browser that joins every call of which it is notified. */
export async function listen(socket: TestSocket) {
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const look = () => {
    for (const waiter of waiting) waiter();
  };
  // Each final line stands beside its event, as "line".
  onLine(socket, (line) => received.push({ event: "line", payload: line }));
  socket.onAny((event: string, payload: unknown) => {
    received.push({ event, payload });
    if (event === "call_started") {
      const { sessionId } = payload as { sessionId: string };
      join(socket, sessionId).then(
        (answer) => {
          received.push({ event: "joined", payload: answer });
          look();
        },
        (err: unknown) => received.push({ event: "not joined", payload: err }),
      );
    }
    look();
  });
  await connected(socket);

  const of = (...events: string[]) =>
    received.filter(({ event }) => events.includes(event)).map(({ payload }) => payload);

  /** Resolves with the n-th event that fits, received before or later; rejects with all others after 30 s. */
  function until(
    event: string,
    fits: (payload: ReceivedEvent["payload"]) => boolean = () => true,
    count = 1,
  ) {
    return new Promise<ReceivedEvent["payload"]>((resolve, reject) => {
      const limit = setTimeout(() => {
        const others = received.map((one) => `${one.event} ${JSON.stringify(one.payload)}`);
        reject(new Error(`Not received: ${count} × ${event}, but\n${others.slice(-40).join("\n")}`));
      }, 30_000);
      const waiter = () => {
        const found = received.filter((one) => one.event === event && fits(one.payload));
        const last = found[count - 1];
        if (last === undefined) return;
        clearTimeout(limit);
        waiting.delete(waiter);
        resolve(last.payload);
      };
      waiting.add(waiter);
      waiter();
    });
  }

  return {
    socket,
    received,
    /** The payloads of these events. */
    of,
    until,
    /** Resolves when a service was reported so many times with this status. */
    untilStatus: (service: string, status: string, count = 1) =>
      until(
        "service_status_change",
        (change) => change.service === service && change.status === status,
        count,
      ),
    /** The first lines of all calls as sorted texts, `agent: mot 21`, once there are so many. */
    async lines(count: number): Promise<string[]> {
      await until("line", undefined, count);
      return of("line")
        .map(({ sender, text }) => `${sender}: ${text}`)
        .sort();
    },
  };
}
type Watch = Awaited<ReturnType<typeof listen>>;

/** Resolves when both legs of so many calls are connected. */
export async function bothConnected(browser: Watch, times = 1): Promise<void> {
  await browser.until("joined", undefined, times);
  for (const leg of ["client", "agent"]) {
    await browser.until("asterisk_audio_connected", (payload) => payload.leg === leg, times);
  }
}

/** Gives each test its own phones and database, which are closed after it. */
export function usePhones() {
  const closes: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
  });

  async function start(env?: Record<string, string>) {
    const database = await emptyDatabase();
    const queries = await watchQueries(database.uri);
    const phones = await startPhones(queries.connection, env);
    closes.push(async () => {
      await phones.close();
      // No query may read a whole collection.
      expect(await queries.scans()).toEqual([]);
      await queries.connection.close();
      await database.close();
    });
    const collection = queries.connection.collection<{ _id: string }>("calls");
    return { ...phones, storedCalls: collection };
  }

  return {
    start,
    /** An agent in a call, which their browser has joined. */
    async inCall(env?: Record<string, string>) {
      const phones = await start(env);
      const browser = await watch(phones);
      const channels = phones.talk();
      await bothConnected(browser);
      return { phones, browser, channels };
    },
  };
}
