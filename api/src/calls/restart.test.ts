import type { Line } from "@souffleur/contracts";
import type { JoinAnswer } from "@souffleur/contracts/realtime";
import { io } from "socket.io-client";
import { onLine } from "../../testing/calls/call-events.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { acme, hire, type Person, supervisor, tokenOf } from "../../testing/people/call-people.ts";
import { startProcess } from "../../testing/processes/source-process.ts";
import { createRequest } from "../../testing/request.ts";

/** Each starts two calls, the most that an agent may have. */
const agents = Array.from(
  { length: 10 },
  (_, at): Person => ({ id: `agent-${at}`, role: "agent", organization: acme }),
);

const request = async (url: string, method: string, path: string, body?: object, person = supervisor) =>
  (await createRequest(url)(method, path, { body, token: tokenOf(person) })).body.data;

/** A script takes ten seconds and more: on a busy machine, too, the kill comes before its end. */
const tuning = { speed: 12 };

test("loses no emitted line when the server is killed during calls and started again", async () => {
  const database = await testDatabase();
  await hire(database.connection, [supervisor, ...agents]);
  const first = await startProcess({ uri: database.uri, tuning });
  const calls: { callId: string; sessionId: string }[] = await Promise.all(
    [...agents, ...agents].map((person) => request(first.url, "POST", "/api/simulation/start", {}, person)),
  );
  const received = new Map<string, Line[]>(calls.map(({ sessionId }) => [sessionId, []]));
  const socket = io(first.url, {
    transports: ["websocket"],
    auth: { token: tokenOf(supervisor) },
    reconnectionDelay: 100,
  });
  const take = (lines: readonly Line[]) => {
    for (const line of lines) received.get(line.sessionId)?.push(line);
  };
  onLine(socket, (line: Line) => take([line]));

  /** Joins each call after its last received line. @returns their statuses */
  const joinAll = () =>
    Promise.all(
      calls.map(
        ({ sessionId }) =>
          new Promise<string>((done, refuse) => {
            const after = received.get(sessionId)?.at(-1)?.seq;
            socket.emit("join_call_session", { sessionId, after }, (answer: JoinAnswer) => {
              if (!answer.success) return refuse(new Error(answer.error));
              take(answer.data.lines);
              done(answer.data.status);
            });
          }),
      ),
    );
  await new Promise<void>((connected) => socket.once("connect", connected));
  await joinAll();
  // Half of a script: no call may have ended before the server is killed.
  await new Promise<void>((enough) => {
    onLine(socket, () => {
      if ([...received.values()].some((lines) => lines.length >= 15)) enough();
    });
  });
  await first.kill();

  const second = await startProcess({ uri: database.uri, port: first.port, tuning });
  if (!socket.connected) await new Promise<void>((connected) => socket.once("connect", connected));
  expect(new Set(await joinAll())).toEqual(new Set(["ended"]));
  for (const { callId, sessionId } of calls) {
    const { call } = await request(second.url, "GET", `/api/calls/${callId}`);
    const { lines } = await request(second.url, "GET", `/api/calls/${callId}/transcript`);
    expect(call).toMatchObject({ status: "ended", reason: "server_restarted", seq: lines.length });
    expect(lines.map(({ seq }: Line) => seq)).toEqual(lines.map((_: Line, index: number) => index + 1));
    expect(received.get(sessionId)).toEqual(lines);
  }
  socket.disconnect();
  await second.kill();
  await database.close();
});
