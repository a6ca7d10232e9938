import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { WebhookInput } from "@souffleur/contracts/webhooks";
import { Webhook } from "standardwebhooks";
import { listen } from "../../tools/network.ts";
import type { TestApp } from "../app.ts";

/** A message that a receiver has verified. */
export interface Message {
  id: string;
  type: string;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any event
  data: any;
  headers: IncomingHttpHeaders;
}

type Answer = (message: Message, res: ServerResponse, req: IncomingMessage) => void;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A receiver that verifies each request by the public package of Standard Webhooks. */
export async function startReceiver(port?: number) {
  const received: Message[] = [];
  let secret = "";
  const accept: Answer = (_message, res) => void res.writeHead(204).end();
  let answer = accept;
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString();
    const { headers } = req;
    try {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as Message;
      const message = { ...verified, id: String(headers["webhook-id"]), headers };
      received.push(message);
      answer(message, res, req);
    } catch {
      res.writeHead(401).end("signature refused");
    }
  });
  const at = await listen(server, "127.0.0.1", port);
  return {
    url: `http://127.0.0.1:${at}/souffleur?for=tests`,
    port: at,
    received,
    /** What a type of event has told, in the order of arrival. */
    of: (type: string) => received.filter((message) => message.type === type),
    onConnection: (listener: () => void) => void server.on("connection", listener),
    trust(value: string): void {
      secret = value;
    },
    /** @param next by default it accepts */
    answer(next: Answer = accept): void {
      answer = next;
    },
    close(): Promise<unknown> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Creates a webhook to the receiver, which then trusts its secret. */
export async function hook(
  { request }: Pick<TestApp, "request">,
  receiver: Receiver,
  { token }: { token: string },
  events: WebhookInput["events"] = ["call.ended", "call.wrapped_up", "call.deleted"],
): Promise<string> {
  const { body } = await request("POST", "/api/webhooks", { token, body: { url: receiver.url, events } });
  receiver.trust(body.data.secret);
  return body.data.id;
}
