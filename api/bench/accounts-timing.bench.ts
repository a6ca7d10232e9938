import { sourceAddress } from "../tools/network.ts";
import { median, type Row, timed } from "./figures.ts";
import { json, startServer } from "./servers/api-server.ts";
import { copyAgent, type StoredUser } from "./servers/database.ts";

const samples = 120;

type Call = [path: string, body: unknown];

async function send(url: string, [path, body]: Call, source: string): Promise<void> {
  const headers = { ...json, "x-forwarded-for": source };
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
}

function registration(email: string) {
  const names = {
    firstName: "Ada",
    lastName: "Lovelace",
    organizationName: "Engines",
    industryType: "other",
  };
  return { ...names, email, password: "Engine-Number-1", confirmPassword: "Engine-Number-1" };
}

const calls: Record<string, (email: string) => Call> = {
  "sign-in with a wrong password": (email) => ["/api/auth/login", { email, password: "wrong" }],
  registration: (email) => ["/api/auth/register", registration(email)],
  "asking for a code": (email) => ["/api/auth/verification/initiate", { email, method: "code" }],
  "asking for a link again": (email) => ["/api/auth/resend-verification", { email }],
};

/** A registration that waits for verification, with the data of the demonstration agent. */
function pendingRegistration(id: string, agent: StoredUser, createdAt: Date) {
  const { passwordHash, firstName, lastName, organizationId, organizationName, industryType } = agent;
  const details = { firstName, lastName, organizationId, organizationName, industryType };
  return { id, passwordHash, source: "", createdAt, details };
}

/** Response times for addresses with an account, against those without one. */
export default async function measure(): Promise<Row[]> {
  const api = await startServer();
  const people = Object.keys(calls).length * samples;
  const createdAt = new Date();
  await copyAgent(api.connection, people, (n, agent) => ({
    _id: `known-${n}`,
    email: `known-${n}@example.com`,
    status: "pending_verification",
    createdAt,
    forms: [pendingRegistration(`form-${n}`, agent, createdAt)],
  }));
  let sent = 0;
  const rows: Row[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < samples; n++) {
      sent += 1;
      // The order alternates, so that background work affects both kinds equally.
      const order = n % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of order) {
        const source = sourceAddress(sent * 2 + (kind === "known" ? 1 : 0));
        times[kind].push(await timed(() => send(api.url, call(`${kind}-${sent}@example.com`), source)));
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    rows.push({
      name: `${name}: known against unknown address, ms`,
      value: known.toFixed(2),
      baseline: unknown.toFixed(2),
      ratio: (known / unknown).toFixed(2),
      goal: "0.90 to 1.10",
    });
  }
  await api.stop();
  return rows;
}
