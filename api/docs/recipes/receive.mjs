// Receives webhooks and checks their signatures. Environment: WEBHOOK_SECRET, PORT (8080).
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

/** Calls `store` with each wrapped-up call. Where it fails the answer is 502, and the message comes again. */
export function receive(store) {
  const signed = new Webhook(process.env.WEBHOOK_SECRET);
  createServer(async (req, res) => {
    try {
      const { type, data } = signed.verify(Buffer.concat(await req.toArray()).toString(), req.headers);
      if (type === "call.wrapped_up") await store(data.call);
      res.writeHead(204).end();
    } catch (error) {
      res.writeHead(error.name === "WebhookVerificationError" ? 401 : 502).end(error.message);
    }
  }).listen(Number(process.env.PORT ?? 8080));
}

/** Makes requests with JSON, with the vendor's header for its token. Past a limit (429) it fails as on any other error. */
export const asker = (base, headers) => async (method, path, body) => {
  const sent = { ...headers, ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(base + path, {
    method,
    headers: sent,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json();
};
