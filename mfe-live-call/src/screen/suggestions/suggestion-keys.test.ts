import { readSuggestionKey } from "./suggestion-keys.ts";

const press = { key: "", code: "", control: false, modified: false, typing: false, repeated: false };

test.each([
  [
    { key: "2", code: "Digit2" },
    { kind: "use", index: 1 },
  ],
  [
    { key: "é", code: "Digit2" },
    { kind: "use", index: 1 },
  ],
  [
    { key: "3", code: "Numpad3" },
    { kind: "use", index: 2 },
  ],
  [{ key: "0", code: "Digit0" }, undefined],
  [{ key: "Escape", code: "Escape" }, { kind: "dismiss" }],
  [{ key: "Escape", code: "Escape", typing: true }, undefined],
  [{ key: "Z", code: "KeyW" }, { kind: "restore" }],
  [{ key: "z", code: "KeyZ", control: true }, undefined],
  [{ key: "w", code: "KeyZ" }, { kind: "whisper" }],
  [{ key: "w", code: "KeyZ", repeated: true }, undefined],
  [{ key: "4", code: "Digit4" }, undefined],
  [{ key: "1", code: "Digit1", typing: true }, undefined],
  [{ key: "1", code: "Digit1", modified: true }, undefined],
  [{ key: "1", code: "Digit1", control: true }, undefined],
  [{ key: "Enter", code: "Enter", control: true }, { kind: "generate" }],
  [{ key: "Enter", code: "Enter", control: true, typing: true }, { kind: "generate" }],
  [{ key: "Enter", code: "Enter" }, undefined],
])("%j means %j", (differences, meaning) => {
  expect(readSuggestionKey({ ...press, ...differences })).toEqual(meaning);
});
