// Writes each wrapped-up call into HubSpot. Environment: WEBHOOK_SECRET, HUBSPOT_TOKEN (of a private app).
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const { WEBHOOK_SECRET, HUBSPOT_TOKEN, HUBSPOT_URL = "https://api.hubapi.com", PORT = "8080" } = process.env;
const seen = new Set();

async function ask(method, path, body) {
  const headers = { authorization: `Bearer ${HUBSPOT_TOKEN}`, "content-type": "application/json" };
  const answer = await fetch(HUBSPOT_URL + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json();
}

async function store({ customer, outcome, amount, nextStep, notes, agentName, startedAt }) {
  if (!customer.number) return;
  const filters = [{ propertyName: "phone", operator: "EQ", value: customer.number.replace(/\s/g, "") }];
  const found = await ask("POST", "/crm/v3/objects/contacts/search", {
    filterGroups: [{ filters }],
    limit: 1,
  });
  if (found.results.length === 0) return;
  const { id, associations } = await ask(
    "GET",
    `/crm/v3/objects/contacts/${found.results[0].id}?associations=deals`,
  );
  const text = [`Call with ${agentName}: ${outcome}`, amount && `USD ${amount}`, nextStep, notes]
    .filter(Boolean)
    .join("\n");
  const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 202 }]; // a note of a contact
  const properties = { hs_timestamp: startedAt, hs_note_body: text };
  await ask("POST", "/crm/v3/objects/notes", { properties, associations: [{ to: { id }, types }] });
  const deal = associations?.deals?.results[0];
  if (deal && outcome === "successful")
    await ask("PATCH", `/crm/v3/objects/deals/${deal.id}`, {
      properties: { dealstage: "closedwon", amount: String(amount ?? "") },
    });
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
