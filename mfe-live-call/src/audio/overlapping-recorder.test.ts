import { installMedia } from "../testing/browser-media.ts";
import { startRecorder } from "./overlapping-recorder.ts";

let media: ReturnType<typeof installMedia>;
let chunks: Blob[];
let broken: number;

beforeEach(() => {
  jest.useFakeTimers();
  media = installMedia();
  chunks = [];
  broken = 0;
});
afterEach(() => {
  media.uninstall();
  jest.useRealTimers();
});

async function record() {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  return startRecorder(stream, {
    onChunk: (chunk) => chunks.push(chunk),
    onFailure: () => {
      broken += 1;
    },
  });
}

test("starts the next recorder before it stops the previous one, every 3000 ms", async () => {
  await record();
  const begun = Date.now();
  await jest.advanceTimersByTimeAsync(2999);
  expect(media.recorders).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(media.recorders.map(({ state }) => state)).toEqual(["inactive", "recording"]);
  await jest.advanceTimersByTimeAsync(6000);
  expect(media.recorders.map(({ startedAt }) => startedAt - begun)).toEqual([0, 3000, 6000, 9000]);
  expect(chunks).toHaveLength(3);
});

test("discards what is being recorded when it is stopped", async () => {
  const recorder = await record();
  await jest.advanceTimersByTimeAsync(4000);
  recorder.stop();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(chunks).toHaveLength(1);
  expect(media.recorders.every(({ state }) => state === "inactive")).toBe(true);
});

test("delivers what is being recorded when it is finished", async () => {
  const recorder = await record();
  await jest.advanceTimersByTimeAsync(4000);
  recorder.finish();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(chunks).toHaveLength(2);
});

test.each([
  [["audio/wav", "audio/webm;codecs=opus"], "audio/wav"],
  [["audio/webm;codecs=opus"], "audio/webm;codecs=opus"],
  [[], "audio/mp4"],
])("where the platform supports %j, records %s", async (supported, expected) => {
  media.support(supported);
  await record();
  await jest.advanceTimersByTimeAsync(3000);
  expect(chunks[0]?.type).toBe(expected);
});

test("reports the failure of a recorder once, and stops recording", async () => {
  await record();
  media.recorders[0]?.onerror?.();
  await jest.advanceTimersByTimeAsync(10_000);
  expect([broken, media.recorders.length]).toEqual([1, 1]);
});

test("reports that the next recorder can't be started", async () => {
  await record();
  media.refuseRecording(true);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(broken).toBe(1);
});

test("records as the next type where the browser refuses one that it says it supports", async () => {
  media.support(["audio/wav", "audio/webm;codecs=opus"]);
  media.refuseTypes(["audio/wav"]);
  await record();
  await jest.advanceTimersByTimeAsync(3000);
  media.refuseTypes(["audio/wav", "audio/webm;codecs=opus"]);
  await jest.advanceTimersByTimeAsync(6000);
  const webm = "audio/webm;codecs=opus";
  expect(chunks.map(({ type }) => type)).toEqual([webm, webm, "audio/mp4"]);
  expect(broken).toBe(0);
});

test("delivers the chunks of a recorder that names no type", async () => {
  media.callRecordings("");
  media.support([]);
  await record();
  await jest.advanceTimersByTimeAsync(3000);
  expect(chunks.map(({ size, type }) => [size > 0, type])).toEqual([[true, ""]]);
});

test("records in a browser that can't say which types it supports", async () => {
  MediaRecorder.isTypeSupported = () => {
    throw new TypeError("no");
  };
  await record();
  await jest.advanceTimersByTimeAsync(3000);
  expect(chunks).toHaveLength(1);
});
