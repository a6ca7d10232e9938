import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Running } from "./fresh-clone.ts";

const password = "Rideau-Rouge-7";
const customer = "Odile Sauvageon";

/** Has a call with a customer and erases them, by the API of a product that runs, and writes the certificate into a file. */
export async function eraseACustomer(product: Running, file: string): Promise<void> {
  const [, url = ""] = await product.printed(/(http:\/\/localhost:\d+)/);
  const agent = await signIn(url, "agent@lumiere.example");
  const { callId } = await agent("POST", "/api/simulation/start", { clientName: customer });
  await agent("POST", "/api/simulation/end", { callId, reason: "user_ended" });
  const admin = await signIn(url, "admin@lumiere.example");
  const { erasure } = await admin("POST", "/api/erasures", { customer });
  for (;;) {
    const { erasures } = await admin("GET", "/api/erasures");
    const { certificate } = erasures.find(({ id }: { id: string }) => id === erasure.id);
    if (certificate !== undefined) return writeFileSync(file, JSON.stringify(certificate));
    await delay(200);
  }
}

async function signIn(url: string, email: string) {
  const { accessToken } = await ask("POST", "/api/auth/login", { email, password });
  return (method: string, path: string, body?: object) => ask(method, path, body, accessToken);

  async function ask(method: string, path: string, body?: object, token?: string) {
    const response = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: what the answers hold is the contracts' matter
    const answer: any = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${answer.error}`);
    return answer.data;
  }
}
