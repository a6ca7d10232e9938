// Copies contacts into Souffleur. Environment: SOUFFLEUR_URL, SOUFFLEUR_TOKEN (with customers:write), and the token of HubSpot
// (HUBSPOT_TOKEN) or of Pipedrive (PIPEDRIVE_TOKEN). It may be repeated: customers that are stored already are left alone.
const { SOUFFLEUR_URL, SOUFFLEUR_TOKEN, HUBSPOT_TOKEN, PIPEDRIVE_TOKEN } = process.env;
const { HUBSPOT_URL = "https://api.hubapi.com", PIPEDRIVE_URL = "https://api.pipedrive.com" } = process.env;

async function read(url, headers) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

async function* fromHubSpot(after = "") {
  const query = `limit=100&properties=firstname,lastname,company,phone,email${after && `&after=${after}`}`;
  const page = await read(`${HUBSPOT_URL}/crm/v3/objects/contacts?${query}`, {
    authorization: `Bearer ${HUBSPOT_TOKEN}`,
  });
  for (const { properties: of } of page.results)
    yield {
      name: [of.firstname, of.lastname].filter(Boolean).join(" "),
      company: of.company ?? "",
      numbers: [of.phone ?? ""],
      emails: [of.email ?? ""],
    };
  if (page.paging?.next) yield* fromHubSpot(page.paging.next.after);
}

async function* fromPipedrive(cursor = "") {
  const page = await read(`${PIPEDRIVE_URL}/api/v2/persons?limit=100${cursor && `&cursor=${cursor}`}`, {
    "x-api-token": PIPEDRIVE_TOKEN,
  });
  for (const { name, phones, emails } of page.data)
    yield { name, numbers: phones.map(({ value }) => value), emails: emails.map(({ value }) => value) };
  if (page.additional_data?.next_cursor) yield* fromPipedrive(page.additional_data.next_cursor);
}

for await (const customer of HUBSPOT_TOKEN ? fromHubSpot() : fromPipedrive()) {
  const headers = { authorization: `Bearer ${SOUFFLEUR_TOKEN}`, "content-type": "application/json" };
  const answer = await fetch(`${SOUFFLEUR_URL}/api/customers`, {
    method: "POST",
    headers,
    body: JSON.stringify(customer),
  });
  if (answer.ok || answer.status === 409) continue;
  const { error, field } = await answer.json();
  console.error(`${customer.name}: ${field ?? answer.status}: ${error}`);
  // Past the limit of a minute, the others would be refused as well.
  if (answer.status === 429) process.exit(1);
}
