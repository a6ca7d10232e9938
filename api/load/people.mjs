import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { io } from "socket.io-client";

export const password = "Rideau-Rouge-7";
let sources = 0;

/** An address that no other request came from. */
function freshSource() {
  sources += 1;
  return `10.${(sources >> 16) & 255}.${(sources >> 8) & 255}.${sources & 255}`;
}

/** Counts what people do, how long it took and what went wrong. */
export function createTally() {
  const tally = { times: [], busy: 0, faults: [], lines: 0 };
  return {
    ...tally,
    took(ms) {
      this.times.push(ms);
    },
    fault(what) {
      this.faults.push(what);
    },
  };
}

/**
 * Somebody at his browser. Every request is measured; an answer that is none of ours, or an error of the server's, is
 * a fault. A server that is too busy says so (503 SERVER_BUSY), which is counted apart.
 */
export function createPerson(url, tally, { origin = url } = {}) {
  let token;
  let cookie;

  async function ask(method, path, body) {
    const from = performance.now();
    try {
      const answer = await fetch(url + path, {
        method,
        signal: AbortSignal.timeout(30_000),
        headers: {
          origin,
          "x-forwarded-for": freshSource(),
          ...(body && { "content-type": "application/json" }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(cookie && { cookie }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const set = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
      if (set.length > 0) cookie = set.join("; ");
      const read = await answer.json();
      tally.took(performance.now() - from);
      if (read.code === "SERVER_BUSY") tally.busy += 1;
      else if (answer.status >= 400) tally.fault(`${method} ${path} ${answer.status} ${read.code}`);
      return { ok: answer.ok, status: answer.status, ...read };
    } catch (error) {
      tally.fault(`${method} ${path} ${error.cause?.code ?? error.name}`);
      return { ok: false, status: 0 };
    }
  }

  const person = {
    ask,
    token: () => token,
    async signIn(email) {
      const answer = await ask("POST", "/api/auth/login", { email, password });
      token = answer.data?.accessToken;
      return token !== undefined;
    },
    async renew() {
      const answer = await ask("POST", "/api/auth/refresh");
      token = answer.data?.accessToken ?? token;
      return answer.ok;
    },
    async signOut() {
      const answer = await ask("POST", "/api/auth/logout");
      token = cookie = undefined;
      return answer.ok;
    },
    /** A visitor asks for an account; the address, where it was taken down. */
    async register() {
      const email = `visitor-${randomUUID()}@example.com`;
      const answer = await ask("POST", "/api/auth/register", {
        firstName: "Vera",
        lastName: "Visitor",
        email,
        organizationName: "Lumiere",
        industryType: "technology",
        password,
        confirmPassword: password,
      });
      return answer.ok ? email : undefined;
    },
    connect() {
      const options = { transports: ["websocket"], forceNew: true, auth: (give) => give({ token }) };
      return io(url, { ...options, reconnectionDelay: 100, reconnectionDelayMax: 1000 });
    },
  };
  return person;
}

/** An agent's work until `isOver`: sign in, a call with its socket, suggestions, notes, a renewal, sign out. */
export async function workAsAgent(url, email, tally, isOver, callMs = 6000) {
  const person = createPerson(url, tally);
  while (!isOver()) {
    if (!(await person.signIn(email))) {
      await delay(500);
      continue;
    }
    const started = await person.ask("POST", "/api/simulation/start", {});
    if (started.ok) {
      const { callId, sessionId } = started.data;
      const socket = person.connect();
      socket.on("connect", () => socket.emit("join_call_session", { sessionId }, () => {}));
      socket.on("conversation_message", () => {
        tally.lines += 1;
      });
      await delay(callMs / 2);
      await person.ask("POST", `/api/calls/${callId}/suggestions`);
      await person.ask("PUT", `/api/calls/${callId}/notes`, { notes: "Rappeler mardi." });
      await person.renew();
      await delay(callMs / 2);
      await person.ask("GET", `/api/calls/${callId}/transcript?after=0`);
      await person.ask("POST", "/api/simulation/end", { callId, reason: "user_ended" });
      socket.disconnect();
    }
    await person.signOut();
  }
}

/** An administrator who looks at the lists now and then, and a visitor who registers. */
export async function workAsOffice(url, tally, isOver, pauseMs = 1000) {
  const admin = createPerson(url, tally);
  const visitor = createPerson(url, tally);
  while (!isOver() && !(await admin.signIn("admin@lumiere.example"))) await delay(500);
  while (!isOver()) {
    await admin.ask("GET", "/api/auth/admin/users/stats");
    await admin.ask("GET", "/api/auth/admin/pending-users");
    await visitor.register();
    await delay(pauseMs);
  }
}
