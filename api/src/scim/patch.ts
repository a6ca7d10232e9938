import {
  attributesOf,
  must,
  nameOf,
  orNothing,
  type Reading,
  readActive,
  readExternalId,
  readName,
  readUserName,
  saidOfActive,
} from "./attributes.ts";
import { scimRefusal } from "./scim-error.ts";
import type { Wanted } from "./user-resource.ts";

const operationsMax = 100;

/** Attributes of a User (RFC 7643, 4.1) that the product has no place for: what is said of them is dropped. */
const dropped = new Set([
  "schemas",
  "displayname",
  "nickname",
  "profileurl",
  "title",
  "usertype",
  "preferredlanguage",
  "locale",
  "timezone",
  "emails",
  "phonenumbers",
  "ims",
  "photos",
  "addresses",
  "entitlements",
  "roles",
  "x509certificates",
  "password",
]);
const readOnly = new Set(["id", "meta", "groups"]);

/**
 * What the operations of a PATCH (RFC 7644, 3.5.2) together want of an account. Beside a deactivation, what can't be used is
 * dropped: nothing else is in its way.
 */
export function readPatch(body: unknown): Wanted {
  const given = attributesOf(body);
  const operations = given.get("operations");
  if (isDeactivation(given)) {
    const read = [operations ?? []].flat().map((one) => orNothing(() => readOperation(one, orNothing)));
    return { ...merged(read), active: false };
  }
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > operationsMax)
    throw scimRefusal("invalidSyntax", "Operations must be a list of 1 to {most} operations.", {
      most: operationsMax,
    });
  return merged(operations.map((one) => readOperation(one, must)));
}

/** Whether the last that is said of `active`, in any form, is that nobody may sign in. */
function isDeactivation(body: ReadonlyMap<string, unknown>): boolean {
  const operations = [body.get("operations") ?? []].flat();
  const said = operations.flatMap((operation) => orNothing(() => ({ said: saidBy(operation) })).said ?? []);
  return [...saidOfActive(body), ...said].at(-1) === false;
}

function saidBy(operation: unknown): boolean[] {
  const parts = attributesOf(operation);
  const [op, path, value] = ["op", "path", "value"].map((name) => parts.get(name));
  if (/^remove$/i.test(String(op))) return [];
  return saidOfActive(
    typeof path === "string" && path !== "" ? new Map([[path, value]]) : attributesOf(value),
  );
}

/** The last one that says something counts. */
const merged = (wishes: readonly Wanted[]): Wanted => Object.assign({}, ...wishes);

function readOperation(operation: unknown, read: Reading): Wanted {
  const parts = attributesOf(operation);
  const given = parts.get("op");
  const op = typeof given === "string" ? given.toLowerCase() : "";
  const path = parts.get("path");
  if (op !== "add" && op !== "replace" && op !== "remove")
    throw scimRefusal("invalidSyntax", "op must be add, replace or remove.");
  if (path !== undefined && typeof path !== "string")
    throw scimRefusal("invalidPath", "path must be the name of an attribute.");
  if (op === "remove") {
    if (path === undefined) throw scimRefusal("noTarget", "A removal needs the path of an attribute.");
    return removed(path);
  }
  const value = parts.get("value");
  if (path !== undefined) return said(path, value, read);
  return merged([...attributesOf(value)].map(([name, one]) => read(() => said(name, one, read))));
}

/** What is said of an attribute. */
function said(path: string, value: unknown, read: Reading): Wanted {
  const name = nameOf(path);
  switch (name) {
    case "active":
      return { active: readActive(value) };
    case "externalid":
      return { externalId: readExternalId(value) };
    case "name.givenname":
      return { firstName: readName("firstName", value) };
    case "name.familyname":
      return { lastName: readName("lastName", value) };
    case "name":
      return merged(
        [...attributesOf(value)].map(([part, one]) => read(() => said(`name.${part}`, one, read))),
      );
    case "username":
      return readUserName(value);
    default:
      return requireKnown(name);
  }
}

function removed(path: string): Wanted {
  const name = nameOf(path);
  if (name === "externalid") return { externalId: null };
  if (name === "active" || name === "username")
    throw scimRefusal("mutability", "This attribute is needed: replace it.");
  return requireKnown(name);
}

/** Drops what is said of other attributes of a User and of extensions. */
function requireKnown(name: string): Wanted {
  // Such as `emails[type eq "work"].value`.
  const [attribute = ""] = name.split(/[.[]/, 1);
  if (readOnly.has(attribute)) throw scimRefusal("mutability", "This attribute can't be changed.");
  const isKnown = dropped.has(attribute) || name.startsWith("urn:") || /^name(?:\.[a-z]+)?$/.test(name);
  if (!isKnown) throw scimRefusal("invalidPath", "path must be the name of an attribute.");
  return {};
}
