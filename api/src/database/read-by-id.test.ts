import type { Connection } from "mongoose";
import { testDatabase } from "../../testing/database/database.ts";
import { readById } from "./read-by-id.ts";

interface Thing {
  _id: string;
  name?: string;
  secret?: string;
}

describe("reading by primary key", () => {
  let connection: Connection;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ connection, close } = await testDatabase());
    await things().insertMany(
      Array.from({ length: 250 }, (_, n) => ({ _id: `thing-${n}`, name: `Thing ${n}`, secret: "s" })),
    );
  });
  afterAll(() => close());
  const things = () => connection.collection<Thing>("things");
  const reader = () => readById<Thing>(connection.collection("things"), { name: 1 });

  test("returns to each caller the document it asked for, or null", async () => {
    const read = reader();
    const wanted = ["thing-3", "nothing", "thing-1", "thing-3"];
    expect(await Promise.all(wanted.map(read))).toEqual([
      { _id: "thing-3", name: "Thing 3" },
      null,
      { _id: "thing-1", name: "Thing 1" },
      { _id: "thing-3", name: "Thing 3" },
    ]);
  });

  test("sends one query for all calls of the same moment", async () => {
    const find = jest.spyOn(connection.collection("things"), "find");
    const read = reader();
    await Promise.all(["thing-1", "thing-2", "thing-1"].map(read));
    expect(find).toHaveBeenCalledTimes(1);
    find.mockRestore();
  });

  test("caches nothing: a later call returns what was written in between", async () => {
    const read = reader();
    expect((await read("thing-9"))?.name).toBe("Thing 9");
    await things().updateOne({ _id: "thing-9" }, { $set: { name: "Other" } });
    expect((await read("thing-9"))?.name).toBe("Other");
  });

  test("reads more documents than one batch holds", async () => {
    const read = reader();
    const ids = Array.from({ length: 250 }, (_, n) => `thing-${n}`);
    expect((await Promise.all(ids.map(read))).map((thing) => thing?._id)).toEqual(ids);
  });
});
