import { AccessClaims, limits } from "@souffleur/contracts";
import jwt from "jsonwebtoken";
import type { Keyring } from "../crypto/keyring.ts";
import { type AppError, refusal } from "../http/errors.ts";

const issuer = "souffleur";
const audience = "souffleur-api";
/** Tokens whose signature need not be computed again; some 5 MB of them. */
const genuineKept = 10_000;

export interface TokenSubject {
  userId: string;
  sessionId: string;
  role: string;
  organizationId: string | null;
}

export interface AccessTokens {
  issue(subject: TokenSubject): string;
  /** @throws AppError TOKEN_EXPIRED, or TOKEN_INVALID for everything else that is wrong with it. */
  read(token: string): AccessClaims;
  /** The session of a genuine token, even an expired one: a sign-out may come late. */
  sessionOf(token: string): string | undefined;
}

/** Signed access tokens (RFC 7519): HS256 alone, 15 minutes. */
export function createAccessTokens(keys: Keyring): AccessTokens {
  const sign = (kid: string, claims: object) => {
    const key = keys.key("access-token", kid);
    if (key === undefined) throw new Error(`no key ${kid}`);
    return jwt.sign(claims, key, {
      algorithm: "HS256",
      keyid: kid,
      issuer,
      audience,
      expiresIn: limits.accessTokenSeconds,
    });
  };
  // Only a header that equals ours byte for byte is accepted: no `none`, no other algorithm, no other kid.
  const kidOfHeader = new Map(keys.kids.map((kid) => [sign(kid, {}).split(".", 1)[0], kid]));

  const verify = (token: string, ignoreExpiration: boolean): AccessClaims => {
    const key = keys.key("access-token", kidOfHeader.get(token.split(".", 1)[0]) ?? "");
    if (key === undefined) throw refusal("TOKEN_INVALID");
    const payload = check(() =>
      jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience, ignoreExpiration }),
    );
    // The library accepts a token without `exp` as one that never expires; the claims' schema requires it.
    const claims = AccessClaims.safeParse(payload);
    if (!claims.success) throw refusal("TOKEN_INVALID");
    return claims.data;
  };

  // A browser sends the same token for 15 minutes. A verified token is cached until it expires; the whole token
  // is the key, so no part of it can be replaced.
  const genuine = new Map<string, AccessClaims>();
  const remember = (token: string, claims: AccessClaims) => {
    if (genuine.size >= genuineKept) genuine.delete(genuine.keys().next().value ?? "");
    genuine.set(token, claims);
    return claims;
  };

  return {
    issue: ({ userId, sessionId, role, organizationId }) =>
      sign(keys.signing, { sub: userId, sid: sessionId, role, org: organizationId }),
    read(token) {
      const known = genuine.get(token);
      if (known === undefined) return remember(token, verify(token, false));
      if (known.exp > Math.floor(Date.now() / 1000)) return known;
      genuine.delete(token);
      throw refusal("TOKEN_EXPIRED");
    },
    sessionOf(token) {
      try {
        return (genuine.get(token) ?? verify(token, true)).sid;
      } catch {
        return undefined;
      }
    },
  };
}

function check(verify: () => unknown): unknown {
  try {
    return verify();
  } catch (thrown) {
    throw explained(thrown);
  }
}

function explained(thrown: unknown): AppError {
  return refusal(thrown instanceof jwt.TokenExpiredError ? "TOKEN_EXPIRED" : "TOKEN_INVALID");
}
