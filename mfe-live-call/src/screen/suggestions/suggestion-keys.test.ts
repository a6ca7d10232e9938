import { readSuggestionKey } from "./suggestion-keys.ts";

const press = { key: "", code: "", control: false, modified: false, typing: false, repeated: false };

test.each([
  ["2", "Digit2", {}, { kind: "use", index: 1 }],
  ["é", "Digit2", {}, { kind: "use", index: 1 }],
  ["3", "Numpad3", {}, { kind: "use", index: 2 }],
  ["0", "Digit0", {}, undefined],
  ["Escape", "Escape", {}, { kind: "dismiss" }],
  ["Escape", "Escape", { typing: true }, undefined],
  ["Z", "KeyW", {}, { kind: "restore" }],
  ["z", "KeyZ", { control: true }, undefined],
  ["w", "KeyZ", {}, { kind: "whisper" }],
  ["w", "KeyZ", { repeated: true }, undefined],
  ["4", "Digit4", {}, undefined],
  ["1", "Digit1", { typing: true }, undefined],
  ["1", "Digit1", { modified: true }, undefined],
  ["1", "Digit1", { control: true }, undefined],
  ["Enter", "Enter", { control: true }, { kind: "generate" }],
  ["Enter", "Enter", { control: true, typing: true }, { kind: "generate" }],
  ["Enter", "Enter", {}, undefined],
])("%s (%s) with %j means %j", (key, code, differences, meaning) => {
  expect(readSuggestionKey({ ...press, key, code, ...differences })).toEqual(meaning);
});
