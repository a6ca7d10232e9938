import type { WebhookDelivery } from "@souffleur/contracts/webhooks";
import { delivered } from "../testing/webhooks.ts";
import { type DeliveryPages, takeOver } from "./delivery-pages.ts";

/** Deliveries by their numbers: a higher one is newer. */
const of = (...numbers: number[]): WebhookDelivery[] =>
  numbers.map((number) => ({
    ...delivered,
    id: `msg_${number}`,
    createdAt: new Date(1_800_000_000_000 + number * 1000).toISOString(),
  }));
const loaded: DeliveryPages = {
  pages: [
    { deliveries: of(9, 8, 7), nextCursor: "7" },
    { deliveries: of(6, 5, 4), nextCursor: "4" },
  ],
  pageParams: [undefined, "7"],
};
const numbersOf = ({ pages }: DeliveryPages) =>
  pages.map(({ deliveries }) => deliveries.map(({ id }) => Number(id.slice(4))));
const waiting = (number: number): WebhookDelivery => ({
  ...(of(number)[0] as WebhookDelivery),
  state: "waiting",
});

test("new deliveries come to the top, and what was loaded stays", () => {
  const { data, waits } = takeOver(loaded, 0, { deliveries: of(11, 10, 9), nextCursor: "9" }, false);
  expect([numbersOf(data), waits]).toEqual([
    [
      [11, 10, 9, 8, 7],
      [6, 5, 4],
    ],
    false,
  ]);
  expect(data.pageParams).toEqual([undefined, "7"]);
});

test("while somebody reads they wait, and rows say what they are now", () => {
  const fresh = { deliveries: [...of(10), waiting(9), ...of(8)], nextCursor: "8" };
  const { data, waits } = takeOver(loaded, 0, fresh, true);
  expect([numbersOf(data), waits]).toEqual([numbersOf(loaded), true]);
  expect(data.pages[0]?.deliveries[0]?.state).toBe("waiting");
});

test("nothing waits where nothing has come or gone", () => {
  const { data, waits } = takeOver(loaded, 0, { deliveries: of(9, 8, 7), nextCursor: "7" }, true);
  expect([data, waits]).toEqual([loaded, false]);
});

test("after more than a page of new ones the list begins anew", () => {
  const fresh = { deliveries: of(22, 21, 20), nextCursor: "20" };
  expect(takeOver(loaded, 0, fresh, false).data).toEqual({ pages: [fresh], pageParams: [undefined] });
});

test("what has left a state leaves its list, on the page that is read and before what follows it", () => {
  const fresh = { deliveries: of(5, 3), nextCursor: "3" };
  const { data } = takeOver(
    { ...loaded, pages: [...loaded.pages, { deliveries: of(3, 2) }], pageParams: [undefined, "7", "4"] },
    1,
    fresh,
    false,
  );
  expect(numbersOf(data)).toEqual([[9, 8, 7], [5, 3], [2]]);
});

test("where the page is the last one, those loaded behind it are gone", () => {
  expect(takeOver(loaded, 0, { deliveries: of(8) }, false).data).toEqual({
    pages: [{ deliveries: of(8) }],
    pageParams: [undefined],
  });
  expect(numbersOf(takeOver(loaded, 1, { deliveries: [] }, false).data)).toEqual([[9, 8, 7], []]);
});
