// Writes each wrapped-up call into Pipedrive. Environment: WEBHOOK_SECRET, PIPEDRIVE_TOKEN (of a user).
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const {
  WEBHOOK_SECRET,
  PIPEDRIVE_TOKEN,
  PIPEDRIVE_URL = "https://api.pipedrive.com",
  PORT = "8080",
} = process.env;
const seen = new Set();

async function ask(method, path, body) {
  const headers = { "x-api-token": PIPEDRIVE_TOKEN, "content-type": "application/json" };
  const answer = await fetch(PIPEDRIVE_URL + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return (await answer.json()).data;
}

async function store({ customer, outcome, amount, nextStep, nextStepAt, notes, agentName }) {
  if (!customer.number) return;
  const term = encodeURIComponent(customer.number.replace(/\s/g, ""));
  const found = await ask("GET", `/api/v2/persons/search?term=${term}&fields=phone&exact_match=true&limit=1`);
  if (found.items.length === 0) return;
  const person_id = found.items[0].item.id;
  const [deal] = await ask("GET", `/api/v2/deals?person_id=${person_id}&status=open&limit=1`);
  const of = deal ? { deal_id: deal.id } : {};
  const content = [`Call with ${agentName}: ${outcome}`, notes].filter(Boolean).join("<br>");
  await ask("POST", "/api/v1/notes", { content, person_id, ...of });
  const participants = [{ person_id, primary: true }];
  if (nextStep)
    await ask("POST", "/api/v2/activities", {
      subject: nextStep,
      type: "task",
      due_date: nextStepAt,
      participants,
      ...of,
    });
  if (deal && outcome === "successful")
    await ask("PATCH", `/api/v2/deals/${deal.id}`, { status: "won", value: amount });
}

createServer(async (req, res) => {
  try {
    const message = new Webhook(WEBHOOK_SECRET).verify(
      Buffer.concat(await req.toArray()).toString(),
      req.headers,
    );
    const id = req.headers["webhook-id"];
    if (message.type === "call.wrapped_up" && !seen.has(id)) await store(message.data.call);
    seen.add(id);
    res.writeHead(204).end();
  } catch (error) {
    res.writeHead(error.name === "WebhookVerificationError" ? 401 : 502).end(error.message);
  }
}).listen(Number(PORT));
