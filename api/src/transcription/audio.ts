import { appError } from "../http/errors.ts";

/** The recordings that the recognizer decodes, by their first bytes. */
const begins = {
  "audio/wav": (bytes: Buffer) => hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WAVE"),
  "audio/webm": (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32BE(0) === 0x1a45dfa3,
  "audio/ogg": (bytes: Buffer) => hasText(bytes, 0, "OggS"),
  "audio/mp4": (bytes: Buffer) => hasText(bytes, 4, "ftyp"),
  "audio/mpeg": (bytes: Buffer) => hasText(bytes, 0, "ID3") || isMpegFrame(bytes),
};
type AudioType = keyof typeof begins;
export const audioTypes = Object.keys(begins) as AudioType[];

export interface Audio {
  bytes: Buffer;
  type: AudioType;
}

/**
 * The recorded audio of a request. Its first bytes say what it is; what its recorder calls it does not matter, because
 * some say nothing, `video/webm` or `application/octet-stream`.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE where it is none of `audioTypes`, VALIDATION_ERROR for invalid base64
 */
export function readAudio({ audio }: { audio: string }): Audio {
  const bytes = Buffer.from(audio, "base64");
  // Buffer skips invalid characters: the text is valid where encoding the bytes again gives the same.
  if (bytes.toString("base64") !== audio) {
    throw appError("VALIDATION_ERROR", { text: "Audio must be base64.", field: "audio" });
  }
  const type = audioTypes.find((one) => begins[one](bytes));
  if (type === undefined) {
    throw appError("UNSUPPORTED_MEDIA_TYPE", {
      text: "Audio must be one of: {types}.",
      values: { types: audioTypes.join(", ") },
    });
  }
  return { bytes, type };
}

function hasText(bytes: Buffer, at: number, text: string): boolean {
  return bytes.length > at + text.length && bytes.toString("latin1", at, at + text.length) === text;
}

/** Whether the bytes begin with an MPEG audio frame: eleven set bits, no reserved version, layer, bit or sample rate. */
function isMpegFrame(bytes: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  const hasSync = first === 0xff && (second & 0xe0) === 0xe0;
  const isKnown = (second & 0x18) !== 0x08 && (second & 0x06) !== 0;
  return bytes.length > 4 && hasSync && isKnown && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
}
