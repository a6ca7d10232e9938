import type { UserDoc } from "../auth/accounts/users.ts";
import { namesOf } from "../sso/claims.ts";
import { addressOf, attributesOf, readActive, readExternalId, readName, userSchema } from "./attributes.ts";
import { scimRefusal } from "./scim-error.ts";

/** What a program says of an account; what it does not say is absent. */
export interface Wanted {
  firstName?: string;
  lastName?: string;
  /** Null removes it. */
  externalId?: string | null;
  active?: boolean;
}

/** An account that a program creates or replaces. */
export interface WantedUser extends Wanted {
  email: string;
  /** The whole name, from which missing parts are made. */
  fullName?: string;
}

/** Reads a User of RFC 7643, 4.1. Attributes that the product has no place for are dropped. */
export function readUser(body: unknown): WantedUser {
  const attributes = attributesOf(body);
  const email = addressOf(attributes.get("username"));
  if (email === undefined) throw scimRefusal("invalidValue", "userName must be the person's email address.");
  const given = attributes.get("name");
  const name = given === undefined ? new Map<string, unknown>() : attributesOf(given);
  const fullName = attributes.get("displayname") ?? name.get("formatted");
  const [first, last] = [name.get("givenname"), name.get("familyname")];
  return {
    email,
    ...(typeof fullName === "string" && { fullName }),
    ...(first !== undefined && { firstName: readName("givenName", first) }),
    ...(last !== undefined && { lastName: readName("familyName", last) }),
    ...(attributes.has("externalid") && { externalId: readExternalId(attributes.get("externalid")) }),
    ...(attributes.has("active") && { active: readActive(attributes.get("active")) }),
  };
}

/** First and last name of a new account; what was not said is made from the whole name or the address. */
export function namesFor({ email, fullName, firstName, lastName }: WantedUser) {
  const made = namesOf({ name: fullName }, email);
  return { firstName: firstName ?? made.firstName, lastName: lastName ?? made.lastName };
}

/** @param base the address of the users' collection */
export function toResource(user: UserDoc, base: string) {
  const { _id: id, email, firstName, lastName, status, provisioned, createdAt } = user;
  const formatted = `${firstName} ${lastName}`;
  return {
    schemas: [userSchema],
    id,
    ...(provisioned?.externalId !== undefined && { externalId: provisioned.externalId }),
    userName: email,
    name: { formatted, givenName: firstName, familyName: lastName },
    displayName: formatted,
    active: status === "active",
    emails: [{ value: email, type: "work", primary: true }],
    meta: { resourceType: "User", created: createdAt.toISOString(), location: `${base}/${id}` },
  };
}
