import {
  Call,
  callParams,
  choice,
  cursorField,
  endpoint,
  exampleCall,
  idField,
  limits,
  listCalls,
  revisionField,
  z,
} from "@souffleur/contracts";
import { text } from "../texts/text.ts";
import { CustomerFields, customerSchemas } from "./customer-fields.ts";

export const customerLimits = {
  /** Of one request. */
  importRowsMax: 200,
  importBodyBytes: 1_500_000,
  /** Of those who have the number of a call. */
  callersMax: 50,
} as const;

/** A customer of an organization, as it is stored. */
export const StoredCustomer = z.object({
  id: z.string(),
  ...customerSchemas("stored"),
  /** Without one, all agents of the organization see the customer. */
  owner: z.object({ userId: z.string(), name: z.string() }).optional(),
  /** Counts the changes. */
  revision: z.int().nonnegative(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type StoredCustomer = z.infer<typeof StoredCustomer>;

/** A customer in the list, with what is done with them, of the calls that the caller may read. */
export const ListedCustomer = StoredCustomer.extend({
  /** When the last call with them began. */
  lastCallAt: z.iso.datetime().optional(),
  /** The first of their open next steps: those with a day come first. */
  nextStep: z.object({ text: z.string().optional(), day: z.iso.date().optional() }).optional(),
});
export type ListedCustomer = z.infer<typeof ListedCustomer>;

const ownerId = idField().nullable().optional();

const exampleCustomer = { customerId: "3f0e6f2a-4f0b-4f6e-8f1a-0c9d5e7b2a61" };
const exampleFields = {
  name: "Claire Moreau",
  company: "Ateliers Brunel",
  numbers: ["06 39 98 12 34"],
  emails: ["claire.moreau@example.com"],
  tags: ["Renewal"],
  notes: "Prefers mornings.",
};
const customerParams = z.object({ customerId: idField() });
const customerCall = { access: "organization", tag: "Customers" } as const;
const reading = { ...customerCall, scope: "customers:read" } as const;
const writing = { ...customerCall, scope: "customers:write" } as const;

export const listCustomers = endpoint("GET", "/api/customers", {
  ...reading,
  summary:
    "The organization's customers by name: all of them for callers who may view all calls, the caller's own and those without an owner for others",
  example: { query: { q: "moreau", limit: 20 } },
  query: listCalls.query.pick({ q: true, limit: true }).extend({
    /** The `nextCursor` of the previous page, with the same search. A page of a search may have fewer customers, or none. */
    cursor: cursorField(1200),
    /** "false": without `lastCallAt` and `nextStep`, which take a look at the calls of each customer. */
    contacts: choice("Contacts", ["true", "false"]).optional(),
  }),
  data: z.object({
    customers: z.array(ListedCustomer).max(limits.callsPageMax),
    nextCursor: z.string().optional(),
  }),
});

export const createCustomer = endpoint("POST", "/api/customers", {
  ...writing,
  summary:
    "Store a customer; 409 where another one has a number or an address of it, with that one as `current` where the caller may see it. Calls from its numbers get its id",
  errors: ["CUSTOMER_EXISTS", "LIMIT_REACHED", "FORBIDDEN", "NOT_FOUND", "INVALID_TRANSITION"],
  limit: 120,
  example: { body: exampleFields },
  body: CustomerFields.extend({
    /** By default the caller, but for callers who may view all calls nobody. Another account needs the right to manage users. */
    ownerId,
    /** The caller's call with this customer, which gets the customer's name and id. */
    callId: idField().optional(),
    /** Chosen by the caller: what is sent again with it after a lost answer is the same customer. */
    requestId: idField().optional(),
  }),
  data: StoredCustomer,
});

export const readCustomer = endpoint("GET", "/api/customers/:customerId", {
  ...reading,
  summary: "A customer that the caller may see",
  example: { params: exampleCustomer },
  params: customerParams,
  data: StoredCustomer,
});

export const saveCustomer = endpoint("PUT", "/api/customers/:customerId", {
  ...writing,
  summary:
    "Replace what is stored of a customer: an omitted part is removed, but not the owner. 409 with the stored customer as `current` where it has changed since the revision that is named",
  errors: ["CUSTOMER_EXISTS", "FORBIDDEN", "INVALID_TRANSITION"],
  limit: 120,
  example: { params: exampleCustomer, body: { ...exampleFields, revision: 1 } },
  params: customerParams,
  body: CustomerFields.extend({
    ownerId,
    /** The `revision` on which this is based; without it, any stored customer is replaced. */
    revision: revisionField.optional(),
  }),
  data: StoredCustomer,
});

/** A customer with the number of a call. */
export const Caller = StoredCustomer.pick({ id: true, name: true, company: true });
export type Caller = z.infer<typeof Caller>;

export const listCallers = endpoint("GET", "/api/calls/:callId/callers", {
  ...customerCall,
  summary:
    "The customers who have the number of a call and whom the caller may see, the last active first: where there are several, any of them may be on the line. For the call's agent, and after its end callers who manage users",
  errors: ["FORBIDDEN"],
  params: callParams,
  example: { params: exampleCall },
  data: z.object({
    customers: z.array(Caller).max(customerLimits.callersMax),
    /** Whether more have the number, such as colleagues' customers. */
    others: z.boolean(),
  }),
});

export const chooseCustomer = endpoint("PUT", "/api/calls/:callId/customer", {
  ...customerCall,
  summary:
    "Say which stored customer is on the line, or was: the call gets the customer's id and name. For the call's agent, and callers who manage users",
  errors: ["FORBIDDEN"],
  limit: 120,
  params: callParams,
  example: { params: exampleCall, body: exampleCustomer },
  body: customerParams,
  data: Call.pick({ customer: true }),
});

export const deleteCustomer = endpoint("DELETE", "/api/customers/:customerId", {
  ...writing,
  summary:
    "Delete a customer, for its owner and callers who manage users. Its calls stay, without its id. 404 where it was deleted before",
  errors: ["FORBIDDEN"],
  limit: 120,
  example: { params: exampleCustomer },
  params: customerParams,
});

export const exportCustomers = endpoint("GET", "/api/customers/export", {
  ...customerCall,
  capability: "exportData",
  summary:
    "The customers as CSV with the columns of the import, separated as the reader’s region has it, or as asked; for callers who may export data",
  limit: 10,
  example: {},
  query: z.object({ separator: choice("Separator", ["comma", "semicolon"]).optional() }),
  file: ["text/csv"],
});

/** What became of a row. "duplicate": a customer has its number or address, and the import was to leave those alone. */
export const ImportResult = z.object({
  line: z.int().positive(),
  result: z.enum(["created", "merged", "unchanged", "duplicate", "refused"]),
  /** The customer of the row, where the caller may see it. */
  customer: StoredCustomer.pick({ id: true, name: true }).optional(),
  /** What is wrong with a refused row. */
  field: z.string().optional(),
  error: z.string().optional(),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const importCustomers = endpoint("POST", "/api/customers/import", {
  ...customerCall,
  summary:
    "Store the customers of some rows, each by itself and in their order. A row whose number or address a customer has is merged into it, or left alone, as chosen. The same rows once more change nothing",
  limit: 60,
  bodyBytes: customerLimits.importBodyBytes,
  example: {
    body: { rows: [{ line: 2, customer: exampleFields }], duplicates: "merge" },
  },
  body: z.object({
    rows: z
      .array(
        z.object({
          /** Named in the row's result. */
          line: z
            .int({ error: text("Line must be a number") })
            .min(1, { error: text("Line must be a number") }),
          /** As the body that creates a customer; what is wrong with it is in the row's result. */
          customer: z.unknown(),
        }),
        { error: text("Rows must be a list") },
      )
      .min(1, { error: text("Rows must be a list") })
      .max(customerLimits.importRowsMax, {
        error: text(`A request has at most ${customerLimits.importRowsMax} rows`),
      }),
    duplicates: choice("Duplicates", ["merge", "leave"]),
    /** Whether new customers get the caller as their owner; by default they have none. */
    own: z.boolean({ error: text("Own must be true or false") }).default(false),
  }),
  data: z.object({ results: z.array(ImportResult) }),
});
