// Writes wrapped-up calls and their next steps into Pipedrive. Environment: PIPEDRIVE_TOKEN (of a user), WEBHOOK_SECRET, PORT.
import { asker, receive } from "./receive.mjs";

const { PIPEDRIVE_TOKEN, PIPEDRIVE_URL = "https://api.pipedrive.com" } = process.env;
const ask = asker(PIPEDRIVE_URL, { "x-api-token": PIPEDRIVE_TOKEN });

/** Sets the person's note or activity whose text names the call. @param of makes it of the former one, if there is one */
async function set(path, change, text, callId, person_id, of) {
  const { data } = await ask("GET", `${path}?person_id=${person_id}&limit=500`);
  const found = data?.find((one) => one[text]?.includes(callId));
  const body = await of(found);
  await ask(found ? change : "POST", found ? `${path}/${found.id}` : path, body);
  return body.deal_id;
}

receive(async ({ callId, number, note: content, outcome, amount, currency, ...step }) => {
  const { nextStep, nextStepAt, nextStepDone } = step;
  const search = `/api/v2/persons/search?term=${encodeURIComponent(number)}&fields=phone&exact_match=true&limit=1`;
  const person_id = (await ask("GET", search)).data.items[0]?.item.id;
  if (person_id === undefined) return;
  // The deal of the first time: once it is won, another one may be the open one.
  const open = () => ask("GET", `/api/v2/deals?person_id=${person_id}&status=open&limit=1`);
  const dealOf = async (note) => (note ? note.deal_id : (await open()).data[0]?.id);
  const noteOf = async (note) => ({ content, person_id, deal_id: await dealOf(note) });
  const deal_id = await set("/v1/notes", "PUT", "content", callId, person_id, noteOf);
  const task = { subject: nextStep ?? "Next step", type: "task", due_date: nextStepAt, done: nextStepDone };
  const of = { ...task, deal_id, participants: [{ person_id, primary: true }], note: `Call ${callId}` };
  if (nextStepDone !== undefined)
    await set("/api/v2/activities", "PATCH", "note", callId, person_id, () => of);
  const won = { status: "won", value: amount, currency };
  if (deal_id && outcome === "successful") await ask("PATCH", `/api/v2/deals/${deal_id}`, won);
});
