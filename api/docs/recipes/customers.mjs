// Copies contacts into Souffleur. Environment: SOUFFLEUR_URL, SOUFFLEUR_TOKEN (with customers:write), and the token of HubSpot
// (HUBSPOT_TOKEN) or of Pipedrive (PIPEDRIVE_TOKEN). It may be repeated with the same token: a contact is known by its id, also
// under another name, and what was changed in Souffleur is left alone.
const { SOUFFLEUR_URL, SOUFFLEUR_TOKEN, HUBSPOT_TOKEN, PIPEDRIVE_TOKEN } = process.env;
const { HUBSPOT_URL = "https://api.hubapi.com", PIPEDRIVE_URL = "https://api.pipedrive.com" } = process.env;

const hubSpot = {
  url: `${HUBSPOT_URL}/crm/v3/objects/contacts?limit=100&properties=firstname,lastname,company,phone,email`,
  headers: { authorization: `Bearer ${HUBSPOT_TOKEN}` },
  next: ({ paging }) => paging?.next && `&after=${paging.next.after}`,
  customers: ({ results }) =>
    results.map(({ id, properties: { firstname, lastname, company, phone, email } }) => {
      const name = [firstname, lastname].filter(Boolean).join(" ");
      const requestId = `hubspot ${id}`;
      return { requestId, name, company: company ?? "", numbers: [phone ?? ""], emails: [email ?? ""] };
    }),
};
const values = (all) => all.map(({ value }) => value);
const pipedrive = {
  url: `${PIPEDRIVE_URL}/api/v2/persons?limit=100`,
  headers: { "x-api-token": PIPEDRIVE_TOKEN },
  next: ({ additional_data: more }) => more?.next_cursor && `&cursor=${more.next_cursor}`,
  customers: ({ data }) =>
    data.map(({ id, name, phones, emails }) => ({
      requestId: `pipedrive ${id}`,
      name,
      numbers: values(phones),
      emails: values(emails),
    })),
};

const vendor = HUBSPOT_TOKEN ? hubSpot : pipedrive;
const headers = { authorization: `Bearer ${SOUFFLEUR_TOKEN}`, "content-type": "application/json" };
let next = "";
do {
  const page = await fetch(vendor.url + next, { headers: vendor.headers });
  if (!page.ok) throw new Error(`${page.url}: ${page.status}`);
  const read = await page.json();
  for (const customer of vendor.customers(read)) {
    const body = JSON.stringify(customer);
    const answer = await fetch(`${SOUFFLEUR_URL}/api/customers`, { method: "POST", headers, body });
    if (answer.ok || answer.status === 409) continue;
    const { error, field } = await answer.json();
    console.error(`${customer.name}: ${field ?? answer.status}: ${error}`);
    // Past the limit of a minute, the others would be refused as well.
    if (answer.status === 429) process.exit(1);
  }
  next = vendor.next(read);
} while (next);
