import { once } from "node:events";
import { io } from "socket.io-client";
import { callModels } from "../../src/calls/records/call-model.ts";
import { median, percentile, type Row, row } from "../figures.ts";
import { type ApiServer, startServer } from "../servers/api-server.ts";
import { newCall, scriptLine, storedLine } from "../servers/live-server.ts";
import { startStreamingModel } from "../servers/streaming-model.ts";

const rounds = 40;
const linesOfCall = 40;
/** Every draft begins with them, and they are complete once the space after them is written. */
const firstWords = "Le client ";
const answer = JSON.stringify({
  resume: [{ lines: [2, 3], text: `${firstWords}demande une remise et un rendez-vous.` }],
});

/** Stores an ended call that nobody has summarized. */
async function storeCall({ connection }: ApiServer, agentId: string, organizationId: string | null) {
  const { calls, lines } = callModels(connection);
  const startedAt = new Date(Date.now() - 3_600_000);
  const ended = { status: "ended" as const, endedAt: new Date(), durationSeconds: 600, seq: linesOfCall };
  const call = { ...newCall(), organizationId, agentId, startedAt, ...ended };
  await calls.create(call);
  await lines.insertMany(
    Array.from({ length: linesOfCall }, (_, at) => {
      const { speaker: sender, text } = scriptLine(at);
      return storedLine(call, at + 1, { sender, text, timestamp: startedAt });
    }),
  );
  return call._id;
}

/** Reads the model's stream without anything between, until its first words are there. */
async function readBare(url: string): Promise<number> {
  const { body } = await fetch(`${url}/chat/completions`, { method: "POST", body: "{}" });
  if (body === null) throw new Error("The model has answered nothing.");
  let text = "";
  let at = 0;
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    for (const [, content = ""] of piece.matchAll(/"content":("(?:[^"\\]|\\.)*")/gu))
      text += JSON.parse(content);
    if (at === 0 && text.includes(firstWords)) at = performance.now();
  }
  return at;
}

/** The time from a model's first token to the first words of the summary at a browser's socket. */
export async function firstWordsOfSummary(): Promise<Row[]> {
  const written = { first: 0, words: 0 };
  const model = await startStreamingModel(
    () => answer,
    (soFar, isFirst) => {
      if (isFirst) written.first = performance.now();
      if (soFar.includes(firstWords) && written.words < written.first) written.words = performance.now();
    },
  );
  const server = await startServer(undefined, model.env);
  const { user, organization, accessToken: token } = await server.signIn("agent");
  const socket = io(server.url, { transports: ["websocket"], auth: { token } });
  await once(socket as unknown as NodeJS.EventEmitter, "connect");
  const times = { ours: [] as number[], after: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const callId = await storeCall(server, user.id, organization?.id ?? null);
    const drafted = new Promise<number>((resolve) => {
      const hear = (draft: { callId: string; text: string }) => {
        if (draft.callId !== callId || !draft.text.startsWith(firstWords.trim())) return;
        socket.off("summary_draft", hear);
        resolve(performance.now());
      };
      socket.on("summary_draft", hear);
    });
    const headers = { authorization: `Bearer ${token}` };
    const asked = fetch(`${server.url}/api/calls/${callId}/summary`, { headers });
    const at = await drafted;
    times.ours.push(at - written.first);
    times.after.push(at - written.words);
    await (await asked).arrayBuffer();
    times.bare.push((await readBare(model.url)) - written.first);
  }
  socket.disconnect();
  await server.stop();
  model.close();
  const name = "model's first token → first words of a summary at the socket";
  return [
    row(`${name}, median (ms) / read from the model`, median(times.ours), "≤ 300", median(times.bare)),
    row(`${name}, p95 (ms)`, percentile(times.ours, 0.95), "≤ 300", percentile(times.bare, 0.95)),
    row("the first words' last token → at the socket, median (ms)", median(times.after), ""),
  ];
}
