import { namesOf } from "../auth/accounts/directory-names.ts";
import type { UserDoc } from "../auth/accounts/users.ts";
import {
  attributesOf,
  must,
  orNothing,
  type Reading,
  readActive,
  readExternalId,
  readName,
  readUserName,
  saidOfActive,
  userSchema,
} from "./attributes.ts";

/** What a program says of an account; what it does not say is absent. */
export interface Wanted {
  /** Undefined where nothing readable was said. */
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string;
  /** The address as the program writes it. */
  userName?: string;
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
  return { ...readUserName(attributes.get("username")), ...readAttributes(attributes, must) };
}

/** The same for an existing account; of one that is deactivated, what can't be used is dropped: nothing else is in the way. */
export function readReplacement(body: unknown): Wanted {
  const attributes = attributesOf(body);
  if (saidOfActive(attributes).at(-1) !== false) return readUser(body);
  const userName = orNothing(() => readUserName(attributes.get("username")));
  return { ...userName, ...readAttributes(attributes, orNothing), active: false };
}

function readAttributes(attributes: ReadonlyMap<string, unknown>, read: Reading) {
  const name = read(() => ({ parts: attributesOf(attributes.get("name") ?? {}) })).parts;
  const fullName = attributes.get("displayname") ?? name?.get("formatted");
  return {
    ...(typeof fullName === "string" && { fullName }),
    ...read(() => ({ firstName: readName("firstName", name?.get("givenname")) })),
    ...read(() => ({ lastName: readName("lastName", name?.get("familyname")) })),
    ...(attributes.has("externalid") &&
      read(() => ({ externalId: readExternalId(attributes.get("externalid")) }))),
    ...(attributes.has("active") && read(() => ({ active: readActive(attributes.get("active")) }))),
  };
}

/** First and last name of a new account; what was not said is made from the whole name or the address. */
export function namesFor({ email, fullName, firstName, lastName }: WantedUser) {
  return namesOf({ name: fullName, given_name: firstName, family_name: lastName }, email);
}

/** @param base the address of the users' collection */
export function toResource(user: UserDoc, base: string) {
  const { _id: id, email, firstName, lastName, status, provisioned, createdAt } = user;
  const formatted = `${firstName} ${lastName}`;
  const userName = provisioned?.userName ?? email;
  return {
    schemas: [userSchema],
    id,
    ...(provisioned?.externalId !== undefined && { externalId: provisioned.externalId }),
    userName,
    name: { formatted, givenName: firstName, familyName: lastName },
    displayName: formatted,
    active: status === "active",
    emails: [{ value: userName, type: "work", primary: true }],
    meta: { resourceType: "User", created: createdAt.toISOString(), location: `${base}/${id}` },
  };
}
