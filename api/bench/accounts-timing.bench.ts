import { json, startServer } from "./api-server.ts";
import { copyAgent, type StoredUser } from "./database.ts";
import { median, type Row } from "./figures.ts";

const samples = 120;

type Call = [path: string, body: unknown];

/** Milliseconds until the answer is there. */
async function timed(url: string, [path, body]: Call, n: number): Promise<number> {
  const headers = { ...json, "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
  const started = performance.now();
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - started;
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

/** A registration that waits to be verified, of what the demonstration agent is made of. */
function pendingForm(id: string, agent: StoredUser, createdAt: Date) {
  const { passwordHash, firstName, lastName, organizationId, organizationName, industryType } = agent;
  const details = { firstName, lastName, organizationId, organizationName, industryType };
  return { id, passwordHash, source: "", createdAt, details };
}

/** How far the answers for addresses with an account and without one lie apart in time. */
export default async function measure(): Promise<Row[]> {
  const api = await startServer();
  const people = Object.keys(calls).length * samples;
  const createdAt = new Date();
  await copyAgent(api.connection, people, (n, agent) => ({
    _id: `known-${n}`,
    email: `known-${n}@example.com`,
    status: "pending_verification",
    createdAt,
    forms: [pendingForm(`form-${n}`, agent, createdAt)],
  }));
  let sent = 0;
  const rows: Row[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < samples; n++) {
      sent += 1;
      // Which goes first alternates: what runs in the background meets both alike.
      const order = n % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of order) {
        times[kind].push(
          await timed(api.url, call(`${kind}-${sent}@example.com`), sent * 2 + (kind === "known" ? 1 : 0)),
        );
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
