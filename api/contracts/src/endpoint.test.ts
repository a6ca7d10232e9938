import * as z from "zod";
import { endpoint } from "./endpoint.ts";

const definition = { method: "GET", path: "/api/horns/:id", tag: "Calls", summary: "A horn" } as const;
const params = z.object({ id: z.string() });

describe("the compiler requires of an endpoint", () => {
  test("a tag", () => {
    const { tag: _, ...untagged } = definition;
    // @ts-expect-error
    endpoint({ ...untagged, access: "session" });
  });

  test("a limit of a public call, and a number as the limit of any other", () => {
    // @ts-expect-error
    endpoint({ ...definition, access: "public" });
    // @ts-expect-error
    endpoint({ ...definition, access: "session", limit: "signIn" });
    expect(endpoint({ ...definition, access: "public", limit: "signIn" }).limit).toBe("signIn");
    expect(endpoint({ ...definition, access: "session", limit: 5 }).limit).toBe(5);
  });

  test("an example of required input", () => {
    // @ts-expect-error
    endpoint({ ...definition, access: "session", params });
    // @ts-expect-error
    endpoint({ ...definition, access: "session", params, example: { params: { id: 7 } } });
    const example = { params: { id: "7" } };
    expect(endpoint({ ...definition, access: "session", params, example }).example).toEqual(example);
  });

  test("error codes of the catalogue", () => {
    // @ts-expect-error
    endpoint({ ...definition, access: "session", errors: ["NO_SUCH_CODE"] });
  });
});

test("the credential is by default the access token, with a scope also a token that has it, and none for a public call", () => {
  expect(endpoint({ ...definition, access: "session" }).credential).toEqual(["accessToken"]);
  expect(endpoint({ ...definition, access: "public", limit: 5 }).credential).toEqual([]);
  const { credential } = endpoint({ ...definition, access: "session", scope: "calls:read" });
  expect(credential).toEqual(["accessToken", "organizationToken"]);
});
