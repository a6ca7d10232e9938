import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Role } from "@souffleur/contracts";
import * as z from "zod";
import { startCalls, type TestCalls } from "../../../testing/calls/calls.ts";
import { newTeam, storedLine, storedSuggestion } from "../../../testing/calls/stored-calls.ts";
import { audited } from "../../../testing/database/audit-log.ts";
import { outsider, type Person } from "../../../testing/people/call-people.ts";

/** The part of the schema of draft-ietf-vcon-vcon-core that Souffleur uses. */
const schemaFile = path.join(__dirname, "../../../test/vcon.schema.json");

describe("an export of a call", () => {
  let server: TestCalls;
  let team: Awaited<ReturnType<typeof newTeam>>;
  let analyst: Person;

  beforeAll(async () => {
    server = await startCalls();
    team = await newTeam(server);
    analyst = team.person("analyst");
  });
  afterAll(() => server.close());

  const exported = (callId: string, format: string, language = "en", person = analyst) =>
    server.api(person, "GET", `/api/calls/${callId}/export?format=${format}`, undefined, {
      "Accept-Language": language,
    });

  /** A call with notes, an outcome, two lines and a suggestion that was used. */
  async function storedConversation(): Promise<string> {
    const startedAt = new Date("2025-03-31T09:00:00Z");
    const callId = await team.store({
      startedAt,
      durationSeconds: 90,
      source: "telephony",
      clientNumber: "+33 1 23 45 67 89",
      notes: "Veut un devis.",
      outcome: "successful",
      amount: 1200,
      currency: "EUR",
      nextStep: "Envoyer le devis",
      nextStepAt: "2025-04-02",
      outcomeRevision: 1,
      seq: 2,
    });
    const call = { _id: callId, sessionId: callId };
    const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
    const answer = "Je comprends.";
    await server.models.lines.create([
      storedLine(call, { seq: 1, sender: "client", text: "C'est trop cher ?", timestamp: at(5) }),
      storedLine(call, { seq: 2, sender: "agent", text: answer, timestamp: at(12), startedAt: at(10) }),
    ]);
    await server.models.suggestions.create(
      storedSuggestion({ callId, triggerId: `${callId}-1`, text: answer, state: "used" }),
    );
    return callId;
  }

  test("as text is readable for people", async () => {
    const callId = await storedConversation();
    const { headers, body } = await exported(callId, "text");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename=call-2025-03-31-${callId.slice(0, 8)}.txt`,
    );
    expect(body).toBe(
      [
        "Agent: Camille",
        "Customer: Claire Moreau",
        "Number: +33 1 23 45 67 89",
        "When: Mar 31, 2025, 09:00 UTC",
        "Length: 00:01:30",
        "Source: Telephone",
        "Outcome: Won",
        "Amount: €1,200",
        "Next step: Envoyer le devis",
        "Due: Apr 2, 2025",
        "",
        "Notes",
        "Veut un devis.",
        "",
        "Talk figures",
        "Camille: 63% of the speech, words: 2, questions: 0, interruptions: 0, longest monologue: 00:00:02",
        "Claire Moreau: 38% of the speech, words: 3, questions: 1, interruptions: 0, longest monologue: 00:00:01",
        "Silence: 00:01:26, the longest 00:01:18",
        "",
        "Transcript",
        "[00:00:05] Claire Moreau: C'est trop cher ?",
        "    Suggestion (used, said): Je comprends.",
        "[00:00:12] Camille: Je comprends.",
        "",
      ].join("\n"),
    );
  });

  test("has French words for a French reader", async () => {
    const startedAt = new Date("2025-03-31T09:00:00Z");
    const callId = await team.store({ startedAt, outcome: "successful", amount: 1200 });
    const { body } = await exported(callId, "text", "fr");
    expect(body).toContain("Date\u00a0: 31 mars 2025, 09:00 UTC\n");
    expect(body).toContain("Résultat\u00a0: Gagné\nMontant\u00a0: 1\u202f200\u00a0$\n");
    expect(body).toContain("Notes\nAucune.\n");
    const vcon = await exported(callId, "vcon", "fr");
    expect(JSON.parse(vcon.body).subject).toBe("Appel avec Claire Moreau");
  });

  test("as JSON has everything in its review and its transcript", async () => {
    const callId = await storedConversation();
    const { headers, body } = await exported(callId, "json");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    const review = await server.api(analyst, "GET", `/api/calls/${callId}/review`);
    const transcript = await server.api(analyst, "GET", `/api/calls/${callId}/transcript`);
    expect(body).toEqual({
      ...review.body.data,
      summary: { provider: "rules", points: [] },
      lines: transcript.body.data.lines,
      notes: [],
    });
  });

  test("as vCon conforms to the draft's schema, with and without lines", async () => {
    const callId = await storedConversation();
    const schema = z.fromJSONSchema(JSON.parse(await readFile(schemaFile, "utf8")));
    const { headers, body } = await exported(callId, "vcon");
    expect(headers.get("content-type")).toMatch(/^application\/vcon\b/);
    const vcon = JSON.parse(body);
    expect(schema.safeParse(vcon).error).toBeUndefined();
    expect(schema.safeParse({ ...vcon, uuid: "none" }).success).toBe(false);
    expect(vcon).toMatchObject({
      uuid: callId,
      created_at: "2025-03-31T09:00:00.000Z",
      parties: [
        { type: "person", name: "Camille", uuid: team.person("agent").id },
        { type: "person", name: "Claire Moreau", tel: "+33123456789" },
      ],
      dialog: [
        { start: "2025-03-31T09:00:05.000Z", duration: 0, parties: [1, 0], body: "C'est trop cher ?" },
        { start: "2025-03-31T09:00:10.000Z", duration: 2, parties: [0, 1], body: "Je comprends." },
      ],
    });
    expect(vcon.analysis.map(({ schema }: { schema: string }) => schema)).toEqual([
      "outcome",
      "summary",
      "suggestions",
      "talk",
      "line-notes",
    ]);
    expect(vcon.analysis[0].body).toMatchObject({ outcome: "successful", notes: "Veut un devis." });
    const silent = JSON.parse((await exported(await team.store(), "vcon")).body);
    expect(schema.safeParse(silent).error).toBeUndefined();
    expect(silent.dialog).toEqual([]);
  });

  test.each(["", "pdf", "__proto__"])("is refused in the format %j", async (format) => {
    const { status, body } = await exported(await team.store(), format);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "VALIDATION_ERROR",
      error: "Format must be one of: text, json, vcon",
      field: "format",
    });
  });

  test.each<[string, Role]>([
    ["an administrator", "admin"],
    ["a manager", "manager"],
    ["an analyst", "analyst"],
  ])(
    "and one of the list is allowed to %s, and is in the audit log without the search text",
    async (_name, role) => {
      const { organizationId, person, store } = await newTeam(server);
      const callId = await store();
      const actor = person(role);
      const query = "q=Moreau&outcome=other";
      const from = { "X-Forwarded-For": "192.0.2.7" };
      const list = await server.api(actor, "GET", `/api/calls/export?${query}`, undefined, from);
      expect([list.status, (await exported(callId, "vcon", "en", actor)).status]).toEqual([200, 200]);
      const rows = await audited(server, { actorId: actor.id, action: /^calls?\.exported$/ }, 2);
      expect(rows).toMatchObject([
        {
          action: "calls.exported",
          subjectId: organizationId,
          to: "csv",
          reason: "outcome=other q=…",
          source: expect.stringContaining("192.0.2.7"),
        },
        { action: "call.exported", subjectId: callId, to: "vcon" },
      ]);
    },
  );

  test("and one of the list has no calls of another organization", async () => {
    const callId = await team.store();
    for (const query of ["", `?agentId=${team.person("agent").id}`]) {
      const { body } = await server.api(outsider, "GET", `/api/calls/export${query}`);
      expect(body.split("\r\n")).toHaveLength(2);
    }
    for (const id of [callId, "none", "export"])
      expect((await exported(id, "json", "en", outsider)).status).toBe(404);
  });
});
