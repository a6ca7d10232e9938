import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseSetCookie } from "cookie";
import { endProcess } from "../../tools/child-process.ts";
import { root } from "../../tools/run-step.mjs";

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  [claim: string]: unknown;
}

/** What the ID tokens get wrong. */
export type Fault = "unsigned" | "foreign-key" | "audience" | "issuer" | "nonce" | "expired" | "subject";

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/**
 * Starts an OpenID Connect provider in a process of its own, with one client.
 * @param program the certified one, or Better Auth's, which does nothing wrong and chooses its subjects itself
 */
export async function startIdentityProvider(
  program: "identity-provider" | "better-auth-provider" = "identity-provider",
) {
  const child = fork(join(root, `api/testing/servers/${program}.mjs`), {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const [started] = (await once(child, "message")) as [
    { issuer: string; clientId: string; clientSecret: string },
  ];
  let messages = 0;
  /** Sends a message and waits until it has taken effect. */
  const tell = async (message: object): Promise<unknown> => {
    const id = ++messages;
    const done = new Promise<unknown>((settle) => {
      const listen = (reply: { done: number; answer: unknown }) => {
        if (reply.done !== id) return;
        child.off("message", listen);
        settle(reply.answer);
      };
      child.on("message", listen);
    });
    child.send({ id, ...message });
    return done;
  };
  return {
    ...started,
    /** Replaces its client's addresses. */
    serve: (client: { redirectUris: string[]; logoutUri?: string }) => tell({ client }),
    /** Who signs in with an address as `login_hint`. */
    know: (email: string, person: Person) => tell({ people: [[email, person]] }),
    /** From now on it signs with another key. */
    rotate: () => tell({ rotate: true }),
    fail: (fault: Fault | undefined) => tell({ fault: fault ?? null }),
    /** Replaces parts of its description. */
    describe: (description: object) => tell({ description }),
    /** What its ID tokens say besides. */
    say: (token: object) => tell({ token }),
    /** What it answers to the question for user information; undefined for the truth. */
    inform: (information: { status?: number; type?: string; body?: string } | undefined) =>
      tell({ information: information ?? null }),
    deny: (deny: boolean) => tell({ deny }),
    /** Sends a logout token to the client. @returns "accepted", or why it was not */
    logOut: (session: { sub: string; sid?: string }) => tell({ logout: session }),
    /** A token of these claims with its signature. */
    sign: async (claims: object) => String(await tell({ sign: claims })),
    close: () => endProcess(child),
  };
}

/**
 * Follows a sign-in at the provider as a browser does, until it leads back to the product.
 * @returns the query of that address @throws where it leads to no other server
 */
export async function visitProvider(signInAt: string): Promise<string> {
  const provider = new URL(signInAt).origin;
  const cookies = new Map<string, string>();
  let address = new URL(signInAt);
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(address, {
      redirect: "manual",
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const { name, value } = parseSetCookie(line);
      cookies.set(name, value ?? "");
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    address = new URL(location, address);
    if (address.origin !== provider) return address.search.slice(1);
  }
  throw new Error("the provider leads round in circles");
}
