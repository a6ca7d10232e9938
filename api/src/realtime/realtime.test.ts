import { connect } from "node:net";
import { errorCatalogue, limits } from "@souffleur/contracts";
import { travel } from "../../testing/app.ts";
import { join, next, type TestSocket } from "../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { emptyDatabase } from "../../testing/database/database.ts";
import {
  acme,
  agent,
  colleague,
  hire,
  outsider,
  type Person,
  platform,
  sessionOf,
  somebody,
  supervisor,
  tokenOf,
} from "../../testing/people/call-people.ts";
import { clock } from "../clock.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../http/logger.ts";
import { rooms } from "./rooms.ts";

function appError(socket: TestSocket): Promise<Error & { data?: { code: string } }> {
  return new Promise((resolve) => {
    socket.once("connect_error", resolve);
    socket.connect();
  });
}

const disconnection = (socket: TestSocket) => next<string>(socket, "disconnect");

/** The access token of a person, which is valid for so many seconds. */
function tokenFor(person: Person, seconds: number): string {
  travel((seconds - limits.accessTokenSeconds) * 1000);
  const token = tokenOf(person);
  clock.reset();
  return token;
}

describe("the socket server", () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let server: TestCalls;

  beforeAll(async () => {
    database = await emptyDatabase();
    const env = { PUBLIC_URL: "https://souffleur.example", SMTP_URL: "smtp://127.0.0.1:9" };
    server = await startCalls({ connection: database.connection, env });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  /** Another server with a connection to the same database of its own, and that connection. */
  async function another(options = "") {
    const connection = await connectDatabase(database.uri + options, createLogger("silent"));
    return { other: await startCalls({ connection }), connection };
  }

  test("survives a connection that is broken before it is answered, on any path", async () => {
    const { hostname, port } = new URL(server.url);
    const client = connect(Number(port), hostname);
    const broken = new Promise<unknown>((resolve) => {
      server.server.once("upgrade", (_request, connection) => {
        connection.once("close", () => resolve(connection.errored));
        client.resetAndDestroy();
      });
    });
    client.write("GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    expect(await broken).toMatchObject({ code: "ECONNRESET" });
  });

  describe("the handshake", () => {
    test.each([
      ["no token", {}],
      ["an empty token", { token: "" }],
      ["a token of another type", { token: { $gt: "" } }],
      ["a list for a token", { token: ["a", "b"] }],
      ["an invalid token", { token: "nonsense" }],
      ["a token that is too long", { token: "x".repeat(10_000) }],
    ])("is refused with TOKEN_INVALID for %s", async (_name, auth) => {
      expect((await appError(server.socket(agent, { auth }))).data).toEqual({ code: "TOKEN_INVALID" });
    });

    test("is refused with TOKEN_EXPIRED for an old token, and passes with a renewed one", async () => {
      let token = tokenFor(agent, -1);
      const socket = server.socket(agent, { auth: (give: (auth: object) => void) => give({ token }) });
      expect((await appError(socket)).data).toEqual({ code: "TOKEN_EXPIRED" });
      token = tokenOf(agent);
      const connected = next(socket, "connect");
      socket.connect();
      await connected;
    });

    test.each(["https://evil.example", "null", "https://souffleur.example.evil.example"])(
      "is refused to a page of %s, on both transports",
      async (origin) => {
        for (const transport of ["websocket", "polling"]) {
          const error = await appError(
            server.socket(agent, { transports: [transport], extraHeaders: { origin }, reconnection: false }),
          );
          expect(error.message).toMatch(/websocket error|xhr poll error/);
        }
      },
    );

    test("passes for the product's own pages", async () => {
      await server.connect(agent, { extraHeaders: { origin: "https://souffleur.example" } });
    });
  });

  describe("a socket", () => {
    test("receives the events for its user, its organization and everyone, and no others", async () => {
      const mine = await server.connect(agent);
      const foreign = await server.connect(outsider);
      const received: string[] = [];
      const listen = (name: string, socket: TestSocket) =>
        socket.on("audio_session_started", ({ sessionId }: { sessionId: string }) =>
          received.push(`${name} ${sessionId}`),
        );
      listen("mine", mine);
      listen("foreign", foreign);
      const emit = (room: string, sessionId: string) =>
        server.realtime.emit(room, "audio_session_started", { sessionId });
      emit(rooms.user(agent.id), "user");
      emit(rooms.organization(acme), "organization");
      emit(rooms.user(colleague.id), "another user");
      emit(rooms.everyone, "everyone");
      await join(mine, "none");
      await join(foreign, "none");
      expect(received.toSorted()).toEqual([
        "foreign everyone",
        "mine everyone",
        "mine organization",
        "mine user",
      ]);
    });

    test("receives an event for several of its rooms once", async () => {
      const socket = await server.connect(agent);
      let received = 0;
      socket.on("audio_session_started", () => received++);
      server.realtime.emit(
        [rooms.user(agent.id), rooms.everyone, rooms.organization(acme)],
        "audio_session_started",
        { sessionId: "one" },
      );
      await join(socket, "none");
      expect(received).toBe(1);
    });

    test("ends at once when its session or its user is revoked", async () => {
      const first = await server.connect(agent);
      const second = await server.connect(colleague);
      const ended = [disconnection(first), disconnection(second)];
      await server.app.bus.publish("sessions.ended", { sessionId: sessionOf(agent) });
      await server.app.bus.publish("sessions.ended", { userId: colleague.id });
      expect(await Promise.all(ended)).toEqual(["io server disconnect", "io server disconnect"]);
    });

    test("ends when its session ends between the check and the joining of its rooms", async () => {
      // Commands of one connection are done in order.
      const { other, connection } = await another("&maxPoolSize=1&monitorCommands=true");
      const analyst = somebody("analyst");
      await hire(connection, [analyst]);
      const socket = other.socket(analyst);
      const ended = disconnection(socket);
      const sessions = connection.collection<{ _id: string }>("sessions");
      let updated: Promise<unknown> | undefined;
      connection.getClient().on("commandStarted", ({ command }) => {
        // The check has read the session before, and reads the account now.
        if (command.find !== "users") return;
        updated ??= sessions.updateOne({ _id: sessionOf(analyst) }, { $set: { endedAt: clock.now() } });
      });
      socket.connect();
      expect(await ended).toBe("io server disconnect");
      await updated;
      await other.close();
      await connection.close();
    });

    test("reconnects by itself with a renewed token when its own has expired", async () => {
      // Long enough for the handshake, also where the machine is busy.
      const tokens = [tokenFor(agent, 4), tokenOf(agent)];
      const socket = server.socket(agent, {
        auth: (give: (auth: object) => void) => give({ token: tokens.shift() }),
      });
      const ended = disconnection(socket);
      socket.connect();
      expect(await ended).toBe("transport close");
      await next(socket, "connect");
      expect(tokens).toEqual([]);
    });
  });

  describe("malformed payloads", () => {
    test.each([
      ["nothing", []],
      ["null", [null]],
      ["a text", ["session"]],
      ["a number", [42]],
      ["a list", [[["session"]]]],
      ["an operator", [{ sessionId: { $gt: "" } }]],
      ["an empty id", [{ sessionId: "" }]],
      ["an id that is too long", [{ sessionId: "x".repeat(1000) }]],
      ["a negative number", [{ sessionId: "a", after: -1 }]],
      ["a fraction", [{ sessionId: "a", after: 0.5 }]],
      ["a text for a number", [{ sessionId: "a", after: "1" }]],
      ["a prototype", [JSON.parse('{"__proto__":{"sessionId":"a"}}')]],
      ["two arguments", [{ sessionId: 1 }, { sessionId: "a" }]],
      ["bytes", [Buffer.from("session")]],
    ])("are answered with VALIDATION_ERROR for %s", async (_name, args) => {
      const socket = await server.connect(agent);
      const answer = await socket.timeout(30_000).emitWithAck("join_call_session", ...args);
      expect(answer).toMatchObject({ success: false, code: "VALIDATION_ERROR" });
      expect(typeof answer.error).toBe("string");
    });

    const unknownEvents = ["error", "message", "constructor", "__proto__", "disconnecting2", "*"];
    test.each([...unknownEvents, "conversation_message"])("get NOT_FOUND for the event %s", async (event) => {
      const socket = await server.connect(agent);
      const answer = await socket.timeout(30_000).emitWithAck(event, { any: "thing" });
      expect(answer).toMatchObject({ success: false, code: "NOT_FOUND" });
    });

    test("without a callback do no harm", async () => {
      const socket = await server.connect(agent);
      socket.emit("join_call_session");
      socket.emit("join_call_session", null);
      socket.emit("error", new Error("boo"));
      expect(await join(socket, "none")).toMatchObject({ code: "NOT_FOUND" });
    });

    test("end a socket that sends more than 16 kB", async () => {
      const socket = await server.connect(agent);
      const ended = disconnection(socket);
      socket.emit("join_call_session", { sessionId: "x".repeat(20_000) });
      expect(await ended).toBe("transport close");
      await next(socket, "connect");
    });

    test("are limited, then end the socket", async () => {
      const socket = await server.connect(agent);
      const answers = await Promise.all(Array.from({ length: 40 }, () => join(socket, "none")));
      const count = (code: string) =>
        answers.filter((answer) => !answer.success && answer.code === code).length;
      expect(count("NOT_FOUND")).toBeGreaterThanOrEqual(20);
      expect(count("RATE_LIMITED")).toBeGreaterThan(10);
      const ended = disconnection(socket);
      for (let count = 0; count < 400; count++) socket.emit("join_call_session", {});
      expect(await ended).toBe("io server disconnect");
    });
  });

  describe("join_call_session", () => {
    test("is for the call's agent and for users that may view all calls of that organization", async () => {
      const call = await server.begin(agent, { scenario: "renewal" });
      const answers = await Promise.all(
        [agent, supervisor, platform, colleague, outsider].map(async (person) =>
          join(await server.connect(person), call.sessionId),
        ),
      );
      const results = answers.map((answer) => (answer.success ? answer.data.callId : answer.code));
      const refused = "NOT_FOUND";
      expect(results).toEqual([call.callId, call.callId, refused, refused, refused]);
    });

    test("answers a failing database as HTTP does", async () => {
      const { other, connection } = await another();
      const socket = await other.connect(agent);
      await connection.close();
      expect(await join(socket, "any")).toEqual({
        success: false,
        code: "DATABASE_UNAVAILABLE",
        error: errorCatalogue.DATABASE_UNAVAILABLE.text,
      });
      await other.close();
    });
  });
});
