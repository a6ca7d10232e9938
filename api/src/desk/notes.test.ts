import { randomUUID } from "node:crypto";
import type { Role } from "@souffleur/contracts";
import type { CoachingNote, LineNote } from "@souffleur/contracts/coaching";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { endedCall, linesInTurn, runningCall } from "../../testing/calls/stored-calls.ts";
import {
  agent,
  colleague,
  emailOf,
  manager,
  outsider,
  type Person,
  platform,
  supervisor,
} from "../../testing/people/call-people.ts";
import type { CallDoc } from "../calls/records/call-model.ts";

let server: TestCalls;

beforeAll(async () => {
  server = await startCalls();
});
afterAll(() => server.close());
afterEach(async () => {
  await server.connection.collection("line_notes").deleteMany({});
  await server.connection.collection("line_notes_told").deleteMany({});
  await server.connection
    .collection("users")
    .updateOne({ email: emailOf(agent) }, { $set: { status: "active" } });
  await setRole("supervisor");
});

const setRole = (role: Role) =>
  server.connection.collection("users").updateOne({ email: emailOf(supervisor) }, { $set: { role } });

const texts = ["Votre offre est trop chère.", "Je comprends, mais c'est le prix.", "Alors, non merci."];

async function stored(call: CallDoc = endedCall()): Promise<CallDoc> {
  await server.models.calls.create({ ...call, seq: texts.length });
  await server.models.lines.create(linesInTurn(call, texts));
  return call;
}

const write = (person: Person, { _id }: Pick<CallDoc, "_id">, body: object = {}) =>
  server.api(person, "POST", `/api/calls/${_id}/line-notes`, {
    seq: 2,
    text: "Laissez un silence.",
    ...body,
  });
const list = (person: Person, { _id }: Pick<CallDoc, "_id">) =>
  server.api(person, "GET", `/api/calls/${_id}/line-notes`);
const coaching = async (person: Person) =>
  (await server.api(person, "GET", "/api/coaching")).body.data as { notes: CoachingNote[]; count: number };
const change = (person: Person, { callId, id }: LineNote, what: "answer" | "closed", body?: object) =>
  server.api(person, "PUT", `/api/calls/${callId}/line-notes/${id}/${what}`, body);

async function written(call?: CallDoc): Promise<LineNote> {
  return (await write(supervisor, call ?? (await stored()))).body.data;
}

