import { once } from "node:events";
import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import WebSocket from "ws";
import { createKeyring } from "../../crypto/keyring.ts";
import { createLogger } from "../../http/logger.ts";
import { createMediaEndpoint, mediaPath } from "./media-endpoint.ts";
import { createMediaTokens } from "./media-tokens.ts";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(quiet?: number, log = createLogger("silent")) {
  const server = createServer();
  const tokens = createMediaTokens(createKeyring(["a secret of these tests"]));
  const endpoint = createMediaEndpoint({ server, tokens, log, ...(quiet && { quiet }) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  stops.push(() => new Promise((resolve) => server.close(resolve)), endpoint.close);

  const url = `ws://127.0.0.1:${port}${mediaPath}`;

  return {
    server,
    url,
    close: endpoint.close,
    /** A tap, the events of both ends, and a function that connects with its token. */
    tap({ autoPong = true } = {}) {
      const received: string[] = [];
      let onClosed = () => {};
      const closed = new Promise<void>((resolve) => {
        onClosed = resolve;
      });
      const { token, forget } = tokens.expect({
        onOpen: () => received.push("open"),
        onFrame: (frame) => received.push(`${frame.length} bytes`),
        onClose: onClosed,
      });
      const dial = async () => {
        const socket = new WebSocket(`${url}?token=${token}`, "media", { autoPong });
        socket.on("ping", () => received.push("ping"));
        await once(socket, "open");
        return socket;
      };
      return { dial, received, closed, forget };
    },
  };
}

test("accepts frames to the end of the closing handshake, and closes when the tap is closed", async () => {
  const { tap } = await start();
  const hangsUp = tap();
  const telephone = await hangsUp.dial();
  expect(telephone.protocol).toBe("media");
  for (let sent = 0; sent < 3; sent++) telephone.send(Buffer.alloc(160));
  telephone.close(1000);
  await hangsUp.closed;
  expect(hangsUp.received).toEqual(["open", "160 bytes", "160 bytes", "160 bytes"]);

  const givenUp = tap();
  const other = await givenUp.dial();
  givenUp.forget();
  other.send(Buffer.alloc(160));
  expect((await once(other, "close"))[0]).toBe(1000);
  await givenUp.closed;
  expect(givenUp.received).toEqual(["open"]);
});

test("accepts a token once, and tolerates any address", async () => {
  const { tap, server } = await start();
  const { dial, forget } = tap();
  const first = await dial();
  await expect(dial()).rejects.toThrow("403");
  const closed = once(first, "close");
  forget();
  await closed;
  for (const url of ["//", "http://[", "/%", `${mediaPath}/..//`]) {
    const request = Object.assign(new IncomingMessage(new Socket()), { url });
    expect(() => server.emit("upgrade", request, new Socket(), Buffer.alloc(0))).not.toThrow();
  }
});

test("answers a ping, and closes with a reason at a wrong format or a message that is too long", async () => {
  const { tap } = await start();
  const [slin, long] = [tap(), tap()];
  const [first, second] = [await slin.dial(), await long.dial()];
  first.ping("there?");
  expect(String((await once(first, "pong"))[0])).toBe("there?");
  first.send("no JSON");
  first.send(JSON.stringify({ event: "MEDIA_START", format: "slin16" }));
  expect((await once(first, "close"))[0]).toBe(1003);
  second.send(Buffer.alloc(70_000));
  expect((await once(second, "close"))[0]).toBe(1009);
  await Promise.all([slin.closed, long.closed]);
});

test("pings a silent client, and closes the connection without an answer", async () => {
  const { tap } = await start(50);
  const { dial, received, closed } = tap({ autoPong: false });
  await Promise.all([dial().then((telephone) => once(telephone, "close")), closed]);
  expect(received).toEqual(["open", "ping"]);
});

test("logs unauthorized connections in a few lines per minute, with their number", async () => {
  const lines: { msg: string; from?: string; more?: number }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const { url, close } = await start(undefined, createLogger("warn", destination));
  for (let tried = 0; tried < 100; tried++) {
    const unauthorized = new WebSocket(`${url}?token=${tried}`, "media");
    await expect(once(unauthorized, "open")).rejects.toThrow("403");
  }
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatchObject({ msg: "refused media without a tap's token", from: "127.0.0.1" });
  await close();
  expect(lines.slice(5)).toMatchObject([{ more: 95 }]);
});
