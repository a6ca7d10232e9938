import { randomUUID } from "node:crypto";
import { wordsIn } from "./voice.ts";

export type LiveProtocol = keyof typeof protocols;

interface Connection {
  send(message: object): void;
  close(code: number): void;
  /** The query of its address. */
  query: URLSearchParams;
  model: string;
  /** How long a text takes to come. */
  later(done: () => void): void;
}

type Event = { type: string; [field: string]: unknown };

const pcmOf = ({ audio }: Event) => Buffer.from(String(audio), "base64");

/** One live session each. A refusal before it closes the connection, or has the status of the handshake. */
const protocols = {
  /** `RealtimeConnection`: the queue is emptied when an utterance has its text, with all that has come meanwhile. */
  vllm(connection: Connection) {
    let isValidated = false;
    let queue: Buffer[] = [];
    /** The audio of the utterance; undefined where none runs. */
    let running: Buffer[] | undefined;
    let isOver = false;
    let text = "";
    const fail = (error: string, code: string) => connection.send({ type: "error", error, code });
    connection.send({ type: "session.created", id: `sess-${randomUUID()}`, created: 1_780_000_000 });
    function consume(): void {
      if (running === undefined || isOver) return;
      running.push(...queue.splice(0));
      // A text every half second is enough.
      if (running.length % 5 !== 1) return;
      const heard = wordsIn(Buffer.concat(running), 16_000);
      const delta = heard.startsWith(text) ? heard.slice(text.length) : "";
      text += delta;
      connection.send({ type: "transcription.delta", delta });
    }
    return (event: Event) => {
      if (event.type === "session.update") {
        if (event.model === connection.model) isValidated = true;
        else fail(`The model \`${String(event.model)}\` does not exist.`, "model_not_found");
      } else if (event.type === "input_audio_buffer.append") {
        const pcm = pcmOf(event);
        if (pcm.length === 0) return fail("Invalid audio data", "invalid_audio");
        queue.push(pcm);
        consume();
      } else if (event.type === "input_audio_buffer.commit") {
        if (!isValidated) return fail("Model not validated.", "model_not_validated");
        if (event.final !== true) {
          if (running !== undefined) return;
          [running, isOver, text] = [[], false, ""];
          consume();
          return;
        }
        isOver = true;
        const all = Buffer.concat(running ?? []);
        connection.later(() => {
          connection.send({ type: "transcription.done", text: wordsIn(all, 16_000), usage: null });
          [running, queue] = [undefined, []];
        });
      } else fail(`Unknown event type: ${event.type}`, "unknown_event");
    };
  },

  /** `realtime_ws.py`: without `model` in the address FastAPI refuses it. */
  speaches(connection: Connection) {
    let audio: Buffer[] = [];
    const transcription = { model: connection.query.get("model"), language: null };
    const session: Record<string, unknown> = {
      input_audio_format: "pcm16",
      input_audio_transcription: transcription,
      turn_detection: { type: "server_vad", create_response: false },
    };
    const fail = (message: string) =>
      connection.send({ type: "error", error: { type: "invalid_request_error", message, code: null } });
    connection.send({ type: "session.created", event_id: "event_1", session });
    return (event: Event) => {
      if (event.type === "session.update") {
        const update = event.session as Record<string, unknown>;
        if ("input_audio_format" in update) fail("Specifying `session.input_audio_format` is not supported.");
        for (const field of Object.keys(session)) if (field in update) session[field] = update[field];
        connection.send({ type: "session.updated", event_id: "event_2", session });
      } else if (event.type === "input_audio_buffer.append") audio.push(pcmOf(event));
      else if (event.type === "input_audio_buffer.commit") {
        const pcm = Buffer.concat(audio);
        audio = [];
        if (pcm.length < 4800) return fail("Error committing input audio buffer: buffer too small.");
        const item_id = `item_${randomUUID()}`;
        connection.send({ type: "input_audio_buffer.committed", item_id, previous_item_id: null });
        const used = session.input_audio_transcription as typeof transcription;
        // Its own detection of utterances, and another model, would hear something else.
        const isOurs = session.turn_detection === null && used.model === connection.model;
        connection.later(() =>
          connection.send({
            type: "conversation.item.input_audio_transcription.completed",
            item_id,
            content_index: 0,
            transcript: isOurs ? wordsIn(pcm, 24_000) : "?",
          }),
        );
      }
    };
  },

  /** `runRealtimeSession`: the model must be a pipeline; a commit gives up the utterance before it. */
  localAi: (connection: Connection) =>
    connection.query.get("model") === connection.model
      ? session(connection, { type: "realtime", object: "realtime.session" })
      : refuse(connection, "invalid_model"),

  /** OpenAI's first sessions for transcription, by its reference of 2025: the model has no place in the address. */
  openAiOf2025(connection: Connection) {
    if (connection.query.has("model")) return refuse(connection, "invalid_model");
    let audio: Buffer[] = [];
    let findsUtterances = true;
    connection.send({
      type: "transcription_session.created",
      session: { object: "realtime.transcription_session", input_audio_transcription: null },
    });
    return (event: Event) => {
      if (event.type === "transcription_session.update") {
        const { input_audio_format, input_audio_transcription, turn_detection } = event.session as {
          input_audio_format: string;
          input_audio_transcription: { model: string };
          turn_detection?: object | null;
        };
        if (input_audio_format !== "pcm16" || input_audio_transcription.model !== connection.model)
          return fail(connection, "invalid_value");
        findsUtterances = turn_detection !== null;
        connection.send({ type: "transcription_session.updated", session: event.session });
      } else if (event.type === "input_audio_buffer.append") audio.push(pcmOf(event));
      else if (event.type === "input_audio_buffer.commit") {
        const pcm = Buffer.concat(audio);
        audio = [];
        if (findsUtterances || pcm.length < 4800) return fail(connection, "input_audio_buffer_commit_empty");
        const item_id = `item_${randomUUID()}`;
        connection.send({ type: "input_audio_buffer.committed", item_id, previous_item_id: null });
        connection.later(() => sendText(connection, item_id, wordsIn(pcm, 24_000)));
      } else fail(connection, "invalid_event");
    };
  },

  /** With a model in the address it is a conversation, which cannot become a transcription. */
  openAi: (connection: Connection) =>
    session(connection, {
      object: "realtime.session",
      type: connection.query.has("model") ? "realtime" : "transcription",
      audio: { input: { format: { type: "audio/pcm", rate: 24_000 } } },
    }),
};

