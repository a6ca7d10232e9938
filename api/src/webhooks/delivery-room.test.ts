import { emptyDatabase } from "../../testing/database/database.ts";
import { type DeliveryDoc, type DeliveryModel, deliveryModel } from "./delivery-model.ts";
import { createDeliveryRooms } from "./delivery-room.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let model: DeliveryModel;
beforeEach(async () => {
  database = await emptyDatabase();
  model = deliveryModel(database.connection);
});
afterEach(() => database.close());

const store = (states: readonly DeliveryDoc["state"][], webhookId = "hook") =>
  model.insertMany(
    states.map((state, order) => ({
      ...{
        _id: `${webhookId} ${order}`,
        webhookId,
        messageId: `${order}`,
        type: "call.ended",
        subjectId: "call",
      },
      ...{ order, state, queuedAt: new Date(order), attempts: 0, bytes: 10 },
    })),
  );

test("what waits is counted once, and again where there is no room, so that what was sent makes some", async () => {
  await store(["waiting", "delivered", "waiting"]);
  const now = jest.spyOn(performance, "now").mockReturnValue(1000);
  const count = jest.spyOn(model, "aggregate");
  const take = createDeliveryRooms(model, { deliveries: 4, bytes: 1000 });
  const taken = [];
  for (const _ of [1, 2, 3]) taken.push(await take("hook", 10));
  expect(taken).toEqual([true, true, false]);
  expect(count).toHaveBeenCalledTimes(1);
  await model.updateMany({ webhookId: "hook" }, { state: "delivered" });
  expect(await take("hook", 10)).toBe(false);
  now.mockReturnValue(2000);
  expect(await take("hook", 990)).toBe(true);
  expect(await take("hook", 20)).toBe(false);
  expect(count).toHaveBeenCalledTimes(2);
});

test("of more deliveries than are kept the oldest go, but none that waits and none of another webhook", async () => {
  await store(["waiting", "failed", "delivered", "delivered", "erased"]);
  await store(["delivered", "delivered"], "other");
  await createDeliveryRooms(model, undefined, 2)("hook", 10);
  const left = (await model.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
  expect(left).toEqual(["hook 0", "hook 3", "hook 4", "other 0", "other 1"]);
});
