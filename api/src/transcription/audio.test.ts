import fc from "fast-check";
import { isAppError } from "../http/errors.ts";
import { audioTypes, readAudio } from "./audio.ts";

const rest = Buffer.from("the rest of the file");
const files: Record<string, Buffer> = {
  "audio/wav": Buffer.concat([Buffer.from("RIFF\u0010\u0000\u0000\u0000WAVE", "latin1"), rest]),
  "audio/webm": Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), rest]),
  "audio/ogg": Buffer.concat([Buffer.from("OggS"), rest]),
  "audio/mp4": Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from("ftypM4A "), rest]),
  "audio/mpeg": Buffer.concat([Buffer.from("ID3"), rest]),
};

const encoded = (type: string) => (files[type] ?? rest).toString("base64");

function codeOf(audio: string): string {
  try {
    readAudio({ audio });
    return "read";
  } catch (thrown) {
    if (isAppError(thrown)) return thrown.code;
    throw thrown;
  }
}

test.each(audioTypes)("recognizes %s by its content", (type) => {
  expect(readAudio({ audio: encoded(type) })).toEqual({ bytes: files[type], type });
});

test.each(audioTypes)("recognizes %s whatever follows its first bytes", (type) => {
  const signature = (files[type] ?? rest).subarray(0, type === "audio/mpeg" ? 3 : 12);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 400 }), (tail) => {
      const audio = Buffer.concat([signature, tail]).toString("base64");
      expect(readAudio({ audio }).type).toBe(type);
    }),
  );
});

test("refuses what is no recording, and what is cut off in its first bytes", () => {
  expect(codeOf(rest.toString("base64"))).toBe("UNSUPPORTED_MEDIA_TYPE");
  for (const bytes of Object.values(files))
    expect(codeOf(bytes.subarray(0, 2).toString("base64"))).toBe("UNSUPPORTED_MEDIA_TYPE");
  const avi = Buffer.from("RIFF\u0010\u0000\u0000\u0000AVI LIST", "latin1");
  expect(codeOf(avi.toString("base64"))).toBe("UNSUPPORTED_MEDIA_TYPE");
});

test("refuses MPEG frame headers with reserved values", () => {
  const frame = (second: number, third: number) =>
    Buffer.from([0xff, second, third, 0, 0, 0]).toString("base64");
  expect(codeOf(frame(0xfb, 0x90))).toBe("read");
  for (const [second, third] of [
    [0xeb, 0x90],
    [0xf9, 0x90],
    [0xfb, 0xf0],
    [0xfb, 0x9c],
    [0x1b, 0x90],
  ] as const) {
    expect(codeOf(frame(second, third))).toBe("UNSUPPORTED_MEDIA_TYPE");
  }
});

test("accepts only canonical base64", () => {
  // 25 bytes, so that the last group is padded.
  const audio = Buffer.concat([files["audio/webm"] ?? rest, Buffer.from("!")]).toString("base64");
  expect(codeOf(audio)).toBe("read");
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
  for (const given of odd) expect(codeOf(given)).toBe("VALIDATION_ERROR");
});

test("refuses any other text, long ones too", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000 }), (audio) => {
      expect(["UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR"]).toContain(codeOf(audio));
    }),
  );
  expect(codeOf("A".repeat(1_500_000))).toBe("UNSUPPORTED_MEDIA_TYPE");
});
