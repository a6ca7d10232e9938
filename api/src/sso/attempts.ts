import { createHash, randomBytes } from "node:crypto";
import { limits } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** A sign-in that a browser has begun at a provider. Nothing in it lets anybody in. */
interface AttemptDoc {
  /** The hash of its `state`. */
  _id: string;
  /** The hash of the cookie of the browser that has begun it. */
  browser: string;
  organizationId: string;
  issuer: string;
  rememberMe: boolean;
  expiresAt: Date;
}

const schema = new Schema<AttemptDoc>(
  {
    _id: { type: String, required: true },
    browser: { type: String, required: true },
    organizationId: { type: String, required: true },
    issuer: { type: String, required: true },
    rememberMe: { type: Boolean, required: true },
    expiresAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ expiresAt: 1 });

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
const token = () => randomBytes(32).toString("base64url");
const isToken = (text: string) => /^[\w-]{43}$/.test(text);

export type Attempts = ReturnType<typeof createAttempts>;

/** The sign-ins under way, for every process; each is used once. */
export function createAttempts(connection: Connection, keys: Keyring) {
  const model = connection.model<AttemptDoc>("SsoAttempt", schema, "sso-attempts");
  /** Derived from the state, with a key that is not in the database. */
  const secretsOf = (state: string) => ({
    nonce: keys.mac("sso-attempt", `nonce|${state}`).toString("base64url"),
    codeVerifier: keys.mac("sso-attempt", `verifier|${state}`).toString("base64url"),
  });
  return {
    model,
    /** @param known the browser's cookie, which several tabs share @returns what the request to the provider needs, and the cookie */
    async begin(
      wanted: Pick<AttemptDoc, "organizationId" | "issuer" | "rememberMe">,
      known: string | undefined,
      now: Date,
    ) {
      const state = token();
      const browser = known !== undefined && isToken(known) ? known : token();
      const expiresAt = new Date(now.getTime() + limits.ssoSignInMs);
      await model.create({ _id: hashOf(state), browser: hashOf(browser), ...wanted, expiresAt });
      return { state, browser, ...secretsOf(state) };
    },
    /** Uses an attempt of this browser: exactly one of several succeeds. */
    async use(state: string, browser: string, organizationId: string, now: Date) {
      if (!isToken(state) || !isToken(browser)) return undefined;
      const attempt = await model
        .findOneAndDelete({
          _id: hashOf(state),
          browser: hashOf(browser),
          organizationId,
          expiresAt: { $gt: now },
        })
        .lean<AttemptDoc>();
      return attempt === null ? undefined : { ...attempt, state, ...secretsOf(state) };
    },
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } });
    },
  };
}
