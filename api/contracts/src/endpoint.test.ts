import * as z from "zod";
import { endpoint } from "./endpoint.ts";

const path = "/api/horns/:id";
const definition = { tag: "Calls", summary: "A horn" } as const;
const params = z.object({ id: z.string() });

describe("the compiler requires of an endpoint", () => {
  test("a tag", () => {
    const { tag: _, ...untagged } = definition;
    // @ts-expect-error
    endpoint("GET", path, { ...untagged, access: "session" });
  });

  test("a limit of a public call, and a number as the limit of any other", () => {
    // @ts-expect-error
    endpoint("GET", path, { ...definition, access: "public" });
    // @ts-expect-error
    endpoint("GET", path, { ...definition, access: "session", limit: "signIn" });
    expect(endpoint("GET", path, { ...definition, access: "public", limit: "signIn" }).limit).toBe("signIn");
    expect(endpoint("GET", path, { ...definition, access: "session", limit: 5 }).limit).toBe(5);
  });

  test("an example of required input", () => {
    // @ts-expect-error
    endpoint("GET", path, { ...definition, access: "session", params });
    // @ts-expect-error
    endpoint("GET", path, { ...definition, access: "session", params, example: { params: { id: 7 } } });
    const example = { params: { id: "7" } };
    expect(endpoint("GET", path, { ...definition, access: "session", params, example }).example).toEqual(
      example,
    );
  });

  test("error codes of the catalogue", () => {
    // @ts-expect-error
    endpoint("GET", path, { ...definition, access: "session", errors: ["NO_SUCH_CODE"] });
  });
});

test("the credential is by default the access token, with a scope also a token that has it, and none for a public call", () => {
  expect(endpoint("GET", path, { ...definition, access: "session" }).credential).toEqual(["accessToken"]);
  expect(endpoint("GET", path, { ...definition, access: "public", limit: 5 }).credential).toEqual([]);
  const { credential } = endpoint("GET", path, { ...definition, access: "session", scope: "calls:read" });
  expect(credential).toEqual(["accessToken", "organizationToken"]);
});
