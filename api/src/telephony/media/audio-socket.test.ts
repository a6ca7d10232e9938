import { once } from "node:events";
import { connect, Socket } from "node:net";
import { Counter } from "prom-client";
import { freePort } from "../../../tools/network.ts";
import { createKeyring } from "../../crypto/keyring.ts";
import { createLogger } from "../../http/logger.ts";
import { listenAudioSocket } from "./audio-socket.ts";
import { createMediaTokens } from "./media-tokens.ts";

const host = "127.0.0.1";
const message = (kind: number, payload: Buffer) =>
  Buffer.concat([Buffer.from([kind, payload.length >> 8, payload.length & 0xff]), payload]);
const introduction = (token: string) => message(0x01, Buffer.from(token.replaceAll("-", ""), "hex"));
const frame = message(0x10, Buffer.alloc(160, 7));

let endpoint: Awaited<ReturnType<typeof listenAudioSocket>>;
let tokens: ReturnType<typeof createMediaTokens>;
let port: number;
const unauthorized = new Counter({ name: "unauthorized", help: "unauthorized", registers: [] });
const refused = async () => (await unauthorized.get()).values[0]?.value;

beforeAll(async () => {
  port = await freePort();
  tokens = createMediaTokens(createKeyring(["a secret of these tests"]));
  const log = createLogger("silent");
  endpoint = await listenAudioSocket({ host, port, tokens, log, unauthorized });
});
afterAll(() => endpoint.close());
beforeEach(() => {
  unauthorized.reset();
});

function tap() {
  const frames: Buffer[] = [];
  let [onHeard, onClosed] = [() => {}, () => {}];
  const received = new Promise<void>((resolve) => {
    onHeard = resolve;
  });
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const { token, forget } = tokens.expect({
    onOpen() {},
    onFrame(bytes) {
      frames.push(Buffer.from(bytes));
      onHeard();
    },
    onClose: () => onClosed(),
  });
  return { token, forget, frames, received, closed };
}

async function dial(first: Buffer) {
  const socket = connect({ host, port, noDelay: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(first);
  return socket;
}

test("assembles messages from pieces, ignores unknown ones, and closes at a hang-up", async () => {
  const { token, frames, closed } = tap();
  const stream = Buffer.concat([
    introduction(token),
    frame,
    message(0x03, Buffer.from("5")),
    message(0x77, Buffer.alloc(300, 1)),
    message(0x10, Buffer.alloc(0)),
    frame,
    message(0x00, Buffer.alloc(0)),
    frame,
  ]);
  const socket = await dial(stream.subarray(0, 1));
  for (let at = 1; at < stream.length; at += 7) {
    await new Promise<void>((resolve) => socket.write(stream.subarray(at, at + 7), () => resolve()));
  }
  await closed;
  expect(frames.map(({ length }) => length)).toEqual([160, 0, 160]);
  expect(frames[2]?.every((sample) => sample === 7)).toBe(true);
  expect(await refused()).toBe(0);
});

test("enables TCP keep-alive", async () => {
  const asked = jest.spyOn(Socket.prototype, "setKeepAlive");
  const { token, received, forget, closed } = tap();
  const socket = await dial(Buffer.concat([introduction(token), frame]));
  await received;
  expect(asked).toHaveBeenCalledWith(true, 5000);
  asked.mockRestore();
  forget();
  await closed;
  socket.destroy();
});

test("refuses a connection whose first message is no unused token of a tap", async () => {
  const used = tap();
  const first = await dial(introduction(used.token));
  first.write(frame);
  await used.received;
  const firsts = [
    introduction(used.token),
    introduction("00000000-0000-4000-8000-000000000000"),
    message(0x01, Buffer.alloc(4)),
    frame,
    Buffer.from("GET / HTTP/1.1\r\n\r\n".padEnd(25_000)),
  ];
  for (const bytes of firsts) {
    const socket = await dial(bytes);
    await once(socket.resume(), "close");
  }
  expect(await refused()).toBe(firsts.length);
  const closed = once(first.resume(), "close");
  used.forget();
  await Promise.all([closed, used.closed]);
  expect(used.frames).toHaveLength(1);
});
