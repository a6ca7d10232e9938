import { createAuthenticator } from "./authenticator.ts";
import type { SignedInUser } from "./people.ts";
import type { RequestOptions, SendRequest } from "./request.ts";

type Authenticator = ReturnType<typeof createAuthenticator>;

/** Passkeys of the tests' people, by HTTP. */
export function passkeysOf({ request, config }: { request: SendRequest; config: { PUBLIC_URL: string } }) {
  const own = "/api/account/passkeys";
  const optionsFrom = async (path: string, options: RequestOptions = {}) =>
    (await request("POST", path, options)).body.data.options;

  return {
    authenticator: () => createAuthenticator(config.PUBLIC_URL),
    optionsFrom,
    options: {
      add: (token: string) => optionsFrom(`${own}/options`, { token }),
      prove: (token: string) => optionsFrom("/api/account/proof/passkey/options", { token }),
      signIn: () => optionsFrom("/api/auth/passkey/options"),
    },
    list: async (token: string) => (await request("GET", own, { token })).body.data.passkeys,
    add: (token: string, answer: unknown, name = "Laptop") =>
      request("POST", own, { token, body: { name, answer } }),
    /** Gives the account a passkey of a new authenticator. */
    async give({ token }: Pick<SignedInUser, "token">, name = "Laptop") {
      const authenticator: Authenticator = this.authenticator();
      const added = await this.add(token, authenticator.create(await this.options.add(token)), name);
      return { authenticator, id: added.body.data.passkey.id as string };
    },
    remove: (token: string, id: string) => request("DELETE", `${own}/${id}`, { token }),
    rename: (token: string, id: string, name: unknown) =>
      request("PUT", `${own}/${id}`, { token, body: { name } }),
    prove: (token: string, answer: unknown) =>
      request("POST", "/api/account/proof/passkey", { token, body: { answer } }),
    signIn: (answer: unknown, options: RequestOptions = {}) =>
      request("POST", "/api/auth/passkey", { ...options, body: { answer } }),
  };
}
