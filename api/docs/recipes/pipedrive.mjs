// Writes wrapped-up calls and their next steps into Pipedrive. Environment: PIPEDRIVE_TOKEN (of a user), WEBHOOK_SECRET, PORT.
import { asker, receive } from "./receive.mjs";

const { PIPEDRIVE_TOKEN, PIPEDRIVE_URL = "https://api.pipedrive.com" } = process.env;
const ask = asker(PIPEDRIVE_URL, { "x-api-token": PIPEDRIVE_TOKEN });

/** The person's note or activity whose text names the call. */
async function find(path, person_id, text, callId) {
  const { data } = await ask("GET", `${path}?person_id=${person_id}&limit=500`);
  return data?.find((one) => one[text]?.includes(callId));
}

receive(async ({ callId, customer, outcome, amount, notes, agentName, ...step }) => {
  if (!customer.number) return;
  const term = encodeURIComponent(customer.number.replace(/\s/g, ""));
  const search = `/api/v2/persons/search?term=${term}&fields=phone&exact_match=true&limit=1`;
  const person_id = (await ask("GET", search)).data.items[0]?.item.id;
  if (person_id === undefined) return;
  const note = await find("/v1/notes", person_id, "content", callId);
  // The deal of the first time: once it is won, another one may be the open one.
  const open = () => ask("GET", `/api/v2/deals?person_id=${person_id}&status=open&limit=1`);
  const deal_id = note ? note.deal_id : (await open()).data[0]?.id;
  const content = [`${agentName}: ${outcome}`, notes, `Call ${callId}`].filter(Boolean).join("<br>");
  await ask(note ? "PUT" : "POST", note ? `/v1/notes/${note.id}` : "/v1/notes", {
    content,
    person_id,
    deal_id,
  });
  if (step.nextStepDone !== undefined) {
    const task = await find("/api/v2/activities", person_id, "note", callId);
    const subject = step.nextStep ?? "Next step";
    const of = { deal_id, participants: [{ person_id, primary: true }], note: `Call ${callId}` };
    const body = { subject, type: "task", due_date: step.nextStepAt, done: step.nextStepDone, ...of };
    await ask(task ? "PATCH" : "POST", `/api/v2/activities${task ? `/${task.id}` : ""}`, body);
  }
  if (deal_id && outcome === "successful")
    await ask("PATCH", `/api/v2/deals/${deal_id}`, { status: "won", value: amount });
});