function refuse(connection: Connection, code: string) {
  connection.send({
    type: "error",
    error: { type: "invalid_request_error", code, message: "Model is not a pipeline model" },
  });
  connection.close(1006);
  return () => {};
}

function fail(connection: Connection, code: string): void {
  const error = { type: "invalid_request_error", code, message: code };
  connection.send({ type: "error", event_id: "", error });
}

/** OpenAI's two messages with an utterance's text. */
function sendText(connection: Connection, item_id: string, text: string): void {
  const base = { item_id, content_index: 0, event_id: "event_3" };
  const type = "conversation.item.input_audio_transcription";
  connection.send({ type: `${type}.delta`, ...base, delta: text });
  connection.send({ type: `${type}.completed`, ...base, transcript: text });
}

/** A session with OpenAI's present names. */
function session(connection: Connection, created: Record<string, unknown>) {
  let audio: Buffer[] = [];
  let rate = 24_000;
  let findsUtterances = true;
  let current = "";
  connection.send({ type: "session.created", event_id: "event_1", session: created });
  return (event: Event) => {
    if (event.type === "session.update") {
      const update = event.session as {
        type: string;
        audio: {
          input: {
            format: { rate: number };
            turn_detection?: object | null;
            transcription: { model: string };
          };
        };
      };
      if (created.type === "realtime" && created.audio !== undefined)
        return fail(connection, "invalid_session_type");
      const { format, turn_detection, transcription } = update.audio.input;
      if (transcription.model !== connection.model) return fail(connection, "session_update_error");
      rate = format.rate;
      findsUtterances = turn_detection !== null;
      connection.send({ type: "session.updated", event_id: "event_2", session: created });
    } else if (event.type === "input_audio_buffer.append") audio.push(pcmOf(event));
    else if (event.type === "input_audio_buffer.commit") {
      if (findsUtterances) return fail(connection, "not_implemented");
      const pcm = Buffer.concat(audio);
      audio = [];
      const item_id = `item_${randomUUID()}`;
      current = item_id;
      connection.send({ type: "input_audio_buffer.committed", item_id });
      const text = wordsIn(pcm, rate);
      connection.later(() => {
        if (current === item_id) sendText(connection, item_id, text);
      });
    }
  };
}

export const openSession = (protocol: LiveProtocol, connection: Connection) =>
  protocols[protocol](connection);
export type { Connection, Event };
