import { type Box, freePlace } from "./free-place.ts";

const room = { left: 24, top: 64, right: 1000, bottom: 700 };
const toast = { width: 300, height: 60 };
const taken =
  (...boxes: readonly Box[]) =>
  (box: Box) =>
    boxes.filter(
      (one) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top,
    ).length;
const foot = { left: 0, top: 650, right: 1000, bottom: 700 };

test.each([
  ["at the bottom left where nothing is", [], { left: 24, bottom: 700 }],
  ["at the right where the left is taken", [{ ...foot, right: 200 }], { left: 700, bottom: 700 }],
  [
    "in the middle where both corners are taken",
    [
      { ...foot, right: 200 },
      { ...foot, left: 900 },
    ],
    { left: 362, bottom: 700 },
  ],
  ["above a bar along the bottom", [foot], { left: 24, bottom: 644 }],
  [
    "where the fewest are covered, if everything is taken",
    [foot, foot, { left: 0, top: 0, right: 1000, bottom: 700 }],
    { left: 24, bottom: 644 },
  ],
])("a box is placed %s", (_name, boxes, place) => {
  expect(freePlace(toast, room, taken(...boxes))).toMatchObject(place);
});

test("what is wider than the room begins at its left", () => {
  expect(freePlace({ width: 2000, height: 60 }, room, () => 0)).toMatchObject({ left: 24, bottom: 700 });
});
