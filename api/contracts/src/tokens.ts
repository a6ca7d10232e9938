import { choice, endpoint, idField, limits, textField, tokenScopes, tooLong, z } from "@souffleur/contracts";
import { text } from "./texts/text.ts";

const Scope = choice("Scope", tokenScopes);

/** The name stands in the audit log for what the token has done. */
export const TokenName = textField("Token name is required", "Token name")
  .trim()
  .min(1, { error: text("Token name is required"), abort: true })
  .max(limits.tokenNameMax, { ...tooLong("Token name", limits.tokenNameMax), abort: true })
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, { error: text("Token name has characters that can't be seen") });

/** A token with which a program acts for an organization. What it consists of is shown once, when it is created. */
export const OrganizationToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  createdAt: z.iso.datetime(),
  /** Absent where it does not expire. */
  expiresAt: z.iso.datetime().optional(),
  /** Within a minute; absent where it was not used. */
  lastUsedAt: z.iso.datetime().optional(),
});
export type OrganizationToken = z.infer<typeof OrganizationToken>;

export const TokenInput = z.object({
  name: TokenName,
  scopes: z
    .array(Scope, { error: text("Scopes must be a list") })
    .min(1, { error: text("Choose what the token is for") })
    .max(tokenScopes.length, { error: text("Scopes has entries twice") })
    .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  /** Without one, the token works until it is deleted. */
  expiresAt: z.iso
    .datetime({
      offset: true,
      error: text("The end must be a time with its zone, such as 2027-03-31T09:00:00Z"),
    })
    .optional(),
});
export type TokenInput = z.input<typeof TokenInput>;

const tag = "Tokens";
const settings = { access: "organization", capability: "manageSettings", tag } as const;

export const listTokens = endpoint("GET", "/api/tokens", {
  ...settings,
  summary: "The organization's tokens for programs, the newest first; for callers who may manage settings",
  data: z.object({ tokens: z.array(OrganizationToken).max(limits.tokensMax) }),
});

export const createToken = endpoint("POST", "/api/tokens", {
  ...settings,
  summary:
    "Create a token, which this answer alone contains. A program sends it as a bearer; it reaches the calls that name one of its scopes, in its organization. 409 where another one has the name",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  limit: 20,
  example: { body: { name: "CRM", scopes: ["calls:read"], expiresAt: "2037-03-31T09:00:00Z" } },
  body: TokenInput,
  data: OrganizationToken.extend({ token: z.string() }),
});

export const deleteToken = endpoint("DELETE", "/api/tokens/:id", {
  ...settings,
  summary: "Delete a token: it is accepted no more. 404 where there is none",
  errors: ["NOT_FOUND"],
  example: { params: { id: "9f1b0c52-6d0e-4a53-8b6c-2f3f1f4b7a10" } },
  params: z.object({ id: idField() }),
});
