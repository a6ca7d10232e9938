import { scenarioNames } from "@souffleur/contracts";
import { join, type Kept, next, record, type SpeechEvent } from "../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import {
  agent,
  colleague,
  manager,
  outsider,
  type Person,
  platform,
  somebody,
  supervisor,
} from "../../testing/people/call-people.ts";
import { scenarios } from "./simulation/scenarios.ts";

const countFrom = (first: number, howMany: number) =>
  Array.from({ length: howMany }, (_, index) => first + index);
const linesOf = (scenario: (typeof scenarioNames)[number]) => scenarios[scenario].lines;

describe("live calls", () => {
  let fast: TestCalls;
  /** Another node of the same product. */
  let slow: TestCalls;

  beforeAll(async () => {
    fast = await startCalls({ tuning: { speed: 300 } });
    const env = { MONGODB_URI: "mongodb://elsewhere/souffleur" };
    slow = await startCalls({ connection: fast.connection, tuning: { speed: 1 }, env });
  });
  afterAll(async () => {
    await slow.close();
    await fast.close();
  });

  describe("a simulation", () => {
    test.each(scenarioNames)(
      "plays %s to its end and stores, numbers and emits each line in order",
      async (scenario) => {
        const socket = await fast.connect(agent);
        const received = record(socket);
        const { body } = await fast.api(agent, "POST", "/api/simulation/start", { scenario });
        expect(body).toMatchObject({ success: true, data: { scenario, status: "active" } });
        const { callId, sessionId } = body.data;
        const ended = next<{ callId: string; reason: string }>(
          socket,
          "call_ended",
          (call) => call.callId === callId,
        );
        const joined = await join(socket, sessionId);
        if (!joined.success) throw new Error(joined.error);
        expect(await ended).toMatchObject({ callId, sessionId, reason: "script_finished" });

        const lines = linesOf(scenario).length;
        expect(received.lines().map(({ seq }) => seq)).toEqual(
          countFrom(joined.data.seq + 1, lines - joined.data.seq),
        );
        const transcript = (await fast.api(agent, "GET", `/api/calls/${callId}/transcript`)).body.data
          .lines as Kept[];
        expect(transcript.map(({ seq }) => seq)).toEqual(countFrom(1, lines));
        expect(transcript.map(({ sender }) => sender)).toEqual(
          linesOf(scenario).map(({ speaker }) => speaker),
        );
        expect(received.lines()).toEqual(transcript.slice(joined.data.seq));
        const finals = received.of("live_transcription").filter(({ is_final }) => is_final);
        expect(finals.map(({ messageId, seq, transcript: text }) => ({ id: messageId, seq, text }))).toEqual(
          transcript.slice(joined.data.seq).map(({ id, seq, text }) => ({ id, seq, text })),
        );
        const suggestions = received.of("suggestion").map(({ text }) => text);
        expect(suggestions.length).toBeGreaterThan(0);
        expect(new Set(suggestions).size).toBe(suggestions.length);
      },
    );

    test("emits each line word by word under its final messageId, with rising confidence", async () => {
      // A script that is late skips words, so its lines last long enough for a busy machine.
      const socket = await slow.connect(agent);
      const received = record(socket);
      const call = await slow.begin(agent);
      await join(socket, call.sessionId);
      await next<SpeechEvent>(socket, "live_transcription", (said) => said.seq === 2);
      await slow.end(agent, call.callId);
      const all = received.of("live_transcription");
      const complete = all
        .filter(({ is_final }) => is_final)
        .map((final) => all.filter(({ messageId }) => messageId === final.messageId));
      expect(Math.max(...complete.map(({ length }) => length))).toBeGreaterThan(3);
      for (const pieces of complete) {
        const text = pieces.at(-1)?.transcript ?? "";
        const confidences = pieces.map(({ confidence }) => confidence);
        expect(pieces.slice(0, -1).some(({ is_final }) => is_final)).toBe(false);
        expect(confidences).toEqual(confidences.toSorted((a, b) => a - b));
        expect(pieces.every(({ transcript }) => text.startsWith(transcript))).toBe(true);
        expect(new Set(pieces.map(({ speaker }) => speaker)).size).toBe(1);
      }
    });

    test("plays the scenario discovery by default, with the given names", async () => {
      const socket = await slow.connect(agent);
      const started = next(socket, "call_started");
      const { body } = await slow.api(agent, "POST", "/api/simulation/start", {
        agentName: "Ada",
        clientName: " \u202eGr\u2066ace\r\n",
        callSid: "CA1",
      });
      expect(body.data.scenario).toBe("discovery");
      expect(await started).toMatchObject({
        callId: body.data.callId,
        sessionId: body.data.sessionId,
        // That of the account, whoever is named.
        agentName: "camille Test",
        customer: { name: "Grace" },
        source: "simulation",
      });
      await slow.end(agent, body.data.callId);
    });

    test("starts without a body", async () => {
      const { status, body } = await slow.api(agent, "POST", "/api/simulation/start");
      expect(status).toBe(200);
      await slow.end(agent, body.data.callId);
    });

    const unknownScenario = `Scenario must be one of: ${scenarioNames.join(", ")}`;
    test.each([
      [{ scenario: "golf" }, "scenario", unknownScenario],
      [{ scenario: { $ne: null } }, "scenario", unknownScenario],
      [{ agentName: 5 }, "agentName", "Agent name must be text"],
      [{ clientName: "x".repeat(101) }, "clientName", "Client name is too long (max 100 characters)"],
    ])("refuses %j", async (given, field, error) => {
      const { status, body } = await slow.api(agent, "POST", "/api/simulation/start", given);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, code: "VALIDATION_ERROR", field, error });
    });

    test("runs beside another one of the same agent without mixing their lines", async () => {
      const begun = await Promise.all([fast.begin(agent, { scenario: "complaint" }), fast.begin(agent)]);
      const watched = await Promise.all(
        begun.map(async (call) => {
          const socket = await fast.connect(agent);
          const received = record(socket);
          const ended = next<{ callId: string }>(
            socket,
            "call_ended",
            ({ callId }) => callId === call.callId,
          );
          const joined = await join(socket, call.sessionId);
          return { call, received, ended, before: joined.success ? joined.data.lines : [] };
        }),
      );
      for (const { call, received, ended, before } of watched) {
        await ended;
        const lines = [...before, ...received.lines()];
        expect(new Set(lines.map(({ callId }) => callId))).toEqual(new Set([call.callId]));
        expect(lines.map(({ seq }) => seq)).toEqual(countFrom(1, lines.length));
      }
    });
  });

  describe("an end", () => {
    test("answers with its time and the call's length, the same when repeated", async () => {
      const socket = await slow.connect(agent);
      const call = await slow.begin(agent);
      await join(socket, call.sessionId);
      const received = next(socket, "call_ended");
      const first = await slow.end(agent, call.callId);
      const second = await slow.end(agent, call.callId);
      expect(first.status).toBe(200);
      expect(first.body.data).toEqual({
        callId: call.callId,
        status: "ended",
        endedAt: expect.any(String),
        durationSeconds: expect.any(Number),
      });
      expect(second.body).toEqual(first.body);
      expect(await received).toMatchObject({
        callId: call.callId,
        reason: "user_ended",
        endedAt: first.body.data.endedAt,
      });
      const { body } = await slow.api(agent, "GET", `/api/calls/${call.callId}`);
      expect(body.data.call).toMatchObject({
        status: "ended",
        reason: "user_ended",
        endedAt: first.body.data.endedAt,
      });
    });

    test("happens once for concurrent requests at several nodes", async () => {
      const socket = await slow.connect(agent);
      let ends = 0;
      socket.on("call_ended", () => ends++);
      const call = await slow.begin(agent);
      const answers = await Promise.all([
        slow.end(agent, call.callId),
        fast.end(agent, call.callId),
        slow.end(agent, call.callId),
        slow.end(agent, call.callId),
      ]);
      expect(new Set(answers.map(({ body }) => body.data.endedAt)).size).toBe(1);
      expect(ends).toBeLessThanOrEqual(1);
    });

    test.each([
      [{}, "Call id is required"],
      [{ callId: "" }, "Call id is required"],
      [{ callId: { $gt: "" } }, "Call id is required"],
      [{ callId: "a", reason: "bored" }, "Reason must be user_ended"],
    ])("refuses %j", async (given, error) => {
      const { status, body } = await slow.api(agent, "POST", "/api/simulation/end", given);
      expect(status).toBe(400);
      expect(body.error).toBe(error);
    });
  });

  describe("access", () => {
    let callId: string;
    beforeAll(async () => {
      ({ callId } = await slow.begin(agent));
      await slow.end(agent, callId);
    });

    const suggest = async (person: Person, id: string) => {
      const { status, body } = await slow.api(person, "POST", `/api/calls/${id}/suggestions`);
      return [status, body.code];
    };

    test.each([
      ["its agent", agent, 200, [200, undefined]],
      ["a supervisor of the organization", supervisor, 200, [403, "FORBIDDEN"]],
      ["an analyst of the organization", somebody("analyst"), 200, [403, "FORBIDDEN"]],
      ["a manager of the organization", manager, 200, [403, "FORBIDDEN"]],
      ["an administrator of the organization", somebody("admin"), 200, [403, "FORBIDDEN"]],
      ["a platform administrator", platform, 404, [404, "NOT_FOUND"]],
      ["another agent", colleague, 404, [404, "NOT_FOUND"]],
      ["an administrator of another organization", outsider, 404, [404, "NOT_FOUND"]],
    ] as const)("lets %s read a call with %i, and change it with %j", async (_name, person, read, change) => {
      for (const path of ["", "/transcript", "/transcript?after=2", "/review", "/summary"]) {
        expect((await slow.api(person, "GET", `/api/calls/${callId}${path}`)).status).toBe(read);
      }
      const notes = await slow.api(person, "PUT", `/api/calls/${callId}/notes`, { notes: "" });
      const end = await slow.end(person, callId);
      expect([notes.status, end.status]).toEqual([change[0], change[0]]);
      const running = await slow.begin(agent);
      expect(await suggest(person, running.callId)).toEqual(change);
      await slow.end(agent, running.callId);
    });

    test("refuses suggestions after the end of a call, to its agent too", async () => {
      const { body } = await slow.api(agent, "POST", `/api/calls/${callId}/suggestions`);
      expect(body).toMatchObject({ code: "INVALID_TRANSITION", error: "This call has ended." });
      expect(await suggest(supervisor, callId)).toEqual([403, "FORBIDDEN"]);
      expect(await suggest(outsider, callId)).toEqual([404, "NOT_FOUND"]);
    });

    test.each(["none", "%24gt", "__proto__", "x".repeat(64)])("finds no call %s", async (id) => {
      expect((await slow.api(platform, "GET", `/api/calls/${id}`)).body).toMatchObject({ code: "NOT_FOUND" });
    });

    test("answers 400 to an invalid line number", async () => {
      for (const after of ["-1", "1.5", "x", "1e400"]) {
        const { status } = await slow.api(agent, "GET", `/api/calls/${callId}/transcript?after=${after}`);
        expect(status).toBe(400);
      }
    });
  });

  describe("notes", () => {
    test("are stored as typed, also after the call's end", async () => {
      const { callId } = await slow.begin(agent);
      const notes = 'Rappeler jeudi — "budget" <b>ok</b>\n\n  {{x}} $where \u0000 🎯';
      expect((await slow.api(agent, "PUT", `/api/calls/${callId}/notes`, { notes })).body.data).toEqual({
        notes,
        revision: 1,
      });
      await slow.end(agent, callId);
      expect(
        (await slow.api(agent, "PUT", `/api/calls/${callId}/notes`, { notes: `${notes}!` })).status,
      ).toBe(200);
      expect((await slow.api(supervisor, "GET", `/api/calls/${callId}`)).body.data.call.notes).toBe(
        `${notes}!`,
      );
    });

    test("are not overwritten by a page that has not seen the stored ones", async () => {
      const { callId } = await slow.begin(agent);
      const save = (body: object) => slow.api(agent, "PUT", `/api/calls/${callId}/notes`, body);
      const both = await Promise.all([
        save({ notes: "Ici", revision: 0 }),
        save({ notes: "Ailleurs", revision: 0 }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { call } = (await slow.api(agent, "GET", `/api/calls/${callId}`)).body.data;
      expect(call).toMatchObject({ notesRevision: 1 });
      expect((await save({ notes: `${call.notes}, puis là`, revision: 1 })).body.data.revision).toBe(2);
      expect((await save({ notes: "", revision: -1 })).status).toBe(400);
      await slow.end(agent, callId);
    });

    test("are refused where they are too long or not a text", async () => {
      const { callId } = await slow.begin(agent);
      for (const notes of ["x".repeat(20_001), 5, { $set: "x" }, undefined]) {
        expect((await slow.api(agent, "PUT", `/api/calls/${callId}/notes`, { notes })).status).toBe(400);
      }
      await slow.end(agent, callId);
    });
  });

  describe("a page that connects during a call", () => {
    test("receives its agent's active calls, the newest first, and no others", async () => {
      const first = await slow.begin(agent);
      const second = await slow.begin(agent);
      const socket = slow.socket(agent);
      const events = record(socket);
      const both = next<{ callId: string }>(socket, "call_started", ({ callId }) => callId === first.callId);
      socket.connect();
      await both;
      expect(events.of("call_started")).toMatchObject([second, first].map(({ callId }) => ({ callId })));
      const other = slow.socket(supervisor);
      const received = record(other);
      const connected = next(other, "connect");
      other.connect();
      await connected;
      await join(other, first.sessionId);
      expect(received.of("call_started")).toEqual([]);
      await Promise.all([first, second].map(({ callId }) => slow.end(agent, callId)));
    });
  });

  test("counts lines and sockets for the metrics", async () => {
    expect(await fast.metric('souffleur_lines_total{sender="client"}')).toBeGreaterThan(0);
    expect(await fast.metric("souffleur_sockets")).toBeGreaterThan(0);
    expect(await fast.metric('souffleur_suggestions_total{provider="playbook"}')).toBeGreaterThan(0);
  });
});
