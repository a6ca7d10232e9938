import { travel } from "../../../testing/app.ts";
import { createWays } from "./ways.ts";

const withModel = { query: "?model=a%2Fmodel%20%26&intent=transcription" };
const without = { query: "?intent=transcription" };

test("a way that the server does not have is left, and tried again after ten minutes where none was left", () => {
  const ways = createWays("a/model &");
  expect(ways.current()).toEqual(withModel);
  const first = ways.current();
  ways.refuse(first);
  // Another connection may have found it out at the same time.
  ways.refuse(first);
  expect(ways.current()).toEqual(without);
  ways.refuse(ways.current());
  expect(ways.current()).toBe("requests");
  ways.refuse("requests");
  travel(9 * 60_000);
  expect(ways.current()).toBe("requests");
  travel(2 * 60_000);
  expect(ways.current()).toEqual(withModel);
});

test("a way that ends at once is left when it was no restart", () => {
  const ways = createWays("m");
  for (let restart = 0; restart < 3; restart++) ways.doubt(ways.current());
  ways.confirm();
  for (let restart = 0; restart < 3; restart++) ways.doubt(ways.current());
  expect(ways.current()).toHaveProperty("query", "?model=m&intent=transcription");
  ways.doubt(ways.current());
  expect(ways.current()).toEqual(without);
});
