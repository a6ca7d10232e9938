import { canonicalEmail, registrationFields } from "@souffleur/contracts";
import { appError } from "../http/errors.ts";
import { scimRefusal } from "./scim-error.ts";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";

/** An object's attributes by their names in lowercase: names have no case (RFC 7643, 2.1). */
export function attributesOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw scimRefusal("invalidSyntax", "The request must be a JSON object");
  // What is null has no value (RFC 7643, 2.5).
  const given = Object.entries(value).filter(([, one]) => one !== null);
  return new Map(given.map(([name, one]) => [name.toLowerCase(), one]));
}

/** The address in its canonical form; undefined for what is none. */
export const addressOf = (value: unknown) => (typeof value === "string" ? canonicalEmail(value) : undefined);

/** Also as the texts that Microsoft Entra ID sends. */
export function readActive(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  const said = typeof value === "string" ? value.toLowerCase() : "";
  if (said === "true" || said === "false") return said === "true";
  throw scimRefusal("invalidValue", "active must be true or false.");
}

const externalIdMax = 255;

export function readExternalId(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > externalIdMax)
    throw scimRefusal("invalidValue", "externalId must be a text of at most {most} characters.", {
      most: externalIdMax,
    });
  return value;
}

/** A part of the name by the rules of a registration. */
export function readName(part: "givenName" | "familyName", value: unknown): string {
  const field = registrationFields[part === "givenName" ? "firstName" : "lastName"];
  const read = field.safeParse(value);
  if (read.success) return read.data;
  throw appError("VALIDATION_ERROR", { message: read.error.issues[0]?.message });
}
