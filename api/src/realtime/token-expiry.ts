import * as z from "zod";

const Claims = z.object({ exp: z.number().positive() });

/** When a verified token ends, in milliseconds since 1970; undefined where it has no `exp`. */
export function tokenExpiry(token: string): number | undefined {
  const payload = token.split(".")[1];
  if (payload === undefined) return undefined;
  try {
    const claims = Claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
    return claims.success ? claims.data.exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
