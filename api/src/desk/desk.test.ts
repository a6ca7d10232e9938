import { randomUUID } from "node:crypto";
import type { AccountStatus, Suggestion } from "@souffleur/contracts";
import type { DeskCall, DeskLine, TeamMember } from "@souffleur/contracts/desk";
import type { DeskAnswer, ServerEvent } from "@souffleur/contracts/realtime";
import { until } from "../../testing/app.ts";
import { join, next, nextLine, record, type TestSocket } from "../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { insertMany, runningCall, storedLine, storedSuggestion } from "../../testing/calls/stored-calls.ts";
import {
  acme,
  agent,
  callerOf,
  colleague,
  emailOf,
  manager,
  outsider,
  type Person,
  platform,
  somebody,
  supervisor,
} from "../../testing/people/call-people.ts";
import type { CallDoc } from "../calls/records/call-model.ts";
import type { RunningCall } from "../calls/records/desk-records.ts";
import { createLogger } from "../http/logger.ts";
import { createMetrics } from "../http/metrics.ts";
import { serverLimits } from "../limits.ts";
import type { Peer } from "../realtime/requests.ts";
import { createPollers } from "../scheduling/pollers.ts";
import { builtInPlaybook } from "../suggestions/matching/built-in-playbook.ts";
import { createWall } from "./wall.ts";
import { createWalls } from "./walls.ts";

const strangers: [string, Person][] = [
  ["a colleague", colleague],
  ["a platform administrator", platform],
  ["an administrator of another organization", outsider],
];

type Watchers = ServerEvent<"call_watchers">;
type HelpChanged = ServerEvent<"help_changed">;
type Change = ServerEvent<"desk_changed">;

