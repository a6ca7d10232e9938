import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { sourceAddress } from "../../tools/network.ts";
import { password } from "../servers/database.ts";

/** Each request comes from an address of its own, so that no limit of a source is reached. */
let sources = 0;

/** The requests of all people: their times (ms), how many found the server busy, faults, and lines received. */
export type Tally = ReturnType<typeof createTally>;
export const createTally = () => ({ times: [] as number[], busy: 0, faults: [] as string[], lines: 0 });

/** A response; without a connection its status is 0. */
export interface Answer {
  ok: boolean;
  status: number;
  code?: string;
  data?: Record<string, string>;
}

/**
 * A person with a browser. Every request is measured; a failed one is a fault, except 503 SERVER_BUSY, which is
 * counted separately.
 */
export function createPerson(url: string, tally: Tally, { origin = url } = {}) {
  let token: string | undefined;
  let cookie: string | undefined;

  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const from = performance.now();
    try {
      const answer = await fetch(url + path, {
        method,
        signal: AbortSignal.timeout(30_000),
        headers: {
          origin,
          "x-forwarded-for": sourceAddress(++sources),
          ...(body && { "content-type": "application/json" }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(cookie && { cookie }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const set = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
      if (set.length > 0) cookie = set.join("; ");
      const read = (await answer.json()) as Pick<Answer, "code" | "data">;
      tally.times.push(performance.now() - from);
      if (read.code === "SERVER_BUSY") tally.busy += 1;
      else if (answer.status >= 400) tally.faults.push(`${method} ${path} ${answer.status} ${read.code}`);
      return { ok: answer.ok, status: answer.status, ...read };
    } catch (thrown) {
      const { name, cause } = thrown as Error & { cause?: { code?: string } };
      tally.faults.push(`${method} ${path} ${cause?.code ?? name}`);
      return { ok: false, status: 0 };
    }
  }

  return {
    ask,
    async signIn(email: string): Promise<boolean> {
      const answer = await ask("POST", "/api/auth/login", { email, password });
      token = answer.data?.accessToken;
      return token !== undefined;
    },
    async renew(): Promise<boolean> {
      const answer = await ask("POST", "/api/auth/refresh");
      token = answer.data?.accessToken ?? token;
      return answer.ok;
    },
    async signOut(): Promise<boolean> {
      const answer = await ask("POST", "/api/auth/logout");
      token = cookie = undefined;
      return answer.ok;
    },
    /** Registers a visitor. @returns the e-mail address, if the registration was acknowledged */
    async register(organizationName = "Lumiere"): Promise<string | undefined> {
      const email = `visitor-${randomUUID()}@example.com`;
      const answer = await ask("POST", "/api/auth/register", {
        firstName: "Vera",
        lastName: "Visitor",
        email,
        organizationName,
        industryType: "technology",
        password,
        confirmPassword: password,
      });
      return answer.ok ? email : undefined;
    },
    connect(): Socket {
      return io(url, {
        transports: ["websocket"],
        forceNew: true,
        auth: (give) => give({ token }),
        reconnectionDelay: 100,
        reconnectionDelayMax: 1000,
      });
    },
  };
}

/** An agent's work until `isOver`: sign-in, a call with its socket, suggestions, notes, a renewal, sign-out. */
export async function workAsAgent(
  url: string,
  email: string,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const callMs = 6000;
  const person = createPerson(url, tally);
  while (!isOver()) {
    if (!(await person.signIn(email))) {
      await delay(500);
      continue;
    }
    const started = await person.ask("POST", "/api/simulation/start", {});
    if (started.ok && started.data) {
      const { callId, sessionId } = started.data;
      const socket = person.connect();
      socket.on("connect", () => socket.emit("join_call_session", { sessionId }, () => {}));
      socket.on("live_transcription", ({ is_final }) => {
        if (is_final) tally.lines += 1;
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

/** Until `isOver` an administrator reads the lists and a visitor registers, once a second. */
export async function workAsOffice(
  url: string,
  email: string,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const admin = createPerson(url, tally);
  const visitor = createPerson(url, tally);
  while (!isOver() && !(await admin.signIn(email))) await delay(500);
  while (!isOver()) {
    await admin.ask("GET", "/api/auth/admin/users/stats");
    await admin.ask("GET", "/api/auth/admin/pending-users");
    await visitor.register();
    await delay(1000);
  }
}
