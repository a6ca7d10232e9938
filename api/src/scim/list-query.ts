import type { ProvisionedFilter } from "../auth/accounts/provisioned-changes.ts";
import { tryParseJson } from "../http/try-parse-json.ts";
import { addressOf, userSchema } from "./attributes.ts";
import { scimRefusal } from "./scim-error.ts";

/** Resources of one answer. */
export const pageMost = 200;
const pageDefault = 100;
const filterMax = 1000;

const comparison = /^(?<name>[\w:.]+) +eq +(?<value>"(?:[^"\\]|\\.)*")$/i;

interface ListQuery {
  /** Undefined where nothing can match. */
  filter: ProvisionedFilter | undefined;
  /** From 1. */
  startIndex: number;
  count: number;
}

export function readListQuery(query: Readonly<Record<string, unknown>>): ListQuery {
  return {
    filter: readFilter(query.filter),
    startIndex: Math.max(1, readNumber("startIndex", query.startIndex) ?? 1),
    count: Math.min(pageMost, Math.max(0, readNumber("count", query.count) ?? pageDefault)),
  };
}

function readNumber(name: string, value: unknown): number | undefined {
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || !/^-?\d{1,9}$/.test(value))
    throw scimRefusal("invalidValue", "{name} must be a whole number.", { name });
  return Number(value);
}

/** Reads `userName eq "…"`, and the same of `externalId` and `id`; names and operators have no case. */
function readFilter(filter: unknown): ProvisionedFilter | undefined {
  if (filter === undefined || filter === "") return {};
  const text = typeof filter === "string" && filter.length <= filterMax ? filter.trim() : "";
  const { name = "", value = "" } = comparison.exec(text)?.groups ?? {};
  const wanted = tryParseJson(value);
  const attribute = name.toLowerCase().replace(`${userSchema}:`.toLowerCase(), "");
  if (typeof wanted === "string") {
    if (attribute === "externalid") return { "provisioned.externalId": wanted };
    if (attribute === "id") return { _id: wanted };
    // What is no address is nobody's: a test of the connection asks for such a name.
    if (attribute === "username") return filterOfAddress(addressOf(wanted));
  }
  throw scimRefusal(
    "invalidFilter",
    "Only userName, externalId and id can be filtered, by eq with a text in quotation marks.",
  );
}

const filterOfAddress = (email: string | undefined) => (email === undefined ? undefined : { email });
