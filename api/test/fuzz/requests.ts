import type { Endpoint } from "@souffleur/contracts";
import fc from "fast-check";
import type { NamedEndpoint } from "../../src/openapi/endpoints.ts";
import { hostileText, hostileValue, spoiled } from "./hostile-values.ts";
import { exampleOf, inputOf, type Known } from "./schema-values.ts";

/** The caller: without a token, with a forged token, a person of the fuzzed organization, or a program with its token. */
export const askers = ["nobody", "forger", "agent", "supervisor", "admin", "platform", "machine"] as const;
export type Asker = (typeof askers)[number];

export interface FuzzRequest {
  operation: string;
  endpoint: Endpoint;
  asker: Asker;
  path: string;
  contentType: string;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The example of each call, from a caller who may make it, with the first of the known values. */
export function exampleRequests(calls: readonly NamedEndpoint[], known: Known): FuzzRequest[] {
  const first = Object.fromEntries(Object.entries(known).map(([name, values]) => [name, values.slice(0, 1)]));
  const sample = (example: unknown) => fc.sample(exampleOf(example, first), 1)[0];
  return calls.map(([operation, endpoint]) => {
    const { contentType, example } = endpoint;
    const { params = {}, query = {}, body } = example;
    return {
      operation,
      endpoint,
      asker: usualAsker(endpoint),
      path: pathOf(endpoint, sample(params) as object, null) + searchOf(sample(query) as object),
      contentType: contentType ?? "application/json",
      body: contentType === undefined ? textOf(sample(body)) : bytesFor(contentType, known)[0],
    };
  });
}

/** A caller who may make the call; administrators have every right of a role in an organization. */
function usualAsker({ access, capability, tag }: Endpoint): Asker {
  if (access === "platform") return "platform";
  if (capability === undefined) return access === "admin" ? "admin" : "agent";
  return tag === "Desk" ? "supervisor" : "admin";
}

/** Valid, nearly valid and invalid requests of all calls. */
export function requestsOf(calls: readonly NamedEndpoint[], known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...calls.map(([operation, endpoint]) => requestOf(operation, endpoint, known)));
}

function requestOf(operation: string, endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest> {
  const anyone = fc.constantFrom(...askers);
  const usual = endpoint.access === "public" ? anyone : fc.constant(usualAsker(endpoint));
  const asker = fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: anyone });
  const right = fc.constant(endpoint.contentType ?? "application/json");
  return fc
    .record({
      asker,
      params: partOf(endpoint, "params", known),
      wrongParam: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: hostileText },
      ),
      query: queryOf(endpoint, known),
      contentType: fc.oneof(
        { weight: 30, arbitrary: right },
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
      path: pathOf(endpoint, params as object, wrongParam) + query,
      contentType,
      body,
    }));
}

/** Valid input: the endpoint's example, or a value that fits its schema. */
function partOf(endpoint: Endpoint, part: "params" | "query" | "body", known: Known): fc.Arbitrary<unknown> {
  const fitting = inputOf(endpoint[part], known);
  const example = endpoint.example[part];
  return example === undefined ? fitting : fc.oneof(exampleOf(example, known), fitting);
}

function bodyOf(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest["body"]> {
  if (endpoint.contentType !== undefined) return bytesOf(endpoint.contentType, known);
  const valid = partOf(endpoint, "body", known);
  return fc.oneof(
    { weight: 7, arbitrary: valid.map(textOf) },
    { weight: 6, arbitrary: spoiled(valid).map(textOf) },
    { weight: 1, arbitrary: noJson },
  );
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Valid bytes of this media type, valid bytes with one changed, and random bytes. */
function bytesOf(type: string, known: Known): fc.Arbitrary<FuzzRequest["body"]> {
  const valid = fc.constantFrom(...bytesFor(type, known));
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

function bytesFor(type: string, known: Known): Uint8Array<ArrayBuffer>[] {
  return known[type] as Uint8Array<ArrayBuffer>[];
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
  const valid = partOf(endpoint, "query", known).map((value) => searchOf(value as object));
  return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: stray });
}

function searchOf(query: object): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, given]): [string, string] => [name, String(given)]),
  );
  return search.size === 0 ? "" : `?${search}`;
}

function pathOf(endpoint: Endpoint, params: object, wrong: string | null): string {
  return endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
    segmentOf(wrong ?? String((params as Record<string, unknown>)[name])),
  );
}

export function segmentOf(text: string): string {
  const segment = escaped(text);
  // A segment of dots would change the path.
  return /^(\.|%2e)*$/i.test(segment) ? "x" : segment.slice(0, 4000);
}

function escaped(text: string): string {
  return encodeURIComponent(text.slice(0, 400).toWellFormed());
}
