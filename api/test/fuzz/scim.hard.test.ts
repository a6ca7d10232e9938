import fc from "fast-check";
import * as z from "zod";
import { tryParseJson } from "../../src/http/try-parse-json.ts";
import { startApp, type TestApp } from "../../testing/app.ts";
import { freshSource } from "../../testing/request.ts";
import { hostileText, hostileValue, spoiled } from "./hostile-values.ts";
import { leak } from "./judge.ts";
import { segmentOf } from "./requests.ts";

/** Both are set by `npm run fuzz`. */
const runs = Math.max(200, Math.round(Number(process.env.FUZZ_RUNS ?? 300) / 10));
const seed = Number(process.env.FUZZ_SEED ?? 7);
const elsewhere = "Xylograph Secrets";
const domain = "fuzzed.example";

const Failure = z.strictObject({
  schemas: z.tuple([z.literal("urn:ietf:params:scim:api:messages:2.0:Error")]),
  status: z.string().regex(/^4\d\d$/),
  scimType: z.string().optional(),
  detail: z.string().min(1),
});
const User = z.looseObject({ id: z.string(), userName: z.string(), active: z.boolean() });
const Answer = z.union([User, z.looseObject({ Resources: z.array(z.looseObject({ id: z.string() })) })]);

interface ScimRequest {
  method: string;
  path: string;
  type: string;
  body?: string;
}

let api: TestApp;
let token: string;
let ids: string[];
let foreignId: string;
beforeAll(async () => {
  api = await startApp();
  const admin = await api.signIn(await api.createUser({ role: "admin", organization: "Fuzzed Works" }));
  const agents = await Promise.all([1, 2, 3].map(() => api.createUser({ organization: "Fuzzed Works" })));
  const foreign = await api.createUser({ organization: elsewhere, lastName: "Xylograph" });
  await api.connection.collection("single-sign-ons").insertOne({
    _id: admin.organizationId,
    domains: [],
    confirmed: [domain],
    revision: 1,
    audit: [],
  } as object);
  const body = { name: "Fuzzer", scopes: ["users:provision"] };
  token = (await api.request("POST", "/api/tokens", { token: admin.token, body })).body.data.token;
  ids = [admin, ...agents].map(({ id }) => id);
  foreignId = foreign.id;
});
afterAll(() => api.close());

const userOf = fc.record(
  {
    schemas: fc.constant(["urn:ietf:params:scim:schemas:core:2.0:User"]),
    userName: fc.integer({ min: 1, max: 50 }).map((n) => `person-${n}@${domain}`),
    externalId: fc.string({ minLength: 1, maxLength: 20 }),
    name: fc.record({ givenName: fc.constant("Ada"), familyName: fc.constantFrom("Byron", "King") }),
    active: fc.constantFrom(true, false, "True", "False"),
  },
  { requiredKeys: ["userName"], noNullPrototype: true },
);
const operationOf = fc.record(
  {
    op: fc.constantFrom("add", "Replace", "remove"),
    path: fc.constantFrom("active", "name.givenName", "externalId", 'emails[type eq "work"].value', "name"),
    value: fc.oneof(fc.constantFrom(true, "False", "Ada"), hostileValue),
  },
  { requiredKeys: ["op"], noNullPrototype: true },
);
const patchOf = fc
  .array(fc.oneof(operationOf, spoiled(operationOf)), { maxLength: 4 })
  .map((Operations) => ({ Operations }));

function requestOf(): fc.Arbitrary<ScimRequest> {
  const id = fc.oneof(fc.constantFrom(...ids, foreignId), hostileText.map(segmentOf));
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("application/scim+json", "application/json") },
    { weight: 1, arbitrary: fc.constantFrom("text/plain", "*") },
  );
  const bodyOf = (valid: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 4, arbitrary: valid },
      { weight: 4, arbitrary: spoiled(valid) },
      { weight: 1, arbitrary: hostileValue },
    );
  const sent = (method: string, path: fc.Arbitrary<string>, body: fc.Arbitrary<unknown>) =>
    fc.record({
      method: fc.constant(method),
      path,
      type,
      body: body.map((value) => JSON.stringify(value) ?? "{"),
    });
  const bare = (method: string, path: fc.Arbitrary<string>) =>
    fc.record({ method: fc.constant(method), path, type });
  const query = fc.tuple(fc.constantFrom("filter", "startIndex", "count", "filter[$gt]"), hostileText);
  return fc.oneof(
    sent("POST", fc.constant("/Users"), bodyOf(userOf)),
    sent(
      "PUT",
      id.map((one) => `/Users/${one}`),
      bodyOf(userOf),
    ),
    sent(
      "PATCH",
      id.map((one) => `/Users/${one}`),
      bodyOf(patchOf),
    ),
    bare(
      "GET",
      id.map((one) => `/Users/${one}`),
    ),
    bare(
      "DELETE",
      id.map((one) => `/Users/${one}`),
    ),
    bare(
      "GET",
      query.map(([name, value]) => `/Users?${name}=${segmentOf(value)}`),
    ),
    bare(
      "GET",
      hostileText.map((value) => `/Users?filter=${segmentOf(`userName eq ${JSON.stringify(value)}`)}`),
    ),
  );
}

/** The fault of an answer, or undefined. */
async function faultOf({ method, path, type, body }: ScimRequest): Promise<string | undefined> {
  const response = await fetch(`${api.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": freshSource(),
      ...(body !== undefined && { "content-type": type }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status === 204) return text === "" ? undefined : "204 with a body";
  if (!response.headers.get("content-type")?.startsWith("application/scim+json"))
    return `${response.status}: no SCIM`;
  const answer = tryParseJson(text);
  if (response.ok)
    return Answer.safeParse(answer).error?.message ?? leak(text, [elsewhere, foreignId, "Xylograph"]);
  const refusal = Failure.safeParse(answer);
  if (!refusal.success) return `${response.status} ${text}`;
  if (refusal.data.status !== String(response.status)) return `another status than ${response.status}`;
  return leak(text, [elsewhere, "Xylograph"]);
}

test(
  `requests for accounts get answers of SCIM, and none of another organization's (seed ${seed})`,
  async () => {
    const requests = fc.sample(requestOf(), { seed, numRuns: runs });
    const faults: string[] = [];
    for (const request of requests) {
      const fault = await faultOf(request);
      if (fault !== undefined) faults.push(`${JSON.stringify(request).slice(0, 600)}: ${fault}`);
    }
    expect(faults.slice(0, 5)).toEqual([]);
    const { body } = await api.request("GET", "/scim/v2/Users?count=200", { token });
    // Some were created, and the administrator was left in peace.
    expect(body.totalResults).toBeGreaterThan(ids.length);
    expect((await api.users.findById(ids[0] ?? ""))?.status).toBe("active");
    expect((await api.users.findById(foreignId))?.status).toBe("active");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  },
  60_000 + runs * 100,
);
