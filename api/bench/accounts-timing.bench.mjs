import { json, median, startServer } from "./accounts-server.mjs";

const samples = 120;

/** Milliseconds until the answer is there. */
async function timed(url, path, body, n) {
  const headers = { ...json, "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
  const started = performance.now();
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - started;
}

function registration(email) {
  const names = {
    firstName: "Ada",
    lastName: "Lovelace",
    organizationName: "Engines",
    industryType: "other",
  };
  return { ...names, email, password: "Engine-Number-1", confirmPassword: "Engine-Number-1" };
}

const calls = {
  "sign-in with a wrong password": (email) => ["/api/auth/login", { email, password: "wrong" }],
  registration: (email) => ["/api/auth/register", registration(email)],
  "asking for a code": (email) => ["/api/auth/verification/initiate", { email, method: "code" }],
  "asking for a link again": (email) => ["/api/auth/resend-verification", { email }],
};

/** How far the answers for addresses with an account and without one lie apart in time. */
export default async function measure() {
  const api = await startServer();
  const template = await api.connection.collection("users").findOne({ email: "agent@lumiere.example" });
  const people = Object.keys(calls).length * samples;
  const documents = Array.from({ length: people }, (_, n) => ({
    ...template,
    _id: `known-${n}`,
    email: `known-${n}@example.com`,
    status: "pending_verification",
    createdAt: new Date(),
  }));
  await api.connection.collection("users").insertMany(documents);
  let sent = 0;
  const rows = [];
  for (const [name, call] of Object.entries(calls)) {
    const times = { known: [], unknown: [] };
    for (let n = 0; n < samples; n++) {
      sent += 1;
      // Who goes first alternates: what runs in the background meets both alike.
      const order = n % 2 === 0 ? ["known", "unknown"] : ["unknown", "known"];
      for (const kind of order) {
        times[kind].push(
          await timed(api.url, ...call(`${kind}-${sent}@example.com`), sent * 2 + (kind === "known" ? 1 : 0)),
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
