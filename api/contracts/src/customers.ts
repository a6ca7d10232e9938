import {
  canonicalEmail,
  choice,
  cursorField,
  endpoint,
  hasVisible,
  idField,
  limits,
  lineText,
  listCalls,
  oneLine,
  revisionField,
  textField,
  tooLong,
  z,
} from "@souffleur/contracts";
import { text } from "./texts/text.ts";

export const customerLimits = {
  nameMax: 100,
  companyMax: 100,
  /** Of one customer. */
  numbersMax: 10,
  numberMax: 60,
  emailsMax: 10,
  tagsMax: 20,
  tagMax: 40,
  notesMax: 5000,
  /** Of one request. */
  importRowsMax: 200,
  importBodyBytes: 1_500_000,
} as const;

/** A customer of an organization, as it is stored. */
export const StoredCustomer = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string().optional(),
  /** With their country codes, grouped for people; one that no plan has, such as an extension, as its digits. */
  numbers: z.array(z.string()),
  emails: z.array(z.string()),
  tags: z.array(z.string()),
  notes: z.string(),
  /** Without one, all agents of the organization see the customer. */
  owner: z.object({ userId: z.string(), name: z.string() }).optional(),
  /** Counts the changes. */
  revision: z.int().nonnegative(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type StoredCustomer = z.infer<typeof StoredCustomer>;

const unlessEmpty = (given: string) => (given === "" ? undefined : given);

/** A list whose repeated and empty items are left out. */
const listOf = (item: ReturnType<typeof z.string>, most: number, error: string, tooMany: string) =>
  z
    .array(item, { error })
    .max(most, { error: tooMany })
    .transform((items) => [...new Set(items.filter((one) => one !== ""))])
    .default([]);

const number = z
  .string({ error: text("Telephone number must be text") })
  .overwrite(oneLine)
  .max(customerLimits.numberMax, { error: text("This is no telephone number that can be read") });

const email = z
  .string({ error: text("Email must be text") })
  .overwrite(oneLine)
  .overwrite((typed) => canonicalEmail(typed) ?? typed)
  .refine((typed) => typed === "" || canonicalEmail(typed) !== undefined, {
    error: text("Please enter a valid email address"),
  });

const fields = {
  name: textField("Name is required", "Name")
    .overwrite(oneLine)
    .refine(hasVisible, { error: text("Name is required"), abort: true })
    .max(customerLimits.nameMax, tooLong("Name", customerLimits.nameMax)),
  company: lineText("Company", customerLimits.companyMax).transform(unlessEmpty).optional(),
  /** In any spelling; without a country code they are French. */
  numbers: listOf(
    number,
    customerLimits.numbersMax,
    text("Telephone numbers must be a list"),
    text(`A customer has at most ${customerLimits.numbersMax} telephone numbers`),
  ),
  emails: listOf(
    email,
    customerLimits.emailsMax,
    text("Email addresses must be a list"),
    text(`A customer has at most ${customerLimits.emailsMax} email addresses`),
  ),
  tags: listOf(
    lineText("Tag", customerLimits.tagMax),
    customerLimits.tagsMax,
    text("Tags must be a list"),
    text(`A customer has at most ${customerLimits.tagsMax} tags`),
  ),
  notes: z
    .string({ error: text("Notes must be text") })
    .overwrite((given) =>
      given
        .replace(/\r\n?/gu, "\n")
        .replace(/(?![\n\t])\p{Cc}/gu, "")
        .trim(),
    )
    .max(customerLimits.notesMax, {
      error: text(`Notes are too long (max ${customerLimits.notesMax} characters)`),
    })
    .default(""),
};

/** What is entered of a customer. */
export const CustomerFields = z.object(fields);
export type CustomerFields = z.infer<typeof CustomerFields>;
/** With each field, also the optional ones: code that forgets a field does not compile. A save without one would remove it. */
export type AllCustomerFields = { [Field in keyof Required<CustomerFields>]: CustomerFields[Field] };

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
  }),
  data: z.object({
    customers: z.array(StoredCustomer).max(limits.callsPageMax),
    nextCursor: z.string().optional(),
  }),
});

export const createCustomer = endpoint("POST", "/api/customers", {
  ...writing,
  summary:
    "Store a customer; 409 where another one has a number or an address of it, with that one as `current` where the caller may see it. Calls from its numbers get its id",
  errors: ["CUSTOMER_EXISTS", "FORBIDDEN"],
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
