import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { RequestOptions, SendRequest } from "../request.ts";
import type { SignedInUser } from "./people.ts";

/** Bits of the authenticator data (Web Authentication, 6.1). */
const flags = { present: 1, verified: 4, hasCredential: 64 };

export interface Credential {
  id: Buffer;
  key: KeyObject;
  cose: Uint8Array;
  rpId: string;
  userHandle: string;
  counter: number;
}

/** What a test may have the authenticator or its browser do wrong. */
export interface Faults {
  origin?: string;
  /** Of the client data: `webauthn.create` or `webauthn.get`. */
  type?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  rpId?: string;
  /** Instead of the next one. */
  counter?: number;
  userHandle?: string | null;
  /** Signs with another key. */
  isForged?: boolean;
}

const hash = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

function clientData(pageOrigin: string, challenge: string, usualType: string, faults: Faults): string {
  const { origin = pageOrigin, type = usualType, crossOrigin = false } = faults;
  return base64url(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

function authenticatorData({ rpId, counter }: Credential, faults: Faults, extra: Uint8Array[] = []): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(faults.counter ?? counter);
  const bits =
    flags.present |
    (faults.isVerified === false ? 0 : flags.verified) |
    (extra.length > 0 ? flags.hasCredential : 0);
  return Buffer.concat([hash(faults.rpId ?? rpId), Buffer.of(bits), count, ...extra]);
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** An authenticator with ES256 keys that counts, and the browser that it is plugged into. */
export function createAuthenticator(origin: string) {
  const credentials: Credential[] = [];

  return {
    credentials,
    /** The answer of `navigator.credentials.create`. */
    create(
      { challenge, rp, user }: { challenge: string; rp: { id: string }; user: { id: string } },
      faults: Faults = {},
    ) {
      const { privateKey, publicKey } = newKeys();
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y, "base64url"))],
        ]),
      );
      const credential = {
        id: randomBytes(16),
        key: privateKey,
        cose,
        rpId: rp.id,
        userHandle: user.id,
        counter: 1,
      };
      credentials.push(credential);
      return this.attest(credential, challenge, faults);
    },
    /** Answers with a credential that it has already. */
    attest(credential: Credential, challenge: string, faults: Faults = {}) {
      const { id, cose } = credential;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = authenticatorData(credential, faults, [Buffer.alloc(16), length, id, cose]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<string, never> | Uint8Array>([
          ["fmt", "none"],
          ["attStmt", new Map<string, never>()],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response: {
          clientDataJSON: clientData(origin, challenge, "webauthn.create", faults),
          attestationObject: base64url(attestationObject),
        },
      };
    },
    /** The answer of `navigator.credentials.get`, with the last credential or this one. */
    use({ challenge }: { challenge: string }, faults: Faults = {}, credential = credentials.at(-1)) {
      if (credential === undefined) throw new Error("the authenticator has no credential");
      credential.counter = faults.counter ?? credential.counter + 1;
      const authData = authenticatorData(credential, faults);
      const clientDataJSON = clientData(origin, challenge, "webauthn.get", faults);
      const signed = Buffer.concat([authData, hash(Buffer.from(clientDataJSON, "base64url"))]);
      const key = faults.isForged ? newKeys().privateKey : credential.key;
      return {
        id: base64url(credential.id),
        rawId: base64url(credential.id),
        type: "public-key",
        response: {
          clientDataJSON,
          authenticatorData: base64url(authData),
          signature: base64url(sign("sha256", signed, key)),
          userHandle: faults.userHandle === undefined ? credential.userHandle : faults.userHandle,
        },
      };
    },
  };
}

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
    accepted: async (token: string) => (await request("GET", own, { token })).body.data.accepted,
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
