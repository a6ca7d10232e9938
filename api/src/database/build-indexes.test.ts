import { mongo } from "mongoose";
import { createLogger } from "../http/logger.ts";
import { buildIndexes } from "./build-indexes.ts";

const log = createLogger("silent");

/** A task that throws these errors, one at each call, and then succeeds. */
function failing(...faults: Error[]) {
  let tries = 0;
  return {
    tries: () => tries,
    async create() {
      const fault = faults[tries];
      tries += 1;
      if (fault) throw fault;
    },
  };
}

test("building indexes is repeated when the connection times out", async () => {
  const slow = failing(
    new mongo.MongoNetworkTimeoutError("connection 2 timed out"),
    new mongo.MongoNetworkError("connection closed"),
  );
  await buildIndexes(slow.create, log);
  expect(slow.tries()).toBe(3);
});

test("an index that cannot be built is an error at once", async () => {
  const impossible = failing(new mongo.MongoServerError({ message: "duplicate key", code: 11000 }));
  await expect(buildIndexes(impossible.create, log)).rejects.toThrow("duplicate key");
  expect(impossible.tries()).toBe(1);
});
