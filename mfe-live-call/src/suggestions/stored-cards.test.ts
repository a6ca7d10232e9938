import { emptySlots, type Slots } from "./slot-state.ts";
import { forgetCards, storeCards, storedCards } from "./stored-cards.ts";

const suggestion = {
  id: "a",
  text: "Par rapport à quoi ?",
  confidence: 0.9,
  category: "question" as const,
  timestamp: "2026-03-12T09:30:16.000Z",
  callId: "call-1",
};
const card = { suggestion, order: 1, placedAt: 1000 };
const slots: Slots = {
  ...emptySlots,
  shown: [{ ...card, done: { as: "used", at: 2000 } }, undefined, card],
  waiting: [undefined, { suggestion, order: 3 }, undefined],
  sent: 3,
  whispers: [suggestion],
  known: new Set(["a", "b"]),
  said: [{ id: "a", text: suggestion.text, after: undefined }],
  dismissed: [{ one: card, index: 1 }],
};

afterEach(forgetCards);

test("cards come back as they were stored, with what waits, and without what was touched", () => {
  storeCards("call-1", { ...slots, touched: [1, 2, 3, 4] });
  expect(storedCards("call-1")).toEqual(slots);
  storeCards("call-1", emptySlots);
  expect(storedCards("call-1")).toEqual(emptySlots);
});

test("another call has none of them, and neither has a browser without a storage", () => {
  storeCards("call-1", slots);
  expect(storedCards("call-2")).toBeUndefined();
  const denied = jest.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(storedCards("call-1")).toBeUndefined();
  denied.mockRestore();
});

test.each([
  "",
  "{",
  "[]",
  "null",
  '{"callId":"call-1"}',
  JSON.stringify({ callId: "call-1", ...slots, known: [], shown: [card] }),
  JSON.stringify({ callId: "call-1", ...slots, known: [], shown: [null, null, { suggestion: { id: 1 } }] }),
  JSON.stringify({ callId: "call-1", ...slots, known: {} }),
  JSON.stringify({ callId: "call-1", ...slots, known: [], waiting: undefined }),
])("what this release can't read is left out: %s", (stored) => {
  sessionStorage.setItem("souffleur.cards", stored);
  expect(storedCards("call-1")).toBeUndefined();
});
