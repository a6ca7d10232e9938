import { listCustomers } from "@souffleur/contracts/customers";
import { createKeyring } from "../src/crypto/keyring.ts";
import { contentOf } from "../src/customers/customer-content.ts";
import { createCustomerList } from "../src/customers/customer-list.ts";
import { type CustomerDoc, customerModel } from "../src/customers/customer-model.ts";
import { createCustomerRecords } from "../src/customers/customer-records.ts";
import type { Member } from "../src/http/guard.ts";
import { type Row, row, slowTime } from "./figures.ts";
import { insertQuickly, startDatabase } from "./servers/database.ts";

const many = 100_000;
const agents = 50;
const rounds = 200;

const firstNames = "Claire Paul Hélène Karim Zoé Anne Bruno Inès Yannick Sophie".split(" ");
const lastNames = "Moreau Petit Vasseur Benali Dupont Fontaine Mercier Haddad Le-Goff Girard Brunel".split(
  " ",
);

/** All have one tag, every third one another; some have no owner, and a few a rare word. */
function customer(index: number): CustomerDoc {
  const [first = "", last = ""] = [firstNames[index % 10], lastNames[index % 11]];
  const now = new Date();
  return {
    _id: `customer-${index}`,
    organizationId: "o",
    ...contentOf({
      name: `${first} ${last} ${index}`,
      company: `Ateliers ${last} et fils`,
      numbers: [`+336${String(10_000_000 + index)}`],
      emails: [`${first}.${index}@example.com`.normalize("NFKD").replace(/[^\x20-\x7e]/g, "")],
      tags: ["client", ...(index % 3 === 0 ? ["renouvellement"] : [])],
      notes: `Préfère le matin.${index % 20_000 === 500 ? " Ornithorynque." : ""}`,
    }),
    ownerId: index % 10 === 0 ? null : `agent-${index % agents}`,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    activeAt: now,
    audit: [],
  };
}

/** The list, the search and the look-up of customers. */
export default async function measure(): Promise<Row[]> {
  const database = await startDatabase();
  const model = customerModel(database.connection);
  const records = createCustomerRecords(model, createKeyring(["a-secret-for-benchmarks-0123456789"]), {
    take: async () => {},
  });
  await records.createIndexes();
  await insertQuickly(
    model.collection,
    Array.from({ length: many }, (_, index) => customer(index)),
  );
  const list = createCustomerList(model);
  const manager = { userId: "m", role: "manager", organizationId: "o" } as Member;
  const agent = { userId: "agent-7", role: "agent", organizationId: "o" } as Member;
  const page = (query: object, member = manager) =>
    slowTime(rounds, () => list(member, listCustomers.query.parse(query)));
  const pages: [string, number][] = [
    ["first page", await page({})],
    ["first page, an agent's own", await page({}, agent)],
    ["a rare word", await page({ q: "ornithorynques" })],
    ["a common word", await page({ q: "renouvellement" })],
    ["a word that all have", await page({ q: "client" })],
    ["two common words", await page({ q: "moreau renouvellement" })],
    ["a common word, an agent's own", await page({ q: "client" }, agent)],
    ["the beginning of a name, which a tenth have", await page({ q: "vass" })],
    ["two beginnings", await page({ q: "hél vass" })],
    ["two beginnings that none has", await page({ q: "va mo" })],
    ["the beginning of a name, an agent's own", await page({ q: "vass" }, agent)],
    ["a number", await page({ q: "06 10 05 00 00" })],
    ["a phrase", await page({ q: '"ateliers moreau"' })],
    ["a word that none has", await page({ q: "introuvable" })],
    [
      "the customer of a number",
      await slowTime(rounds, (round) => records.called("o", `06${10_000_000 + round}`)),
    ],
  ];
  await database.stop();
  return pages.map(([name, ms]) => row(`${many} customers, ${name}, p99 ms`, ms, "≤ 50 ms"));
}
