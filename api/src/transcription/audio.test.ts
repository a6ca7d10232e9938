import fc from "fast-check";
import { isRefusal } from "../http/errors.ts";
import { audioTypes, readAudio } from "./audio.ts";

const rest = Buffer.from("the rest of the file");
const files: Record<string, Buffer> = {
  "audio/wav": Buffer.concat([Buffer.from("RIFF\u0010\u0000\u0000\u0000WAVE", "latin1"), rest]),
  "audio/webm": Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), rest]),
  "audio/ogg": Buffer.concat([Buffer.from("OggS"), rest]),
  "audio/mp4": Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from("ftypM4A "), rest]),
  "audio/mpeg": Buffer.concat([Buffer.from("ID3"), rest]),
};

function codeOf(audio: string, mimeType: string): string {
  try {
    readAudio({ audio, mimeType });
    return "read";
  } catch (thrown) {
    if (isRefusal(thrown)) return thrown.code;
    throw thrown;
  }
}

test.each(audioTypes)("accepts %s, with parameters too", (type) => {
  const bytes = files[type] ?? rest;
  const audio = bytes.toString("base64");
  expect(readAudio({ audio, mimeType: type })).toEqual({ bytes, type });
  for (const mimeType of [
    `${type};codecs=opus`,
    `${type}; codecs="mp4a.40.2"`,
    ` ${type.toUpperCase()} ; rate=44100`,
  ]) {
    expect(readAudio({ audio, mimeType }).type).toBe(type);
  }
});

test.each(audioTypes)("refuses files of other types as %s", (type) => {
  for (const [other, bytes] of Object.entries(files)) {
    if (other !== type) expect(codeOf(bytes.toString("base64"), type)).toBe("UNSUPPORTED_MEDIA_TYPE");
  }
  expect(codeOf(rest.toString("base64"), type)).toBe("UNSUPPORTED_MEDIA_TYPE");
  expect(codeOf(files[type]?.subarray(0, 3).toString("base64") ?? "", type)).toBe("UNSUPPORTED_MEDIA_TYPE");
});

test.each([
  "text/plain",
  "video/webm",
  "audio/flac",
  "audio/",
  "webm",
  "audio/webm;",
  "audio/webm; codecs",
  ";;;",
])("refuses the type %s", (mimeType) => {
  expect(codeOf(files["audio/webm"]?.toString("base64") ?? "", mimeType)).toBe("UNSUPPORTED_MEDIA_TYPE");
});

test("refuses MPEG frame headers with reserved values", () => {
  const frame = (second: number, third: number) =>
    Buffer.from([0xff, second, third, 0, 0, 0]).toString("base64");
  expect(codeOf(frame(0xfb, 0x90), "audio/mpeg")).toBe("read");
  for (const [second, third] of [
    [0xeb, 0x90],
    [0xf9, 0x90],
    [0xfb, 0xf0],
    [0xfb, 0x9c],
    [0x1b, 0x90],
  ] as const) {
    expect(codeOf(frame(second, third), "audio/mpeg")).toBe("UNSUPPORTED_MEDIA_TYPE");
  }
});

test("accepts only canonical base64", () => {
  // 25 bytes, so that the last group is padded.
  const audio = Buffer.concat([files["audio/webm"] ?? rest, Buffer.from("!")]).toString("base64");
  expect(codeOf(audio, "audio/webm")).toBe("read");
  const odd = [
    `data:audio/webm;base64,${audio}`,
    ` ${audio}`,
    `${audio}\n`,
    audio.replace(/=+$/, ""),
    `${audio}====`,
    audio.replace("G", "-"),
    `${audio.slice(0, 8)}!${audio.slice(8)}`,
    audio.replace(/.==$/, "R=="),
  ];
  for (const given of odd) expect(codeOf(given, "audio/webm")).toBe("VALIDATION_ERROR");
});

test("refuses any other text, long ones too", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000 }), fc.string({ maxLength: 100 }), (audio, mimeType) => {
      expect(["UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR"]).toContain(codeOf(audio, mimeType));
    }),
  );
  const long = "A".repeat(1_500_000);
  expect(codeOf(long, `audio/webm${";a=b".repeat(25)}x!`)).toBe("UNSUPPORTED_MEDIA_TYPE");
  expect(codeOf(long, "audio/webm")).toBe("UNSUPPORTED_MEDIA_TYPE");
});
