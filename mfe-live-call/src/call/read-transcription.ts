import type { TranscriptionEvent } from "@souffleur/contracts/realtime";

/** Normalizes a transcription event: speaker 0 is the client, speaker 1 and a `caller` are the agent. */
export function readTranscription(event: TranscriptionEvent) {
  const agent = event.speaker === undefined ? event.speakerType === "caller" : event.speaker === 1;
  return {
    text: event.transcript ?? event.text ?? "",
    isFinal: event.is_final ?? event.isFinal ?? false,
    sender: agent ? ("agent" as const) : ("client" as const),
    confidence: event.confidence,
    at: event.timestamp === undefined ? undefined : new Date(event.timestamp).getTime(),
    messageId: event.messageId,
    sessionId: event.sessionId,
    seq: event.seq,
  };
}
