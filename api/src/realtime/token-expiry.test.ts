import { tokenExpiry } from "./token-expiry.ts";

const token = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.sig`;

test("reads when a token ends, in milliseconds", () => {
  expect(tokenExpiry(token({ exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
});

test.each(["", "one", "a.!!!.c", token(null), token({ exp: "soon" }), token({})])(
  "knows no end of %j",
  (odd) => {
    expect(tokenExpiry(odd)).toBeUndefined();
  },
);
