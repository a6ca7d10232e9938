import type { Endpoint } from "@souffleur/contracts";
import fc from "fast-check";
import { hostileText, hostileValue, spoiled } from "./hostile-values.ts";
import { inputOf, type Known } from "./schema-values.ts";

/** Who asks: nobody, somebody with a token that is none, or one of the people of the fuzzed organization. */
export const askers = ["nobody", "forger", "agent", "supervisor", "admin", "platform"] as const;
export type Asker = (typeof askers)[number];

export interface FuzzRequest {
  operation: string;
  endpoint: Endpoint;
  asker: Asker;
  path: string;
  contentType: string;
  /** As it is sent. */
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** One request in a thousand shapes: of each call valid, nearly valid and mad ones. */
export function requestsOf(calls: readonly [string, Endpoint][], known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...calls.map(([operation, endpoint]) => requestOf(operation, endpoint, known)));
}

function requestOf(operation: string, endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest> {
  // Who may call it, most of the time.
  const usual: Asker[] = {
    public: [...askers],
    session: ["agent"],
    admin: ["admin"],
    platform: ["platform"],
  }[endpoint.access] as Asker[];
  const asker = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 2, arbitrary: fc.constantFrom(...askers) },
  );
  return fc
    .record({
      asker,
      params: inputOf(endpoint.params, known),
      wrongParam: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: hostileText },
      ),
      query: queryOf(endpoint, known),
      contentType: fc.oneof(
        { weight: 30, arbitrary: fc.constant(endpoint.contentType ?? "application/json") },
        {
          weight: 1,
          arbitrary: fc.constantFrom("text/plain", "application/x-www-form-urlencoded", "a/b", "*"),
        },
      ),
      body: endpoint.method === "GET" ? fc.constant(undefined) : bodyOf(endpoint, known),
    })
    .map(({ asker, params, wrongParam, query, contentType, body }) => ({
      operation,
      endpoint,
      asker,
      path: pathOf(endpoint, params as Record<string, unknown>, wrongParam) + query,
      contentType,
      body,
    }));
}

function bodyOf(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest["body"]> {
  if (endpoint.contentType !== undefined) return bytesOf(endpoint.contentType, known);
  const valid = inputOf(endpoint.body, known);
  const text = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
  return fc.oneof(
    { weight: 7, arbitrary: valid.map(text) },
    { weight: 6, arbitrary: spoiled(valid).map(text) },
    { weight: 1, arbitrary: noJson },
  );
}

/** Bytes of this media type, bytes with one of them changed, and others. */
function bytesOf(type: string, known: Known): fc.Arbitrary<FuzzRequest["body"]> {
  const valid = fc.constantFrom(...(known[type] as Uint8Array<ArrayBuffer>[]));
  const damaged = fc.tuple(valid, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
    const changed = new Uint8Array(bytes);
    changed[at % changed.length] = byte;
    return changed;
  });
  return fc.oneof(
    { weight: 7, arbitrary: valid },
    { weight: 3, arbitrary: damaged },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 1000 }) },
    { weight: 1, arbitrary: noJson },
  );
}

const noJson = fc.oneof(
  hostileText,
  fc.constantFrom("{", '{"a":', "[1,]", "{}{}", "NaN", "\ufeff{}", "'a'", '{"a":1e99999}', undefined),
  fc.constantFrom(33, 40_000).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.constantFrom(99_000, 120_000, 1_600_000).map((length) => JSON.stringify({ email: "x".repeat(length) })),
  fc.array(hostileValue, { maxLength: 20 }).map((value) => JSON.stringify(value)),
);

function queryOf(endpoint: Endpoint, known: Known): fc.Arbitrary<string> {
  const stray = fc
    .tuple(fc.constantFrom("after", "after[$gt]", "__proto__", "a", ""), hostileText)
    .map(([name, value]) => `?${name}=${escaped(value)}`);
  const valid = inputOf(endpoint.query, known).map((value) => {
    const query = new URLSearchParams(
      Object.entries(value as object).map(([name, given]): [string, string] => [name, String(given)]),
    );
    return query.size === 0 ? "" : `?${query}`;
  });
  return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: stray });
}

function pathOf(endpoint: Endpoint, params: Record<string, unknown>, wrong: string | null): string {
  return endpoint.path.replace(/:(\w+)/g, (_all, name: string) => {
    const segment = escaped(wrong ?? String(params[name]));
    // Dots alone would be another path.
    return /^(\.|%2e)*$/i.test(segment) ? "x" : segment.slice(0, 4000);
  });
}

function escaped(text: string): string {
  return encodeURIComponent(text.slice(0, 400).toWellFormed());
}