describe("a note on a line", () => {
  test.each([
    ["a stored call", () => endedCall()],
    ["a running call", () => runningCall()],
  ])("of %s is in its agent's list with line and call, and is answered and closed", async (_what, of) => {
    const call = await stored(of());
    const answer = await write(supervisor, call, { text: " Laissez un silence. " });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { callId: call._id, seq: 2, text: "Laissez un silence.", author: { name: "nora Test" } },
      },
    });
    const note = answer.body.data as LineNote;
    expect(await coaching(agent)).toEqual({
      count: 1,
      notes: [
        {
          ...note,
          line: { sender: "agent", text: texts[1] },
          call: {
            customer: { name: "Claire Moreau" },
            startedAt: call.startedAt.toISOString(),
            status: call.status,
          },
        },
      ],
    });
    const answered = await change(agent, note, "answer", { text: "Compris." });
    expect(answered.body.data).toEqual({ ...note, answer: "Compris." });
    expect((await list(supervisor, call)).body.data.notes).toEqual([answered.body.data]);
    const closed = (await change(agent, note, "closed")).body.data;
    expect(closed).toEqual({ ...note, answer: "Compris.", closedAt: expect.any(String) });
    expect((await change(supervisor, note, "closed")).body.data).toEqual(closed);
    expect(await coaching(agent)).toEqual({ count: 0, notes: [] });
    expect((await list(agent, call)).body.data.notes).toEqual([closed]);
  });

  test("is stored beside another one on the same line, and once where it is sent again with its id", async () => {
    const call = await stored();
    const id = randomUUID();
    await Promise.all([
      write(supervisor, call, { id }),
      write(supervisor, call, { id }),
      write(manager, call, { text: "Proposez trois mois." }),
    ]);
    const { notes } = (await list(agent, call)).body.data as { notes: LineNote[] };
    expect(notes.map(({ seq }) => seq)).toEqual([2, 2]);
    expect(notes.map(({ author }) => author.name).toSorted()).toEqual(["lea Test", "nora Test"]);
    expect(await write(manager, call, { id })).toMatchObject({
      status: 409,
      body: { error: "This id is taken. Send the note with another one." },
    });
  });

  test("that is answered while it is closed is one of both, and never open with a lost answer", async () => {
    const call = await stored();
    for (let times = 0; times < 5; times += 1) {
      const note = await written(call);
      const [answer, close] = await Promise.all([
        change(agent, note, "answer", { text: "Compris." }),
        change(supervisor, note, "closed"),
      ]);
      expect(close.status).toBe(200);
      expect([200, 409]).toContain(answer.status);
      const { notes } = (await list(agent, call)).body.data as { notes: LineNote[] };
      const now = notes.find(({ id }) => id === note.id);
      expect(now).toMatchObject({ closedAt: expect.any(String) });
      expect(now?.answer).toBe(answer.status === 200 ? "Compris." : undefined);
    }
  });

  test("that three people close at once is closed once, at one time", async () => {
    const note = await written();
    const closed = await Promise.all(
      [agent, supervisor, manager].map((person) => change(person, note, "closed")),
    );
    expect(closed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(closed.map(({ body }) => (body.data as LineNote).closedAt)).size).toBe(1);
    expect((await coaching(agent)).count).toBe(0);
  });

  test("is out of reach of its author whose role was taken away, and stays its agent's", async () => {
    const call = await stored();
    const note = await written(call);
    await setRole("agent");
    expect(await write(supervisor, call)).toMatchObject({ status: 401, body: { code: "TOKEN_EXPIRED" } });
    const demoted: Person = { ...supervisor, role: "agent" };
    expect((await write(demoted, call)).status).toBe(403);
    expect((await list(demoted, call)).status).toBe(404);
    expect((await change(demoted, note, "closed")).status).toBe(404);
    expect((await change(demoted, note, "answer", { text: "Compris." })).status).toBe(404);
    expect(await coaching(agent)).toMatchObject({ count: 1, notes: [{ id: note.id }] });
  });

  test("that is closed can no longer be answered", async () => {
    const note = await written();
    await change(agent, note, "closed");
    expect(await change(agent, note, "answer", { text: "Trop tard" })).toMatchObject({
      status: 409,
      body: { error: "This note was closed. It can no longer be answered." },
    });
  });

  test("is masked, as is its answer", async () => {
    const call = await stored();
    const { body } = await write(supervisor, call, { text: "Il a dicté 4970 1012 3456 7893." });
    expect(body.data.text).not.toMatch(/4970/);
    const answered = await change(agent, body.data, "answer", { text: "La carte 4970 1012 3456 7893 ?" });
    expect(answered.body.data.answer).not.toMatch(/4970/);
  });

  test.each<[string, Person, number, number]>([
    ["the agent", agent, 403, 200],
    ["a colleague of the agent", colleague, 403, 404],
    ["an administrator of another organization", outsider, 404, 404],
    ["a platform administrator", platform, 403, 404],
  ])("is not written by %s", async (_who, person, writes, reads) => {
    const call = await stored();
    const note = await written(call);
    expect((await write(person, call)).status).toBe(writes);
    expect((await list(person, call)).status).toBe(reads);
    expect((await change(person, note, "closed")).status).toBe(reads);
    const answers = await change(person, note, "answer", { text: "Compris." });
    expect(answers.status).toBe(person === agent ? 409 : 404);
    expect((await coaching(person)).count).toBe(0);
  });

  test("is answered by its agent alone", async () => {
    expect((await change(supervisor, await written(), "answer", { text: "Compris." })).status).toBe(403);
  });

  test.each([
    [{ text: 3 }, "Note must be text"],
    [{ text: " " }, "Note is required"],
    [{ text: "a".repeat(501) }, "Note is too long (max 500 characters)"],
    [{ seq: 0 }, "Line must be a number"],
    [{ seq: "two" }, "Line must be a number"],
    [{ seq: 4 }, "This call has no line 4."],
    [{ id: "no uuid" }, "Id must be a UUID"],
  ])("with the body %j is refused", async (body, error) => {
    expect(await write(supervisor, await stored(), body)).toMatchObject({ status: 400, body: { error } });
  });

  test.each(["answer", "closed"] as const)("that does not exist is not changed (%s)", async (what) => {
    const { _id: callId } = await stored();
    const none = { callId, id: randomUUID() } as LineNote;
    expect(await change(agent, none, what, { text: "Compris." })).toMatchObject({
      status: 404,
      body: { error: "This note was not found." },
    });
  });

  test("of another call is not reached by this call's address", async () => {
    const { id } = await written();
    const { _id: callId } = await stored();
    expect((await change(agent, { callId, id } as LineNote, "closed")).status).toBe(404);
  });

  test("for an agent who has left is refused, and earlier ones can be closed", async () => {
    const call = await stored();
    const note = await written(call);
    await server.connection
      .collection("users")
      .updateOne({ email: emailOf(agent) }, { $set: { status: "inactive" } });
    expect(await write(supervisor, call)).toMatchObject({
      status: 409,
      body: { error: "Camille has no active account any more, and would not get the note." },
    });
    expect((await change(manager, note, "closed")).status).toBe(200);
  });

  test("is refused where a call has as many as it can have", async () => {
    const call = await stored();
    const note = await written(call);
    const one = await server.connection.collection<{ _id: string }>("line_notes").findOne({ _id: note.id });
    await server.connection
      .collection<{ _id: string }>("line_notes")
      .insertMany(Array.from({ length: 199 }, () => ({ ...one, _id: randomUUID() })));
    expect(await write(supervisor, call)).toMatchObject({ status: 409 });
    expect((await write(supervisor, call, { id: note.id })).status).toBe(200);
    const { notes, count } = await coaching(agent);
    expect([notes.length, count]).toEqual([100, 200]);
  });

  test("is in the call's file, in each of its formats", async () => {
    const call = await stored();
    const note = await written(call);
    await change(agent, note, "answer", { text: "Compris." });
    for (const format of ["text", "json", "vcon"]) {
      const response = await server.api(manager, "GET", `/api/calls/${call._id}/export?format=${format}`);
      const file = typeof response.body === "string" ? response.body : JSON.stringify(response.body);
      expect([format, file.includes("Laissez un silence."), file.includes("Compris.")]).toEqual([
        format,
        true,
        true,
      ]);
    }
  });

  test("is erased with its call, also one that was written at that moment", async () => {
    const call = await stored();
    await written(call);
    const [, late] = await Promise.all([
      server.api(manager, "DELETE", `/api/calls/${call._id}`),
      write(supervisor, call, { text: "En retard." }),
    ]);
    expect([200, 404]).toContain(late.status);
    expect(await server.connection.collection("line_notes").countDocuments({ callId: call._id })).toBe(0);
    expect(await coaching(agent)).toEqual({ count: 0, notes: [] });
  });
});

describe("the agent is told of open notes", () => {
  const tell = async (person: Person) =>
    (await server.api(person, "PUT", "/api/coaching/told")).body.data.tell as boolean;

  test("once a day, and in one of several pages", async () => {
    expect(await tell(agent)).toBe(false);
    await written();
    const told = await Promise.all(Array.from({ length: 6 }, () => tell(agent)));
    expect(told.filter(Boolean)).toHaveLength(1);
    await written();
    expect(await tell(agent)).toBe(false);
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000 - 1000);
    await server.connection
      .collection<{ _id: string }>("line_notes_told")
      .updateOne({ _id: agent.id }, { $set: { toldAt: yesterday } });
    expect(await tell(agent)).toBe(true);
    expect(await tell(supervisor)).toBe(false);
  });
});