describe("the desk", () => {
  let server: TestCalls;

  beforeAll(async () => {
    server = await startCalls();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await setStatus("active");
    answered.mockClear();
  });
  afterEach(async () => {
    for (const socket of opened.splice(0)) socket.disconnect();
    await server.models.calls.deleteMany({ owner: "test" });
  });

  /** Changes the supervisor's account in the database alone, as another process does. */
  const setStatus = (status: AccountStatus) =>
    server.connection.collection("users").updateOne({ email: emailOf(supervisor) }, { $set: { status } });

  /** Sockets that end with their test. */
  const opened: TestSocket[] = [];
  async function connect(person: Person): Promise<TestSocket> {
    const socket = await server.connect(person);
    opened.push(socket);
    return socket;
  }

  /** Opens a call that runs until the end of its test, with the lines that the test adds. */
  async function running(person: Person = agent, changes: Partial<CallDoc> = {}) {
    const call = runningCall({
      organizationId: person.organization,
      agentId: person.id,
      agentName: `${person.id} Test`,
      source: "telephony",
      owner: "test",
      ...changes,
    });
    await server.calls.forTelephony.live.open(call);
    return call;
  }

  async function say(call: CallDoc, sender: "agent" | "client", text: string) {
    const { forTelephony } = server.calls;
    return forTelephony.live.addLine(call, { messageId: randomUUID(), sender, text, confidence: 0.9 });
  }

  /** The next change of the wall that shows the call as described. */
  const showsCall = (socket: TestSocket, fits: (call: DeskCall) => boolean) =>
    next<Change>(socket, "desk_changed", ({ calls }) => calls.some(fits));
  /** The next lines of the wall, where a line with this number is among them. */
  const showsLine = (socket: TestSocket, number: number) =>
    next<{ lines: DeskLine[] }>(socket, "desk_lines", ({ lines }) => lines.some(({ seq }) => seq === number));
  const watchedBy = (socket: TestSocket, { _id }: CallDoc, ...names: string[]) =>
    next<Watchers>(
      socket,
      "call_watchers",
      (event) => event.callId === _id && event.names.join() === names.join(),
    );

  const follow = async (socket: TestSocket, callIds: string[] = [], hasWhole = false): Promise<DeskAnswer> =>
    socket.timeout(60_000).emitWithAck("follow_desk", { callIds, hasWhole });

  async function whole(socket: TestSocket, callIds: string[] = [], hasWhole = false) {
    const answer = await follow(socket, callIds, hasWhole);
    if (!answer.success) throw new Error(answer.error);
    return answer.data;
  }

  const whisper = (person: Person, callId: string, body: object) =>
    server.api(person, "POST", `/api/calls/${callId}/whispers`, body);

  const answered = jest.fn();

  /** The rows of the audit log, when no event waits to be relayed. */
  async function audited(action: string, subjectId: string) {
    const waiting = { callId: subjectId, "audit.at": { $gt: new Date(0) } };
    await until(async () => (await server.models.suggestions.countDocuments(waiting)) === 0);
    return server.connection.collection("audit_log").find({ action, subjectId }).toArray();
  }

  test("the wall has the organization's running calls and none of another organization", async () => {
    const [own, foreign] = [await running(), await running(outsider)];
    const socket = await connect(supervisor);
    const { isWhole, calls } = await whole(socket);
    expect(isWhole).toBe(true);
    expect(calls.map(({ callId }) => callId)).toContain(own._id);
    expect(calls.map(({ callId }) => callId)).not.toContain(foreign._id);
  });

  test("a page that has the wall receives only the lines of other calls; without the wall it receives everything again", async () => {
    const call = await running();
    await say(call, "client", "Bonjour.");
    const socket = await connect(supervisor);
    await whole(socket);
    const scrolled = await whole(socket, [call._id], true);
    expect(scrolled).toMatchObject({ isWhole: false, calls: [], lines: [{ text: "Bonjour." }] });
    const again = await whole(socket, [call._id]);
    expect(again).toMatchObject({ isWhole: true, lines: [{ text: "Bonjour." }] });
    expect(again.calls.map(({ callId }) => callId)).toContain(call._id);
  });

  const pageOf = (id: string, changes: Partial<Peer> = {}): Peer => {
    return { id, caller: callerOf(supervisor), emit() {}, onEnd() {}, async recheck() {}, ...changes };
  };
  const wallParts = {
    playbooks: { guidanceOf: async () => ({ playbook: builtInPlaybook, model: "off", quieter: false }) },
    onboarding: { openedFloor: async () => {} },
    watches: { of: async () => new Map() },
    presences: { teamOf: async () => [] },
  } satisfies Partial<Parameters<typeof createWalls>[0]>;

  test("a page whose connection ends while its wall opens receives no changes", async () => {
    const follows: ((peer: Peer, asked: object) => Promise<object>)[] = [];
    const walls = createWalls({
      realtime: {
        onRequest: (_name, _schema, handler) => void follows.push(handler as never),
        onEmitted() {},
      },
      audit: { append: async () => {} },
      log: createLogger("silent"),
      pollers: createPollers(createMetrics()),
      calls: server.calls.forDesk,
      ...wallParts,
    });
    const [followDesk] = follows;
    const open = async (id: string, ends: boolean) => {
      const emit = jest.fn();
      const onEnd = (_name: string, ended: () => void) => ends && ended();
      await followDesk?.(pageOf(id, { emit, onEnd }), { callIds: [] });
      return emit;
    };
    const stays = await open("first", false);
    const ended = await open("second", true);
    walls.start();
    const emitted = new Promise<void>((resolve) => stays.mockImplementation(() => resolve()));
    await running();
    await emitted;
    await walls.stop();
    expect(ended).not.toHaveBeenCalled();
  });

  describe("while the stored calls are read", () => {
    function wallOf(running: () => Promise<RunningCall[]>) {
      const wall = createWall({
        organizationId: acme,
        calls: { ...server.calls.forDesk, running },
        ...wallParts,
      });
      return { wall, ask: () => wall.follow(pageOf("a page"), { callIds: [] }) };
    }
    const stored = async () => server.calls.forDesk.running(acme);

    test("a call that ends does not appear", async () => {
      const call = await running();
      const { wall, ask } = wallOf(async () => {
        const found = await stored();
        wall.remove(call._id);
        return found;
      });
      const { isWhole, calls } = await ask();
      expect(isWhole).toBe(true);
      expect(calls.map(({ callId }) => callId)).not.toContain(call._id);
    });

    test("an error is answered, and the next answer is complete", async () => {
      const call = await running();
      const read = jest.fn(stored).mockRejectedValueOnce(new Error("the database is away"));
      const { ask } = wallOf(read);
      await expect(ask()).rejects.toThrow("the database is away");
      const { isWhole, calls } = await ask();
      expect(isWhole).toBe(true);
      expect(calls.map(({ callId }) => callId)).toContain(call._id);
    });
  });

  test("repeated joins leave no listeners behind", async () => {
    const warned: Error[] = [];
    const warn = (warning: Error) => warned.push(warning);
    process.on("warning", warn);
    const call = await running();
    const socket = await connect(supervisor);
    for (let times = 0; times < 12; times++) await join(socket, call.sessionId);
    process.off("warning", warn);
    expect(warned).toEqual([]);
  });

  test.each([
    ["an agent", agent],
    ["a platform administrator", platform],
  ])("%s may not see the wall", async (_who, person) => {
    const answer = await follow(await connect(person));
    expect(answer).toMatchObject({ success: false, code: "FORBIDDEN" });
  });

  test("a call appears, shows the last line and the subject, and disappears at its end", async () => {
    const socket = await connect(supervisor);
    await whole(socket);
    const appears = showsCall(socket, ({ customer }) => customer.name === "Paul Mercier");
    const call = await running(colleague, { clientName: "Paul Mercier" });
    await appears;
    await whole(socket, [call._id]);
    const line = showsLine(socket, 2);
    const mention = showsCall(socket, (one) => one.callId === call._id && one.mention?.intent === "Prix");
    await say(call, "agent", "Bonjour, comment allez-vous ?");
    await say(call, "client", "Honnêtement, c'est trop cher pour nous.");
    expect((await line).lines).toEqual([
      {
        callId: call._id,
        seq: 2,
        sender: "client",
        text: "Honnêtement, c'est trop cher pour nous.",
        agentShare: expect.any(Number),
      },
    ]);
    await mention;
    const gone = next<Change>(socket, "desk_changed", (change) => change.gone.includes(call._id));
    await server.calls.forTelephony.live.end(call, "hangup");
    await gone;
  });

  test("lines without an event are read from the database", async () => {
    const call = await running();
    const socket = await connect(supervisor);
    await whole(socket, [call._id]);
    const { lines, calls } = server.models;
    const texts = ["Un", "Deux", "Trois"];
    await lines.create(texts.map((text, at) => storedLine(call, { seq: at + 1, sender: "agent", text })));
    const last = showsLine(socket, 3);
    await calls.updateOne({ _id: call._id }, { $set: { seq: 3 } });
    expect((await last).lines.at(-1)).toMatchObject({ text: "Un Deux Trois", agentShare: 1 });
  });

  test("a call without speech for 30 seconds shows since when, until the next line", async () => {
    const call = await running(agent, { startedAt: new Date(Date.now() - 31_000) });
    const socket = await connect(supervisor);
    const isQuiet = ({ callId, quietSince }: DeskCall) => callId === call._id && quietSince !== undefined;
    const quiet = showsCall(socket, isQuiet);
    await whole(socket);
    await quiet;
    const spoken = showsCall(socket, (one) => one.callId === call._id && !isQuiet(one));
    await say(call, "client", "Je suis là.");
    await spoken;
  });

  test.each([
    ["the wall", (socket: TestSocket, _sessionId: string) => follow(socket)],
    ["a call", join],
    ["requests for help", async () => {}],
  ])("a page that shows %s is disconnected when its account is deactivated", async (_what, open) => {
    const call = await running();
    const socket = await connect(supervisor);
    await open(socket, call.sessionId);
    const ended = next(socket, "disconnect");
    await setStatus("inactive");
    await ended;
  });

  test.each([
    [
      "the wall",
      (socket: TestSocket, _sessionId: string) => socket.emit("follow_desk", { callIds: [] }, answered),
    ],
    [
      "a call",
      (socket: TestSocket, sessionId: string) => socket.emit("join_call_session", { sessionId }, answered),
    ],
  ])("a page whose account was deactivated receives nothing of %s", async (_what, ask) => {
    const call = await running();
    const socket = await connect(supervisor);
    const ended = next(socket, "disconnect");
    await setStatus("inactive");
    ask(socket, call.sessionId);
    await ended;
    expect(answered).not.toHaveBeenCalled();
  });

  test("a watch that another process has removed as expired is stored again", async () => {
    const call = await running();
    const own = await connect(agent);
    const socket = await connect(supervisor);
    const one = watchedBy(own, call, "nora Test");
    await join(socket, call.sessionId);
    await one;
    const again = watchedBy(own, call, "nora Test");
    await server.connection.collection("call_watches").deleteMany({ callId: call._id });
    await again;
  });

  describe("watching a call", () => {
    test("shows its agent each watcher once while they watch, and is recorded once in the audit log", async () => {
      const call = await running();
      const own = await connect(agent);
      const one = watchedBy(own, call, "nora Test");
      const [first, again] = [await connect(supervisor), await connect(supervisor)];
      await join(first, call.sessionId);
      await join(again, call.sessionId);
      expect(await one).toEqual({ callId: call._id, names: ["nora Test"], userIds: [supervisor.id] });
      const two = watchedBy(own, call, "lea Test", "nora Test");
      const second = await connect(manager);
      await join(second, call.sessionId);
      await two;
      const rest = watchedBy(own, call, "lea Test");
      first.disconnect();
      const { sessionId } = call;
      const left = await again.timeout(60_000).emitWithAck("leave_call_session", { sessionId });
      expect(left).toEqual({ success: true, data: {} });
      await rest;
      expect(await audited("call.watched", call._id)).toMatchObject([
        { actorId: supervisor.id },
        { actorId: manager.id },
      ]);
    });

    test.each(["transcript", "review"])("includes reading the %s of a running call", async (what) => {
      const call = await running();
      const own = await connect(agent);
      const seen = watchedBy(own, call, "nora Test");
      for (let times = 0; times < 2; times++)
        expect((await server.api(supervisor, "GET", `/api/calls/${call._id}/${what}`)).status).toBe(200);
      expect(await seen).toEqual({ callId: call._id, names: ["nora Test"], userIds: [supervisor.id] });
      expect((await server.api(agent, "GET", `/api/calls/${call._id}/${what}`)).status).toBe(200);
      expect(await audited("call.watched", call._id)).toMatchObject([{ actorId: supervisor.id }]);
    });

    test("ends with leaving the call: no more lines arrive", async () => {
      const call = await running();
      const socket = await connect(supervisor);
      await join(socket, call.sessionId);
      const seen = record(socket);
      const arrives = nextLine(socket);
      await say(call, "client", "Bonjour.");
      await arrives;
      await socket.timeout(60_000).emitWithAck("leave_call_session", { sessionId: call.sessionId });
      await say(call, "client", "Vous êtes là ?");
      await follow(socket);
      expect(seen.lines().map(({ text }) => text)).toEqual(["Bonjour."]);
    });

    test("does not include the agent's own pages, which receive the names again after a reload", async () => {
      const call = await running();
      await join(await connect(agent), call.sessionId);
      await join(await connect(supervisor), call.sessionId);
      const socket = await connect(agent);
      const names = next<Watchers>(socket, "call_watchers", ({ callId }) => callId === call._id);
      expect((await names).names).toEqual(["nora Test"]);
    });

    test.each(strangers)("is refused to %s", async (_who, person) => {
      const call = await running();
      expect(await join(await connect(person), call.sessionId)).toMatchObject({ code: "NOT_FOUND" });
      expect(await audited("call.watched", call._id)).toEqual([]);
    });
  });

  test("an analyst sees calls, whispers and requests for help, and takes no part in them", async () => {
    const call = await running();
    const analyst = somebody("analyst");
    await server.api(agent, "POST", `/api/calls/${call._id}/help`);
    await say(call, "agent", "Bonjour, que puis-je pour vous ?");
    const of = `/api/calls/${call._id}`;
    const words = { seq: 1, text: "Souriez." };
    const note = await server.api(supervisor, "POST", `${of}/line-notes`, words);
    for (const [method, path, body] of [
      ["POST", `${of}/whispers`, { text: "Respirez." }],
      ["GET", `${of}/replies`, undefined],
      ["PUT", `${of}/help/taken`, undefined],
      ["POST", `${of}/line-notes`, words],
      ["PUT", `${of}/line-notes/${note.body.data.id}/closed`, undefined],
    ] as const)
      expect((await server.api(analyst, method, path, body)).body.code).toBe("FORBIDDEN");
    for (const path of [of, `${of}/whispers`, `${of}/line-notes`, "/api/help"])
      expect((await server.api(analyst, "GET", path)).status).toBe(200);
  });

  describe("a whisper", () => {
    test("reaches the agent as a suggestion, and its sender sees its state", async () => {
      const call = await running();
      const [own, watching] = [await connect(agent), await connect(supervisor)];
      await join(watching, call.sessionId);
      const arrives = next<Suggestion>(own, "suggestion");
      const { status, body } = await whisper(supervisor, call._id, { text: " Proposez un essai gratuit. " });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ text: "Proposez un essai gratuit.", state: "sent", said: false });
      expect(await arrives).toEqual({
        id: body.data.id,
        callId: call._id,
        text: "Proposez un essai gratuit.",
        category: "other",
        confidence: 1,
        provider: "coach",
        from: "nora Test",
        timestamp: expect.any(String),
      });
      const state = async () =>
        (await server.api(supervisor, "GET", `/api/calls/${call._id}/whispers`)).body.data.whispers[0];
      for (const [status, shown] of [
        ["delivered", "delivered"],
        ["shown", "seen"],
        ["used", "used"],
      ]) {
        const changed = next(watching, "whisper_changed");
        await server.api(agent, "PUT", `/api/calls/${call._id}/suggestions/${body.data.id}`, {
          state: status,
        });
        await changed;
        expect(await state()).toMatchObject({ state: shown, said: false });
      }
      await say(call, "agent", "Je vous propose un essai gratuit.");
      expect(await state()).toMatchObject({ state: "used", said: true });
      expect(await audited("call.whispered", call._id)).toMatchObject([{ actorId: supervisor.id }]);
    });

    test("is masked, and appears in the call's review with its sender", async () => {
      const call = await running();
      await whisper(supervisor, call._id, { text: "Sa carte est la 4970 1000 0000 0055." });
      const { body } = await server.api(supervisor, "GET", `/api/calls/${call._id}/review`);
      expect(body.data.suggestions).toMatchObject([{ provider: "coach", from: "nora Test" }]);
      expect(body.data.suggestions[0].text).not.toContain("4970");
      const log = await audited("call.whispered", call._id);
      expect(JSON.stringify(log)).not.toContain("carte");
    });

    test("that is sent again with its id is stored once", async () => {
      const call = await running();
      const own = await connect(agent);
      const id = randomUUID();
      const answers = await Promise.all(
        [1, 2, 3].map(() => whisper(supervisor, call._id, { text: "Respirez.", id })),
      );
      expect(answers.map(({ body }) => body.data.id)).toEqual([id, id, id]);
      await server.api(agent, "PUT", `/api/calls/${call._id}/suggestions/${id}`, { state: "delivered" });
      const listed = await server.api(manager, "GET", `/api/calls/${call._id}/whispers`);
      expect(listed.body.data.whispers).toHaveLength(1);
      expect((await whisper(manager, call._id, { text: "Autre chose.", id })).status).toBe(409);
      const other = await running(colleague);
      expect((await whisper(supervisor, other._id, { text: "Ailleurs.", id })).status).toBe(409);
      // Those that were refused are not in the log as sent.
      expect(await audited("call.whispered", call._id)).toHaveLength(1);
      expect(await audited("call.whispered", other._id)).toEqual([]);
      own.disconnect();
    });

    test("is sent again in the order of sending until a page reports it", async () => {
      const call = await running();
      for (const text of ["Un", "Deux", "Trois"]) await whisper(supervisor, call._id, { text });
      const own = await connect(agent);
      const seen = record(own);
      const third = next<Suggestion>(own, "suggestion", ({ text }) => text === "Trois");
      await join(own, call.sessionId);
      await third;
      // Meanwhile each second repeats those that wait.
      const texts = new Set(seen.of("suggestion").map(({ text }) => text));
      expect([...texts]).toEqual(["Un", "Deux", "Trois"]);
      await next<Suggestion>(own, "suggestion", ({ text }) => text === "Trois");
    });

    test("is refused while too many of its call have not arrived, and its repetition is not", async () => {
      const [call, other] = [await running(), await running(colleague)];
      const id = randomUUID();
      await whisper(supervisor, call._id, { text: "Respirez.", id });
      await insertMany(
        server.models.suggestions,
        Array.from({ length: serverLimits.whispersWaiting - 1 }, (_, n) =>
          storedSuggestion({ callId: call._id, text: `Conseil ${n}`, provider: "coach", pending: true }),
        ),
      );
      const refused = await whisper(manager, call._id, { text: "Encore un." });
      expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
      expect(await audited("call.whispered", call._id)).toHaveLength(1);
      expect((await whisper(supervisor, call._id, { text: "Respirez.", id })).status).toBe(200);
      expect((await whisper(supervisor, other._id, { text: "Ailleurs." })).status).toBe(200);
      await server.api(agent, "PUT", `/api/calls/${call._id}/suggestions/${id}`, { state: "delivered" });
      expect((await whisper(manager, call._id, { text: "Encore un." })).status).toBe(200);
    });

    test("is sent again however many whispers are pending for agents without a page here", async () => {
      const others = await running(colleague);
      await insertMany(
        server.models.suggestions,
        Array.from({ length: 1200 }, (_, n) =>
          storedSuggestion({
            callId: others._id,
            agentId: colleague.id,
            text: `Conseil ${n}`,
            provider: "coach",
            timestamp: new Date(Date.now() - 60_000),
            sender: { userId: supervisor.id, name: "nora Test" },
            pending: true,
          }),
        ),
      );
      const call = await running();
      const { body } = await whisper(supervisor, call._id, { text: "Respirez." });
      const own = await connect(agent);
      const isIt = ({ id }: Suggestion) => id === body.data.id;
      // Once when the page connects, and again because it reports nothing.
      await next<Suggestion>(own, "suggestion", isIt);
      await next<Suggestion>(own, "suggestion", isIt);
    });

    test("of a sender who was deactivated meanwhile does not arrive", async () => {
      const call = await running();
      const { body } = await whisper(supervisor, call._id, { text: "Trop tard." });
      await setStatus("inactive");
      const own = await connect(agent);
      const seen = record(own);
      await join(own, call.sessionId);
      const after = next<Suggestion>(own, "suggestion", ({ text }) => text === "À l'heure.");
      await whisper(manager, call._id, { text: "À l'heure." });
      await after;
      expect(seen.of("suggestion").map(({ id }) => id)).not.toContain(body.data.id);
    });

    test("is refused to another organization", async () => {
      const call = await running();
      expect((await whisper(outsider, call._id, { text: "Bonjour" })).status).toBe(404);
      for (const what of ["whispers", "replies"])
        expect((await server.api(outsider, "GET", `/api/calls/${call._id}/${what}`)).status).toBe(404);
    });

    test.each([
      [{}, "Whisper must be text"],
      [{ text: " " }, "Whisper is required"],
      [{ text: "a".repeat(501) }, "Whisper is too long (max 500 characters)"],
      [{ text: "a", id: "no uuid" }, "Id must be a UUID"],
    ])("with the body %j is refused", async (body, text) => {
      const call = await running();
      const answer = await whisper(supervisor, call._id, body);
      expect(answer).toMatchObject({ status: 400, body: { error: text } });
    });

    test("is refused after the end of the call", async () => {
      const { callId } = await server.begin(colleague);
      await server.end(colleague, callId);
      expect(await whisper(supervisor, callId, { text: "Bravo" })).toMatchObject({
        status: 409,
        body: { error: "This call has ended." },
      });
    });

    test("can be chosen from the playbook's replies, with the values of the call", async () => {
      const call = await running();
      await say(call, "client", "Nous payons 400 euros par mois.");
      const { body } = await server.api(supervisor, "GET", `/api/calls/${call._id}/replies`);
      const texts = body.data.replies.map(({ text }: { text: string }) => text);
      expect(texts.length).toBeGreaterThan(50);
      expect(texts.join()).not.toMatch(/\{\w+\}/);
    });

    test("can be chosen first from the replies for what was just mentioned", async () => {
      const call = await running();
      await say(call, "agent", "Bonjour, comment allez-vous ?");
      await say(call, "client", "Votre offre est beaucoup trop chère.");
      const { body } = await server.api(supervisor, "GET", `/api/calls/${call._id}/replies`);
      const { replies } = body.data as { replies: { intent: string; mentioned?: boolean }[] };
      expect(replies[0]).toMatchObject({ intent: "Prix", mentioned: true });
      const others = replies.findIndex(({ mentioned }) => mentioned === undefined);
      expect(replies.slice(others).some(({ mentioned }) => mentioned)).toBe(false);
    });

    test("is chosen beside what is on the agent's prompter: the newest suggestions in their places, without used and dismissed ones", async () => {
      const call = await running();
      const watching = await connect(supervisor);
      await join(watching, call.sessionId);
      const made = ["Ancienne", "Écartée", "Montrée", "Donnée"].map((text, at) =>
        storedSuggestion({ callId: call._id, text, timestamp: new Date(Date.now() + at * 1000) }),
      );
      await server.models.suggestions.create(made);
      const path = `/api/calls/${call._id}`;
      const changed = next(watching, "whisper_changed");
      await server.api(agent, "PUT", `${path}/suggestions/${made[1]?._id}`, { state: "dismissed" });
      expect(await changed).toEqual({ callId: call._id });
      const shown = (at: number, place: number) =>
        server.api(agent, "PUT", `${path}/suggestions/${made[at]?._id}`, { state: "shown", place });
      for (const [at, place] of [
        [2, 1],
        [3, 3],
        [2, 2],
      ] as const)
        await shown(at, place);
      await whisper(supervisor, call._id, { text: "Bravo" });
      const { body } = await server.api(supervisor, "GET", `${path}/whispers`);
      expect(body.data.prompter).toEqual(
        [made[2], made[3]].map((one, at) => ({
          id: one?._id,
          text: one?.text,
          category: "response",
          place: at + 2,
        })),
      );
    });
  });

  describe("help", () => {
    test("is requested, shown to users who may help, taken by one of them, and withdrawn", async () => {
      const call = await running();
      await say(call, "client", "Votre offre me paraît");
      await say(call, "client", "un peu chère.");
      await say(call, "agent", "Je comprends.");
      const [own, first] = [await connect(agent), await connect(supervisor)];
      const foreignSeen = record(await connect(outsider));
      const asked = next<HelpChanged>(await connect(manager), "help_changed");
      const path = `/api/calls/${call._id}/help`;
      const answer = await server.api(agent, "POST", path);
      expect(answer.body.data.help).toEqual({ askedAt: expect.any(String) });
      expect((await server.api(agent, "POST", path)).body.data).toEqual(answer.body.data);
      expect(await asked).toMatchObject({ callId: call._id, help: answer.body.data.help });
      const listed = await server.api(supervisor, "GET", "/api/help");
      expect(listed.body.data.requests).toMatchObject([
        {
          callId: call._id,
          customer: { name: "Claire Moreau" },
          words: "Votre offre me paraît un peu chère.",
        },
      ]);

      const coming = next<HelpChanged>(own, "help_changed", ({ help }) => help?.takenBy !== undefined);
      const takes = await Promise.all(
        [supervisor, manager].map((person) => server.api(person, "PUT", `${path}/taken`)),
      );
      expect(takes.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { name } = (await coming).help?.takenBy ?? { name: "nobody" };
      expect(takes.find(({ status }) => status === 409)?.body.error).toBe(`${name} is already on the way.`);

      const withdrawn = next<HelpChanged>(first, "help_changed", ({ help }) => help === undefined);
      expect((await server.api(agent, "DELETE", path)).status).toBe(200);
      await withdrawn;
      expect((await server.api(agent, "DELETE", path)).status).toBe(200);
      expect((await server.api(supervisor, "PUT", `${path}/taken`)).body.error).toBe(
        "The agent no longer needs help.",
      );
      expect(foreignSeen.of("help_changed")).toEqual([]);
    });

    test("that ended while the agent's page was disconnected is not shown after it reconnects", async () => {
      const call = await running();
      const back = next<HelpChanged>(await connect(agent), "help_changed");
      expect(await back).toMatchObject({ callId: call._id });
      expect((await back).help).toBeUndefined();
    });

    test("ends with the call", async () => {
      const { callId } = await server.begin(colleague);
      const socket = await connect(supervisor);
      await server.api(colleague, "POST", `/api/calls/${callId}/help`);
      const over = next<HelpChanged>(
        socket,
        "help_changed",
        (event) => event.callId === callId && !event.help,
      );
      await server.end(colleague, callId);
      await over;
      const { body } = await server.api(supervisor, "GET", "/api/help");
      expect(body.data.requests.map((one: HelpChanged) => one.callId)).not.toContain(callId);
      expect((await server.api(colleague, "POST", `/api/calls/${callId}/help`)).status).toBe(409);
    });

    test("can be requested only by the agent", async () => {
      const call = await running();
      expect((await server.api(supervisor, "POST", `/api/calls/${call._id}/help`)).status).toBe(403);
      expect((await server.api(colleague, "POST", `/api/calls/${call._id}/help`)).status).toBe(404);
    });
  });

  test("ten watchers at once receive the same lines, and the agent receives their names and one whisper of each", async () => {
    const [call, other] = [await running(), await running(colleague)];
    const own = await connect(agent);
    await join(own, call.sessionId);
    const received = record(own);
    const all = next<Watchers>(own, "call_watchers", ({ names }) => names.length === 10);
    const ten = Array.from({ length: 10 }, (_, n): Person => ({ ...supervisor, id: `watcher-${n}` }));
    const pages = await Promise.all(
      ten.map(async (person, n) => {
        const socket = await connect(person);
        const seen = record(socket);
        await join(socket, call.sessionId);
        // Half of the pages show the call, the other half show the other one.
        await whole(socket, [n < 5 ? call._id : other._id]);
        return { socket, seen, followed: n < 5 };
      }),
    );
    await all;
    const texts = Array.from({ length: 30 }, (_, n) => `Phrase ${n + 1}.`);
    const last = pages.map(({ socket }) => nextLine(socket, ({ text }) => text === texts.at(-1)));
    const onWall = pages.filter(({ followed }) => followed).map(({ socket }) => showsLine(socket, 30));
    for (const text of texts) await say(call, "client", text);
    await Promise.all([...last, ...onWall]);
    for (const { seen, followed } of pages) {
      expect(seen.lines().map(({ text }) => text)).toEqual(texts);
      const lines = seen
        .of("desk_lines")
        .flatMap((event) => (event as unknown as { lines: DeskLine[] }).lines);
      expect(lines.map(({ callId }) => callId)).toEqual(lines.map(() => (followed ? call._id : other._id)));
      // At most two a second, however many lines there are.
      expect(lines.length).toBeLessThan(texts.length);
    }
    const sent = await Promise.all(ten.map((person) => whisper(person, call._id, { text: person.id })));
    expect(sent.map(({ status }) => status)).toEqual(ten.map(() => 200));
    // One that no page has reported within a second is repeated with its id.
    const whispered = new Map(received.of("suggestion").map(({ id, text }) => [id, text]));
    expect([...whispered.values()].toSorted()).toEqual(ten.map(({ id }) => id));
  });

  const memberIn = (team: readonly TeamMember[] | undefined, { id }: Person) =>
    team?.find(({ userId }) => userId === id);
  /** The next change of the wall that shows a person with this presence. */
  const showsPresence = (socket: TestSocket, person: Person, presence: TeamMember["presence"]) =>
    next<Change>(socket, "desk_changed", ({ team }) => memberIn(team, person)?.presence === presence);

  test("presence follows pages, calls and the presence that people set", async () => {
    const socket = await connect(manager);
    const becomes = (presence: TeamMember["presence"]) => showsPresence(socket, colleague, presence);
    const { team } = await whole(socket);
    expect(memberIn(team, manager)).toMatchObject({
      name: "lea Test",
      presence: "available",
      since: expect.any(String),
    });
    expect(memberIn(team, outsider)).toBeUndefined();

    const page = await connect(colleague);
    const away = becomes("away");
    expect((await server.api(colleague, "PUT", "/api/presence", { away: true })).body.data).toEqual({
      away: true,
    });
    expect((await server.api(colleague, "GET", "/api/presence")).body.data).toEqual({ away: true });
    await away;
    await server.api(colleague, "PUT", "/api/presence", { away: false });
    const call = await running(colleague);
    await becomes("in-call");
    await server.calls.forTelephony.live.end(call, "hangup");
    await becomes("wrapping-up");
    await server.api(colleague, "PUT", `/api/calls/${call._id}/outcome`, { outcome: "no_need", revision: 0 });
    await becomes("available");
    page.disconnect();
    await becomes("offline");
  });

  test("an agent who ends a long call is wrapping up", async () => {
    const socket = await connect(manager);
    const page = await connect(colleague);
    const call = await running(colleague, { startedAt: new Date(Date.now() - 3 * 3_600_000) });
    const wrapsUp = showsPresence(socket, colleague, "wrapping-up");
    await whole(socket);
    await server.calls.forTelephony.live.end(call, "hangup");
    await wrapsUp;
    page.disconnect();
  });

  test("people who connected during a database outage are present after it", async () => {
    const page = await connect(colleague);
    const socket = await connect(manager);
    const isHere = (team: readonly TeamMember[] | undefined) =>
      Boolean(team?.some(({ userId, presence }) => userId === colleague.id && presence !== "offline"));
    await whole(socket);
    let isOffline = false;
    const offline = next<Change>(socket, "desk_changed", ({ team }) => team !== undefined && !isHere(team));
    void offline.then(() => {
      isOffline = true;
    });
    const presences = server.connection.collection<{ _id: string }>("presences");
    // Repeated, because the process may store the presence again before the wall reads its absence.
    await until(async () => {
      await presences.deleteOne({ _id: colleague.id });
      return isOffline;
    });
    await next<Change>(socket, "desk_changed", ({ team }) => isHere(team));
    page.disconnect();
  });

  test("people whose process has died are offline when their lease has expired", async () => {
    const presences = server.connection.collection<{ _id: string }>("presences");
    const last = new Date(Date.now() + 3000);
    await presences.updateOne(
      { _id: colleague.id },
      { $set: { organizationId: acme, onlineSince: new Date(), seenUntil: last } },
      { upsert: true },
    );
    const socket = await connect(manager);
    const offline = showsPresence(socket, colleague, "offline");
    expect(memberIn((await whole(socket)).team, colleague)?.presence).not.toBe("offline");
    expect(memberIn((await offline).team, colleague)?.since).toBe(last.toISOString());
  });
});
