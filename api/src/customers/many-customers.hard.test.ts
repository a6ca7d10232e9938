import type { ImportResult, StoredCustomer } from "@souffleur/contracts/customers";
import {
  insertMany,
  readPages,
  startWatchedCalls,
  type WatchedCalls,
} from "../../testing/calls/stored-calls.ts";
import { acme, agent, colleague, manager, type Person } from "../../testing/people/call-people.ts";
import { clock } from "../clock.ts";

const path = "/api/customers";

describe("many customers", () => {
  let server: WatchedCalls;
  beforeAll(async () => {
    server = await startWatchedCalls();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.connection.collection("customers").deleteMany({});
  });

  const find = async (person: Person, query: Record<string, string>) => {
    const { body } = await server.api(person, "GET", `${path}?${new URLSearchParams(query)}`);
    const customers = body.data.customers as StoredCustomer[];
    return { names: customers.map(({ name }) => name), nextCursor: body.data.nextCursor as string };
  };
  const bring = async (person: Person, rows: unknown[]) => {
    const body = { duplicates: "merge", rows: rows.map((customer, at) => ({ line: at + 2, customer })) };
    const { body: answer } = await server.api(person, "POST", `${path}/import`, body);
    return answer.data.results as ImportResult[];
  };

  test("an import reads no other customers of a name or a number that many have", async () => {
    const named = (at: number, more: object = {}) => ({
      name: "Accueil",
      company: `Mairie ${at}`,
      ...more,
    });
    const extension = (at: number) => ({ name: `Bureau ${at}`, numbers: ["01 42 34 56 78"] });
    const many = Array.from({ length: 50 }, (_, at) => [
      named(at),
      named(at + 50, { emails: [`accueil-${at}@example.com`] }),
      { name: "Accueil", emails: [`seul-${at}@example.com`] },
      extension(at),
    ]).flat();
    await bring(manager, many);
    const finds: { filter: object; limit: number }[] = [];
    const note = ({ command }: { command: { find?: string; filter?: object; limit?: number } }) => {
      const { find, filter = {}, limit = 0 } = command;
      if (find === "customers" && "organizationId" in filter) finds.push({ filter, limit });
    };
    const client = server.queries.connection.getClient().on("commandStarted", note);
    const kinds = (
      await bring(manager, [
        named(100),
        named(1),
        named(51),
        named(2, { numbers: ["0639980101"] }),
        named(101, { numbers: ["0639980102"] }),
        { name: "Accueil" },
        extension(1),
        extension(50),
      ])
    ).map(({ result }) => result);
    client.off("commandStarted", note);
    const expected = ["created", "unchanged", "unchanged", "merged", "created", "created"];
    expect(kinds).toEqual([...expected, "unchanged", "created"]);
    expect(finds.length).toBeGreaterThan(5);
    const customers = server.connection.collection("customers");
    for (const { filter, limit } of finds) {
      const { executionStats } = await customers.find(filter).limit(limit).explain("executionStats");
      expect([filter, executionStats.totalDocsExamined < 3]).toEqual([filter, true]);
    }
    expect(await server.queries.scans()).toEqual([]);
  });

  test("a search of many goes through the rarest word or what its reader may see, so that its first page is full", async () => {
    const at = clock.now();
    const ownerOf = (index: number) => (index % 9 === 0 && index > 2500 ? agent.id : colleague.id);
    const isRare = (index: number) => index >= 2500 && index % 2 === 0;
    const many = Array.from({ length: 7000 }, (_, index) => ({
      _id: `many-${index}`,
      organizationId: acme,
      name: `N${String(index).padStart(5, "0")}`,
      nameKey: `n${String(index).padStart(5, "0")}`,
      company: isRare(index) ? "Ateliers Moreau" : "Ateliers",
      ...{ numbers: [], emails: [], tags: [], notes: "", revision: 1 },
      ownerId: ownerOf(index),
      words: ["atelier", ...(isRare(index) ? ["moreau"] : [])],
      ...{ createdAt: at, updatedAt: at, activeAt: at, audit: [] },
    }));
    await insertMany({ collection: server.connection.collection("customers") }, many);
    const isOwn = (index: number) => ownerOf(index) === agent.id;
    for (const [person, q, isWanted] of [
      [manager, "ateliers moreau", isRare],
      [manager, '"ateliers moreau"', isRare],
      [agent, "ateliers", isOwn],
      [agent, '"ateliers moreau"', (index: number) => isOwn(index) && isRare(index)],
      [colleague, "moreau", (index: number) => !isOwn(index) && isRare(index)],
    ] as const) {
      const pages = await readPages(async (cursor) => {
        const page = await find(person, { q, limit: "100", ...cursor });
        return { ids: page.names, nextCursor: page.nextCursor };
      });
      expect([q, pages[0]?.length]).toEqual([q, 100]);
      const wanted = many.filter((_, index) => isWanted(index)).map(({ name }) => name);
      expect([q, pages.flat()]).toEqual([q, wanted]);
    }
  });

  test("a page of two words that hardly any have together ends without them, and the next one goes on", async () => {
    const at = clock.now();
    const many = Array.from({ length: 2101 }, (_, index) => ({
      _id: `many-${index}`,
      organizationId: acme,
      name: `N${String(index).padStart(5, "0")}`,
      nameKey: `n${String(index).padStart(5, "0")}`,
      ...{ numbers: [], emails: [], tags: [], notes: "", revision: 1, ownerId: null },
      words: index === 2100 ? ["^va", "^mo", "brun"] : [index % 2 ? "^va" : "^mo"],
      ...{ createdAt: at, updatedAt: at, activeAt: at, audit: [] },
    }));
    await insertMany({ collection: server.connection.collection("customers") }, many);
    for (const person of [manager, agent]) {
      const first = await find(person, { q: "va mo" });
      expect(first.names).toEqual([]);
      const second = await find(person, { q: "va mo", cursor: first.nextCursor });
      expect(second).toMatchObject({ names: ["N02100"], nextCursor: undefined });
      // A rare word is gone through instead.
      expect(await find(person, { q: "va mo brun" })).toEqual({ ...second, names: ["N02100"] });
    }
    expect(await server.queries.scans()).toEqual([]);
  });
});
