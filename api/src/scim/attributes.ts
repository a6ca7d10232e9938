import { canonicalEmail, registrationFields } from "@souffleur/contracts";
import { readableName } from "../auth/accounts/directory-names.ts";
import { appError } from "../http/errors.ts";
import { scimRefusal } from "./scim-error.ts";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";

/** An object's attributes by their names in lowercase: names have no case (RFC 7643, 2.1). */
export function attributesOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw scimRefusal("invalidSyntax", "The request must be a JSON object");
  const given = Object.entries(value).map(([name, one]) => [name.toLowerCase(), one] as const);
  // What is null has no value (RFC 7643, 2.5): that of the provider's own id is removed.
  return new Map(given.filter(([name, one]) => one !== null || name === "externalid"));
}

/** How a part of a request is read: with its refusal, or without what can't be used. */
export type Reading = <Read extends object>(read: () => Read) => Partial<Read>;
export const must: Reading = (read) => read();
export const orNothing: Reading = (read) => {
  try {
    return read();
  } catch {
    return {};
  }
};

/** An attribute's name without the schema's own prefix. */
export function nameOf(path: string): string {
  const name = path.trim().toLowerCase();
  return name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : name;
}

const ownPrefix = `${userSchema}:`.toLowerCase();

/** What an object says of `active`, in any of its forms, in order. */
export function saidOfActive(attributes: ReadonlyMap<string, unknown>): boolean[] {
  return [...attributes].flatMap(([name, value]) => {
    if (nameOf(name) === "active") return activeIn(value) ?? [];
    const isWhole = name === userSchema.toLowerCase() && typeof value === "object" && !Array.isArray(value);
    return isWhole && value !== null ? saidOfActive(attributesOf(value)) : [];
  });
}

/** The address in its canonical form; undefined for what is none. */
export const addressOf = (value: unknown) => (typeof value === "string" ? canonicalEmail(value) : undefined);

/** The address, and as the program writes it. */
export function readUserName(value: unknown): { email: string; userName: string } {
  const email = addressOf(value);
  if (email === undefined) throw scimRefusal("invalidValue", "userName must be the person's email address.");
  return { email, userName: String(value).trim() };
}

/**
 * Also in the forms that providers send: texts, figures, and lists of values; undefined for what is none of them. Of several
 * values, a deactivation counts.
 */
export function activeIn(value: unknown): boolean | undefined {
  if (typeof value === "object" && value !== null) {
    const values = Array.isArray(value)
      ? value
      : ["value", "active"].map((name) => attributesOf(value).get(name));
    const said = values.map(activeIn);
    return said.includes(false) ? false : said.find((one) => one !== undefined);
  }
  const said = String(value).trim().toLowerCase();
  if (said === "true" || said === "1") return true;
  return said === "false" || said === "0" ? false : undefined;
}

export function readActive(value: unknown): boolean {
  const said = activeIn(value);
  if (said === undefined) throw scimRefusal("invalidValue", "active must be true or false.");
  return said;
}

const externalIdMax = 255;

/** Null for none. */
export function readExternalId(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" || value.length > externalIdMax)
    throw scimRefusal("invalidValue", "externalId must be a text of at most {most} characters.", {
      most: externalIdMax,
    });
  return value;
}

/** A part of the name, as it can be read; undefined for what says none. */
export function readName(field: "firstName" | "lastName", value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === "number") return undefined;
  if (typeof value === "string") return readableName(value);
  const { error } = registrationFields[field].safeParse(value);
  throw appError("VALIDATION_ERROR", { message: error?.issues[0]?.message });
}
