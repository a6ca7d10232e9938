// Writes wrapped-up calls and their next steps into HubSpot. Environment: HUBSPOT_TOKEN (of a private app), WEBHOOK_SECRET, PORT.
import { asker, receive } from "./receive.mjs";

const { HUBSPOT_TOKEN, HUBSPOT_URL = "https://api.hubapi.com" } = process.env;
const ask = asker(`${HUBSPOT_URL}/crm/v3/objects`, { authorization: `Bearer ${HUBSPOT_TOKEN}` });

/** Sets the contact's note or task whose text names the call, and adds it where there is none. */
async function set(kind, contact, callId, associationTypeId, text, properties) {
  const inputs = (contact.associations?.[kind]?.results ?? []).slice(-100).map(({ id }) => ({ id }));
  const read = { properties: [text], inputs };
  const { results } = inputs.length > 0 ? await ask("POST", `/${kind}/batch/read`, read) : { results: [] };
  const found = results.find(({ properties: of }) => of[text]?.includes(callId));
  if (found) return ask("PATCH", `/${kind}/${found.id}`, { properties });
  const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId }];
  return ask("POST", `/${kind}`, { properties, associations: [{ to: { id: contact.id }, types }] });
}

receive(
  async ({ callId, number, note: hs_note_body, outcome, amount, currency, startedAt, nextStep, ...step }) => {
    const filterGroups = [{ filters: [{ propertyName: "phone", operator: "EQ", value: number }] }];
    const [found] = (await ask("POST", "/contacts/search", { filterGroups, limit: 1 })).results;
    if (!found) return;
    const contact = await ask("GET", `/contacts/${found.id}?associations=deals,notes,tasks`);
    await set("notes", contact, callId, 202, "hs_note_body", { hs_timestamp: startedAt, hs_note_body });
    const hs_timestamp = step.nextStepAt ? `${step.nextStepAt}T12:00:00Z` : startedAt;
    const hs_task_status = step.nextStepDone ? "COMPLETED" : "NOT_STARTED";
    const task = { hs_timestamp, hs_task_subject: nextStep ?? "Next step", hs_task_status };
    if (step.nextStepDone !== undefined)
      await set("tasks", contact, callId, 204, "hs_task_body", { ...task, hs_task_body: `Call ${callId}` });
    const deal = contact.associations?.deals?.results[0];
    const sum = amount && { amount: String(amount), deal_currency_code: currency };
    const properties = { dealstage: "closedwon", ...sum };
    if (deal && outcome === "successful") await ask("PATCH", `/deals/${deal.id}`, { properties });
  },
);
