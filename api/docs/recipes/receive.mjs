// Receives webhooks and checks their signatures. Environment: WEBHOOK_SECRET, PORT (8080).
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

/** What a CRM's note says of a call, which is found again by the last line. */
const noteOf = ({ agentName, outcome, amount, currency, notes, callId }) =>
  [`${agentName}: ${outcome}`, amount && `${currency} ${amount}`, notes, `Call ${callId}`]
    .filter(Boolean)
    .join("<br>");

/** Stores each wrapped-up call of a number. Where that fails the answer is 502, and the message comes again. */
export function receive(store) {
  const signed = new Webhook(process.env.WEBHOOK_SECRET);
  createServer(async (req, res) => {
    try {
      const { type, data } = signed.verify(Buffer.concat(await req.toArray()).toString(), req.headers);
      const number = type === "call.wrapped_up" && data.call.customer.number?.replace(/\s/g, "");
      if (number) await store({ ...data.call, number, note: noteOf(data.call) });
      res.writeHead(204).end();
    } catch (error) {
      res.writeHead(error.name === "WebhookVerificationError" ? 401 : 502).end(error.message);
    }
  }).listen(Number(process.env.PORT ?? 8080));
}

/** Makes requests with JSON, with the vendor's header for its token. Past a limit (429) it fails as on any other error. */
export const asker = (base, token) => async (method, path, json) => {
  const headers = json ? { ...token, "content-type": "application/json" } : token;
  const answer = await fetch(base + path, { method, headers, body: json && JSON.stringify(json) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json();
};
