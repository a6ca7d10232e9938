import { AccessClaims, limits } from "@souffleur/contracts";
import jwt from "jsonwebtoken";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { appError } from "../http/errors.ts";
import { demandedFrom, type PasskeyDemandTimes } from "./accounts/passkey-demand.ts";
import type { RequestUser, UserDoc, Users } from "./accounts/users.ts";
import type { SessionDoc } from "./session-model.ts";

const issuer = "souffleur";
const audience = "souffleur-api";
/** Verified tokens that are cached, about 5 MB. */
const genuineKept = 10_000;

/** The present as tokens write it. */
const seconds = () => Math.floor(clock.ms() / 1000);

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Signed access tokens (RFC 7519): only HS256. */
export function createAccessTokens(keys: Keyring) {
  const sign = (kid: string, claims: object) => {
    const key = keys.key("access-token", kid);
    if (key === undefined) throw new Error(`no key ${kid}`);
    return jwt.sign({ ...claims, iat: seconds() }, key, {
      algorithm: "HS256",
      keyid: kid,
      issuer,
      audience,
      expiresIn: limits.accessTokenSeconds,
    });
  };
  // A token's header must equal ours byte for byte, which excludes `none`, other algorithms and unknown kids.
  const kidOfHeader = new Map(keys.kids.map((kid) => [sign(kid, {}).split(".", 1)[0], kid]));

  const verify = (token: string, ignoreExpiration: boolean): AccessClaims => {
    const key = keys.key("access-token", kidOfHeader.get(token.split(".", 1)[0]) ?? "");
    if (key === undefined) throw appError("TOKEN_INVALID");
    let payload: unknown;
    try {
      payload = jwt.verify(token, key, {
        algorithms: ["HS256"],
        issuer,
        audience,
        ignoreExpiration,
        clockTimestamp: seconds(),
      });
    } catch (thrown) {
      throw appError(thrown instanceof jwt.TokenExpiredError ? "TOKEN_EXPIRED" : "TOKEN_INVALID");
    }
    // The library accepts a token without `exp` as one that never expires; the claims' schema requires it.
    const claims = AccessClaims.safeParse(payload);
    if (!claims.success) throw appError("TOKEN_INVALID");
    return claims.data;
  };

  // A browser sends the same token many times, so a verified token is cached until it expires. The key is the
  // whole token, so that no part of it can be replaced.
  const genuine = new Map<string, AccessClaims>();
  const remember = (token: string, claims: AccessClaims) => {
    if (genuine.size >= genuineKept) genuine.delete(genuine.keys().next().value ?? "");
    genuine.set(token, claims);
    return claims;
  };

  return {
    /** @param passkeyFrom from when the session needs a passkey, if it does */
    issue: (
      { _id, role, organizationId }: Pick<UserDoc, "_id" | "role" | "organizationId">,
      sessionId: string,
      passkeyFrom?: Date,
    ) => {
      const pk = passkeyFrom && { pk: Math.floor(passkeyFrom.getTime() / 1000) };
      return sign(keys.signing, { sub: _id, sid: sessionId, role, org: organizationId, ...pk });
    },
    /** @throws AppError TOKEN_EXPIRED, or TOKEN_INVALID for any other reason */
    read(token: string): AccessClaims {
      const known = genuine.get(token);
      if (known === undefined) return remember(token, verify(token, false));
      if (known.exp > seconds()) return known;
      genuine.delete(token);
      throw appError("TOKEN_EXPIRED");
    },
    /** The session of a genuine token, even of an expired one: a sign-out may come late. */
    sessionOf(token: string): string | undefined {
      try {
        return (genuine.get(token) ?? verify(token, true)).sid;
      } catch {
        return undefined;
      }
    },
  };
}

export type IssueToken = ReturnType<typeof createIssueToken>;

/**
 * Issues the access token of a session, with the time from which the session needs a passkey: no request reads the demand
 * of its organization for that.
 */
export function createIssueToken({ tokens, users }: { tokens: AccessTokens; users: Users }) {
  return async (
    user: Pick<RequestUser, "_id" | "role" | "organizationId">,
    session: SessionDoc,
    demand: PasskeyDemandTimes | undefined,
    now: Date,
  ): Promise<{ accessToken: string; passkeyFrom?: string }> => {
    const from = session.passkeyId === undefined ? demandedFrom(user.role, demand) : undefined;
    const accessToken = tokens.issue(user, session._id, from);
    // Whoever has a passkey is told only when this session needs it.
    const isTold = from !== undefined && (from <= now || !(await users.hasPasskey(user._id)));
    return { accessToken, ...(isTold && { passkeyFrom: from.toISOString() }) };
  };
}
