import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Request } from "express";
import { until } from "../../testing/app.ts";
import { listen } from "../../tools/network.ts";
import { holdTurn, type Turn } from "./turn.ts";

/** A server that answers nothing by itself, and what is known of its requests' turns. */
async function start() {
  const turns: Turn[] = [];
  let left = 0;
  const responses: ServerResponse[] = [];
  const server = createServer((req, res) => {
    const locals: Record<string, unknown> = {};
    Object.assign(req, { res: Object.assign(res, { locals }) });
    holdTurn(req as Request, () => {
      left += 1;
    });
    turns.push(locals.turn as Turn);
    responses.push(res);
  });
  const port = await listen(server);
  const client = connect(port, "127.0.0.1");
  await once(client, "connect");
  const request = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";
  return {
    turns,
    responses,
    client,
    left: () => left,
    async send(requests: number) {
      client.write(request.repeat(requests));
      await until(async () => turns.length === requests);
    },
    stop: () => server.close(),
  };
}

test("those that wait behind another one of their connection leave with it", async () => {
  const { send, client, left, stop } = await start();
  await send(3);
  expect(left()).toBe(0);
  client.destroy();
  await until(async () => left() === 3);
  stop();
});

test("one that is answered leaves", async () => {
  const { send, responses, client, left, stop } = await start();
  await send(1);
  responses[0]?.end("done");
  await until(async () => left() === 1);
  client.destroy();
  stop();
});

test("one whose handler is at work leaves when that has ended, whoever hangs up", async () => {
  const { send, turns, responses, client, left, stop } = await start();
  await send(1);
  turns[0]?.begin();
  client.destroy();
  await once(responses[0] as ServerResponse, "close");
  expect(left()).toBe(0);
  turns[0]?.end();
  turns[0]?.end();
  expect(left()).toBe(1);
  stop();
});
