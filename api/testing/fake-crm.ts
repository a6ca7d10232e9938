import { createServer, type IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import { listen } from "../tools/network.ts";

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

const association = z.strictObject({
  to: z.strictObject({ id: z.string() }),
  types: z.array(
    z.strictObject({ associationCategory: z.literal("HUBSPOT_DEFINED"), associationTypeId: z.literal(202) }),
  ),
});

/** Made from https://developers.hubspot.com/docs/api-reference (CRM v3: contacts, notes, deals). */
const hubSpot: readonly Route[] = [
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
      const isKnown = JSON.stringify(body).includes("+33639981234");
      return { total: Number(isKnown), results: isKnown ? [{ id: "101", properties: {} }] : [] };
    },
  },
  {
    method: "GET",
    path: /^\/crm\/v3\/objects\/contacts\/101$/,
    answer: (_body, url) => ({
      id: "101",
      ...(url.searchParams.get("associations") === "deals" && {
        associations: { deals: { results: [{ id: "201", type: "contact_to_deal" }] } },
      }),
    }),
  },
  {
    method: "POST",
    path: /^\/crm\/v3\/objects\/notes$/,
    body: z.strictObject({
      properties: z.strictObject({ hs_timestamp: z.iso.datetime(), hs_note_body: z.string().max(65_536) }),
      associations: z.array(association),
    }),
    answer: () => ({ id: "301" }),
  },
  {
    method: "PATCH",
    path: /^\/crm\/v3\/objects\/deals\/201$/,
    body: z.strictObject({
      properties: z.strictObject({ dealstage: z.literal("closedwon"), amount: z.string() }),
    }),
    answer: () => ({ id: "201" }),
  },
  {
    method: "GET",
    path: /^\/crm\/v3\/objects\/contacts$/,
    answer: (_body, { searchParams }) =>
      searchParams.get("after") === "50"
        ? {
            results: [
              {
                id: "2",
                properties: {
                  firstname: "Paul",
                  lastname: "Petit",
                  company: null,
                  phone: null,
                  email: "paul@example.com",
                },
              },
            ],
          }
        : {
            results: [
              {
                id: "1",
                properties: {
                  firstname: "Claire",
                  lastname: "Moreau",
                  company: "Ateliers Brunel",
                  phone: "+33639981234",
                  email: null,
                },
              },
            ],
            paging: { next: { after: "50" } },
          },
  },
];

/** Made from https://developers.pipedrive.com/docs/api/v1 and its OpenAPI description of version 2. */
const pipedrive: readonly Route[] = [
  {
    method: "GET",
    path: /^\/api\/v2\/persons\/search$/,
    answer: (_body, { searchParams: of }) => {
      if (of.get("fields") !== "phone" || of.get("exact_match") !== "true") return { data: { items: [] } };
      return {
        data: { items: of.get("term") === "+33639981234" ? [{ item: { id: 101, type: "person" } }] : [] },
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
    method: "POST",
    path: /^\/api\/v1\/notes$/,
    body: z.strictObject({ content: z.string(), person_id: z.int(), deal_id: z.int().optional() }),
    answer: () => ({ data: { id: 301 } }),
  },
  {
    method: "POST",
    path: /^\/api\/v2\/activities$/,
    body: z.strictObject({
      subject: z.string(),
      type: z.literal("task"),
      due_date: z.iso.date().optional(),
      deal_id: z.int().optional(),
      // A person_id is refused: it is read-only.
      participants: z.array(z.strictObject({ person_id: z.int(), primary: z.boolean() })),
    }),
    answer: () => ({ data: { id: 401 } }),
  },
  {
    method: "PATCH",
    path: /^\/api\/v2\/deals\/201$/,
    body: z.strictObject({ status: z.enum(["open", "won", "lost"]), value: z.number().optional() }),
    answer: () => ({ data: { id: 201 } }),
  },
  {
    method: "GET",
    path: /^\/api\/v2\/persons$/,
    answer: (_body, { searchParams }) =>
      searchParams.get("cursor") === "next"
        ? {
            data: [
              {
                id: 2,
                name: "Paul Petit",
                phones: [],
                emails: [{ value: "paul@example.com", primary: true }],
              },
            ],
          }
        : {
            data: [
              {
                id: 1,
                name: "Claire Moreau",
                phones: [{ value: "+33639981234", primary: true }],
                emails: [],
              },
            ],
            additional_data: { next_cursor: "next" },
          },
  },
];

const vendors = {
  hubspot: {
    routes: hubSpot,
    isAllowed: ({ authorization }: IncomingHttpHeaders) => authorization === "Bearer crm-token",
  },
  pipedrive: {
    routes: pipedrive,
    isAllowed: (headers: IncomingHttpHeaders) => headers["x-api-token"] === "crm-token",
  },
};

/** A server that takes the requests of a vendor's public documentation, and refuses others. Its token is `crm-token`. */
export async function startFakeCrm(vendor: keyof typeof vendors) {
  const { routes, isAllowed } = vendors[vendor];
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
