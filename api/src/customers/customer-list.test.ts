import { listCustomers, type StoredCustomer } from "@souffleur/contracts/customers";
import { emptyDatabase } from "../../testing/database/database.ts";
import { clock } from "../clock.ts";
import type { Member } from "../http/guard.ts";
import { contentOf } from "./customer-content.ts";
import { createCustomerList } from "./customer-list.ts";
import { type CustomerDoc, type CustomerModel, customerModel } from "./customer-model.ts";

const manager = { userId: "m", role: "manager", organizationId: "o" } as Member;
const agent = { userId: "a", role: "agent", organizationId: "o" } as Member;

describe("the search of customers", () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let model: CustomerModel;
  let list: ReturnType<typeof createCustomerList>;
  beforeAll(async () => {
    database = await emptyDatabase();
    model = customerModel(database.connection);
    await model.createIndexes();
    list = createCustomerList(model);
  });
  afterAll(() => database.close());
  beforeEach(() => model.deleteMany({}));

  let stored = 0;
  async function store(names: readonly string[], changes: Partial<CustomerDoc> = {}) {
    const now = clock.now();
    const texts = { numbers: [], emails: [], tags: [], notes: "" };
    const customers = names.map((name) => ({
      _id: `customer-${String(stored++ * 7919).padStart(9, "0")}`,
      organizationId: "o",
      ...contentOf({ name, company: changes.company, ...texts }),
      ownerId: null,
      ...{ revision: 1, createdAt: now, updatedAt: now, activeAt: now, audit: [], ...changes },
    }));
    await model.insertMany(customers);
  }

  /** The pages of a search; between two of them others may do something. */
  async function pagesOf(member: Member, q: string, limit = 100, meanwhile?: () => Promise<unknown>) {
    const pages: StoredCustomer[][] = [];
    let cursor: string | undefined;
    do {
      const query = listCustomers.query.parse({ q, limit: String(limit), ...(cursor && { cursor }) });
      const page = await list(member, query);
      pages.push(page.customers);
      cursor = page.nextCursor;
      await meanwhile?.();
    } while (cursor !== undefined);
    return pages;
  }
  const found = async (member: Member, q: string) =>
    (await pagesOf(member, q)).flat().map(({ name }) => name);

  test("a word or a beginning twice is one, and several may begin one word", async () => {
    await store(["Hélène Vasseur", "Vasco Morel", "Éva Mo", "Vanessa Bo"], { company: "Ateliers" });
    for (const [q, names] of [
      ["vasseur vasseur", ["Hélène Vasseur"]],
      ["va VA vâ", ["Hélène Vasseur", "Vanessa Bo", "Vasco Morel"]],
      ["va vass", ["Hélène Vasseur"]],
      ["vas va", ["Hélène Vasseur", "Vasco Morel"]],
      ["va mo", ["Vasco Morel"]],
      ["éva MÔ", ["Éva Mo"]],
      ["hel VÀ at", ["Hélène Vasseur"]],
      ["hélène vas ateliers hel", ["Hélène Vasseur"]],
      ['va "hélène vasseur"', ["Hélène Vasseur"]],
      ['va "vasseur hélène"', []],
      ["va introuvable", []],
    ] as const)
      for (const member of [manager, agent]) expect([q, await found(member, q)]).toEqual([q, names]);
  });

  describe("in several pages", () => {
    const numbered = (name: string, from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `${name} ${String(from + at).padStart(4, "0")}`);

    test("pages of two beginnings have each customer once, in the list's order, whoever reads", async () => {
      const both = numbered("Hélène Vasseur", 0, 60);
      await store([...numbered("Anne Vasseur", 0, 210), ...numbered("Hélène Benali", 0, 210), ...both]);
      // Of one name, which their ids alone tell apart.
      await store(Array.from({ length: 30 }, () => "Vasco Hel"));
      await store(numbered("Hel Vasco", 0, 10), { ownerId: "another" });
      const own = [...both, ...Array.from({ length: 30 }, () => "Vasco Hel")];
      for (const [member, names] of [
        [manager, [...numbered("Hel Vasco", 0, 10), ...own]],
        [agent, own],
      ] as const)
        for (const limit of [7, 90]) {
          const pages = await pagesOf(member, "hél vas", limit);
          const ids = pages.flat().map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(pages.flat().map(({ name }) => name)).toEqual(names);
          // What comes before and has only one of the two is passed over.
          expect(pages[0]).toHaveLength(Math.min(limit, names.length));
        }
    });

    test("customers that are deleted, or get another owner, between two pages are in none", async () => {
      await store(numbered("Hélène Vasseur", 0, 30));
      await store(["Hélène Vasseur 9999"]);
      const names = numbered("Hélène Vasseur", 0, 10);
      const pages = await pagesOf(agent, "hél va", 10, async () => {
        await model.updateMany(
          { name: { $in: numbered("Hélène Vasseur", 9, 12) } },
          { $unset: { organizationId: 1 } },
        );
        await model.updateMany({ name: { $in: numbered("Hélène Vasseur", 21, 9) } }, { ownerId: "another" });
      });
      expect(pages.flat().map(({ name }) => name)).toEqual([...names, "Hélène Vasseur 9999"]);
    });
  });
});
