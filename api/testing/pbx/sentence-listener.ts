import { sampleRate, silence } from "../../src/transcription/replay-buffer.ts";
import { resultsMessage } from "../transcription/fake-recognizer.ts";
import { oneZero, type Sentence } from "./speech.ts";

const endpointing = (sampleRate * 300) / 1000;
const probe = 400;

/**
 * A recognizer for the fake that knows sentences by their exact samples: audio that was truncated, mixed with the
 * other side or encoded again is not recognized.
 */
export function createListener(
  sentences: readonly Sentence[],
  onSamples: (channel: number, samples: Uint8Array) => void,
) {
  return (channel: number, send: (message: unknown) => void) => {
    let received = 0;
    let from = 0;
    let quiet = 0;
    let sound: number[] = [];

    const sendResult = (transcript: string, isFinal: boolean) =>
      send(resultsMessage(channel, [from, received], transcript, isFinal));

    const known = () => {
      const middle = Buffer.from(sound.slice(probe, 2 * probe));
      return sentences.find(({ audio }) => middle.length === probe && audio.includes(middle))?.text;
    };

    const finish = () => {
      if (sound.length > 0) sendResult(known() ?? "(incompréhensible)", true);
      else if (received > from) sendResult("", true);
      from = received;
      quiet = 0;
      sound = [];
    };

    return {
      accept(samples: Uint8Array): void {
        onSamples(channel, samples);
        for (const sample of samples.map(oneZero)) {
          received += 1;
          if (sample !== silence || sound.length > 0) sound.push(sample);
          quiet = sample === silence ? quiet + 1 : 0;
          const isOver = sound.length === 0 ? received - from >= sampleRate : quiet >= endpointing;
          if (isOver) finish();
        }
        const text = known();
        if (text !== undefined) sendResult(text.split(" ").slice(0, 2).join(" "), false);
      },
      flush: finish,
    };
  };
}
