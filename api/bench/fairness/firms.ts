import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { sourceAddress } from "../../tools/network.ts";
import { json } from "../servers/api-server.ts";
import { type Firm, hireAgents, password } from "../servers/database.ts";

/** Sign-ins of one address are limited; these are other ones than those of people at work. */
let sources = 2 ** 23;

/** Further organizations, which have an address domain each and no people yet. */
export async function foundFirms(connection: Connection, count: number): Promise<Firm[]> {
  const organizations = connection.collection<{ _id: string }>("organizations");
  const template = await organizations.findOne();
  const firms = Array.from({ length: count }, () => ({
    organizationId: randomUUID() as string,
    domain: `${randomUUID()}.example`,
  }));
  await organizations.insertMany(
    firms.map(({ organizationId: _id, domain }) => ({
      ...template,
      _id,
      key: domain,
      name: domain,
      domains: [domain],
    })),
  );
  return firms;
}

/** Hires people, who sign in. */
export async function signInPeople(
  { url, connection }: { url: string; connection: Connection },
  firm: Firm,
  count: number,
  role?: string,
): Promise<{ id: string; token: string }[]> {
  const people: { id: string; token: string }[] = [];
  for (const email of await hireAgents(connection, count, role, firm)) {
    const body = JSON.stringify({ email, password });
    const headers = { ...json, "x-forwarded-for": sourceAddress(++sources) };
    const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body });
    const { data } = (await answer.json()) as { data: { user: { id: string }; accessToken: string } };
    people.push({ id: data.user.id, token: data.accessToken });
  }
  return people;
}

/** Sends a request that must be granted. @returns its answer's data */
export async function granted(
  url: string,
  token: string,
  { method = "POST", path, body }: { method?: string; path: string; body?: object | string },
): Promise<Record<string, string>> {
  const headers = { ...json, authorization: `Bearer ${token}` };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(url + path, { method, headers, ...(text !== undefined && { body: text }) });
  const { data, message } = (await answer.json()) as { data?: Record<string, string>; message?: string };
  if (!answer.ok) throw new Error(`${method} ${path} ${answer.status}: ${message}`);
  return data ?? {};
}
