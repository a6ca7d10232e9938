import { createServer, type IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import { listen } from "../../tools/network.ts";

interface Call {
  method: string;
  /** With its query. */
  path: string;
  body: unknown;
}

interface Route {
  method: string;
  path: RegExp;
  /** What the vendor's documentation says of the body. */
  body?: z.ZodType;
  answer: (body: unknown, url: URL) => unknown;
}

/** Of the person that both know. */
const number = "+33639981234";

/** What is stored of a kind, by ids that the CRM gives; a changed one keeps what the change does not name. */
function createStore() {
  const stored = new Map<number, object>();
  return {
    list: () => [...stored].map(([id, fields]) => ({ id, ...fields })),
    add(fields: object) {
      const id = 301 + stored.size;
      stored.set(id, fields);
      return { id, ...fields };
    },
    change(id: number, fields: object) {
      const changed = { ...stored.get(id), ...fields };
      stored.set(id, changed);
      return { id, ...changed };
    },
  };
}

const lastIdOf = ({ pathname }: URL) => Number(pathname.split("/").at(-1));

/** Notes or tasks of HubSpot: added with an association, read by their ids, changed. */
function hubSpotKind(kind: string, associationTypeId: number, properties: z.ZodType) {
  const store = createStore();
  const association = z.strictObject({
    to: z.strictObject({ id: z.string() }),
    types: z.array(
      z.strictObject({
        associationCategory: z.literal("HUBSPOT_DEFINED"),
        associationTypeId: z.literal(associationTypeId),
      }),
    ),
  });
  const toDto = ({ id, ...fields }: { id: number }) => ({ id: String(id), properties: fields });
  const given = (body: unknown) => (body as { properties: object }).properties;
  const routes: Route[] = [
    {
      method: "POST",
      path: new RegExp(`^/crm/v3/objects/${kind}$`),
      body: z.strictObject({ properties, associations: z.array(association) }),
      answer: (body) => toDto(store.add(given(body))),
    },
    {
      method: "POST",
      path: new RegExp(`^/crm/v3/objects/${kind}/batch/read$`),
      body: z.strictObject({
        properties: z.array(z.string()),
        inputs: z.array(z.strictObject({ id: z.string() })).max(100),
      }),
      answer: () => ({ status: "COMPLETE", results: store.list().map(toDto) }),
    },
    {
      method: "PATCH",
      path: new RegExp(`^/crm/v3/objects/${kind}/\\d+$`),
      body: z.strictObject({ properties }),
      answer: (body, url) => toDto(store.change(lastIdOf(url), given(body))),
    },
  ];
  return {
    routes,
    ids: () => store.list().map(({ id }) => ({ id: String(id), type: `contact_to_${kind}` })),
  };
}

/**
 * Made from HubSpot's CRM API v3 as its client library 13.5.0 (`@hubspot/api-client`) describes it, and from the guides at
 * https://developers.hubspot.com/docs/api-reference (notes, tasks, search).
 */
function hubSpot(): Route[] {
  const notes = hubSpotKind(
    "notes",
    202,
    z.strictObject({ hs_timestamp: z.iso.datetime(), hs_note_body: z.string().max(65_536) }),
  );
  const tasks = hubSpotKind(
    "tasks",
    204,
    z.strictObject({
      hs_timestamp: z.iso.datetime(),
      hs_task_subject: z.string(),
      hs_task_body: z.string(),
      hs_task_status: z.enum(["NOT_STARTED", "COMPLETED"]),
    }),
  );
  return [
    {
      method: "POST",
      path: /^\/crm\/v3\/objects\/contacts\/search$/,
      body: z.strictObject({
        filterGroups: z.array(
          z.strictObject({
            filters: z.array(
              z.strictObject({
                propertyName: z.literal("phone"),
                operator: z.literal("EQ"),
                value: z.string(),
              }),
            ),
          }),
        ),
        limit: z.int().max(200),
      }),
      answer: (body) => {
        const isKnown = JSON.stringify(body).includes(number);
        return { total: Number(isKnown), results: isKnown ? [{ id: "101", properties: {} }] : [] };
      },
    },
    {
      method: "GET",
      path: /^\/crm\/v3\/objects\/contacts\/101$/,
      answer: (_body, url) => {
        const all = {
          deals: [{ id: "201", type: "contact_to_deal" }],
          notes: notes.ids(),
          tasks: tasks.ids(),
        };
        const asked = (url.searchParams.get("associations") ?? "").split(",");
        // A kind without any is left out.
        const found = Object.entries(all).filter(([kind, { length }]) => asked.includes(kind) && length > 0);
        return {
          id: "101",
          associations: Object.fromEntries(found.map(([kind, results]) => [kind, { results }])),
        };
      },
    },
    ...notes.routes,
    ...tasks.routes,
    {
      method: "PATCH",
      path: /^\/crm\/v3\/objects\/deals\/201$/,
      body: z.strictObject({
        properties: z.strictObject({
          dealstage: z.literal("closedwon"),
          amount: z.string().optional(),
          deal_currency_code: z.string().length(3).optional(),
        }),
      }),
      answer: () => ({ id: "201" }),
    },
    {
      method: "GET",
      path: /^\/crm\/v3\/objects\/contacts$/,
      answer: (_body, { searchParams }) => {
        const of = { firstname: "Paul", lastname: "Petit", company: null, phone: null, email: null };
        if (searchParams.get("after") === "50")
          return { results: [{ id: "2", properties: { ...of, email: "paul@example.com" } }] };
        const claire = {
          ...of,
          firstname: "Claire",
          lastname: "Moreau",
          company: "Ateliers Brunel",
          phone: number,
        };
        return { results: [{ id: "1", properties: claire }], paging: { next: { after: "50" } } };
      },
    },
  ];
}

/** Notes or activities of Pipedrive: listed by their person, added, changed. */
function pipedriveKind(path: string, change: "PUT" | "PATCH", body: z.ZodType): Route[] {
  const store = createStore();
  return [
    {
      method: "GET",
      path: new RegExp(`^${path}$`),
      // Of none, version 1 has null.
      answer: (_body, { searchParams: of }) => ({
        data:
          of.get("person_id") === "101" && store.list().length > 0
            ? store.list()
            : path === "/v1/notes"
              ? null
              : [],
      }),
    },
    {
      method: "POST",
      path: new RegExp(`^${path}$`),
      body,
      answer: (given) => ({ data: store.add(given as object) }),
    },
    {
      method: change,
      path: new RegExp(`^${path}/\\d+$`),
      body,
      answer: (given, url) => ({ data: store.change(lastIdOf(url), given as object) }),
    },
  ];
}

/** Made from Pipedrive's API v2, and v1 for notes, as its client library 32.2.1 (`pipedrive`) describes them. */
const pipedrive = (): Route[] => [
  ...pipedriveKind(
    "/v1/notes",
    "PUT",
    z.strictObject({ content: z.string(), person_id: z.int(), deal_id: z.int().optional() }),
  ),
  ...pipedriveKind(
    "/api/v2/activities",
    "PATCH",
    z.strictObject({
      subject: z.string(),
      type: z.literal("task"),
      due_date: z.iso.date().optional(),
      done: z.boolean(),
      note: z.string(),
      deal_id: z.int().optional(),
      participants: z.array(z.strictObject({ person_id: z.int(), primary: z.boolean() })),
    }),
  ),
  {
    method: "GET",
    path: /^\/api\/v2\/persons\/search$/,
    answer: (_body, { searchParams: of }) => {
      if (of.get("fields") !== "phone" || of.get("exact_match") !== "true") return { data: { items: [] } };
      return {
        data: { items: of.get("term") === number ? [{ item: { id: 101, type: "person" } }] : [] },
      };
    },
  },
  {
    method: "GET",
    path: /^\/api\/v2\/deals$/,
    answer: (_body, { searchParams: of }) => ({
      data: of.get("person_id") === "101" && of.get("status") === "open" ? [{ id: 201, status: "open" }] : [],
    }),
  },
  {
    method: "PATCH",
    path: /^\/api\/v2\/deals\/201$/,
    body: z.strictObject({
      status: z.enum(["open", "won", "lost"]),
      value: z.number().optional(),
      currency: z.string().length(3).optional(),
    }),
    answer: () => ({ data: { id: 201 } }),
  },
  {
    method: "GET",
    path: /^\/api\/v2\/persons$/,
    answer: (_body, { searchParams }) => {
      const emails = [{ value: "paul@example.com", primary: true }];
      if (searchParams.get("cursor") === "next")
        return { data: [{ id: 2, name: "Paul Petit", phones: [], emails }] };
      const claire = { id: 1, name: "Claire Moreau", phones: [{ value: number, primary: true }], emails: [] };
      return { data: [claire], additional_data: { next_cursor: "next" } };
    },
  },
];

const vendors = {
  hubspot: {
    routesOf: hubSpot,
    isAllowed: ({ authorization }: IncomingHttpHeaders) => authorization === "Bearer crm-token",
  },
  pipedrive: {
    routesOf: pipedrive,
    isAllowed: (headers: IncomingHttpHeaders) => headers["x-api-token"] === "crm-token",
  },
};

/** A server that takes the requests of a vendor's public documentation, and refuses others. Its token is `crm-token`. */
export async function startFakeCrm(vendor: keyof typeof vendors) {
  const { routesOf, isAllowed } = vendors[vendor];
  const routes = routesOf();
  const calls: Call[] = [];
  const refused: Call[] = [];
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? "/", "http://fake");
    const text = Buffer.concat(await req.toArray()).toString();
    const made = {
      method: req.method ?? "",
      path: req.url ?? "",
      body: text === "" ? undefined : JSON.parse(text),
    };
    const route = routes.find(({ method, path }) => method === made.method && path.test(url.pathname));
    const isValid = route !== undefined && (route.body ?? z.undefined()).safeParse(made.body).success;
    const status = !isAllowed(req.headers) ? 401 : isValid ? 200 : 400;
    (status === 200 ? calls : refused).push(made);
    res.writeHead(status, { "Content-Type": "application/json" });
    res.end(JSON.stringify(status === 200 ? route?.answer(made.body, url) : { status: "error" }));
  });
  const url = `http://127.0.0.1:${await listen(server, "127.0.0.1")}`;
  return { url, calls, refused, close: () => server.close() };
}
