import { readKeyPress } from "@souffleur/shared-ui";
import { readSuggestionKey } from "./suggestion-keys.ts";

const ctrl = { ctrlKey: true };

test.each<
  [
    key: string,
    code: string,
    differences: KeyboardEventInit & { typing?: boolean },
    meaning: object | undefined,
  ]
>([
  ["2", "Digit2", {}, { kind: "use", index: 1 }],
  ["é", "Digit2", {}, { kind: "use", index: 1 }],
  ["3", "Numpad3", {}, { kind: "use", index: 2 }],
  ["End", "Numpad1", {}, undefined],
  ["ArrowDown", "Numpad2", {}, undefined],
  ["PageDown", "Numpad3", {}, undefined],
  ["0", "Digit0", {}, undefined],
  ["1", "Digit1", { repeat: true }, undefined],
  ["Escape", "Escape", {}, { kind: "dismiss" }],
  ["Escape", "Escape", { typing: true }, undefined],
  ["Escape", "Escape", { isComposing: true }, undefined],
  ["Z", "KeyW", {}, { kind: "restore" }],
  ["z", "KeyZ", ctrl, undefined],
  ["w", "KeyZ", {}, { kind: "whisper" }],
  ["w", "KeyZ", { repeat: true }, undefined],
  ["4", "Digit4", {}, undefined],
  ["1", "Digit1", { typing: true }, undefined],
  ["1", "Digit1", { altKey: true }, undefined],
  ["1", "Digit1", ctrl, undefined],
  ["Enter", "Enter", ctrl, { kind: "generate" }],
  ["Enter", "Enter", { ...ctrl, typing: true }, { kind: "generate" }],
  ["Enter", "Enter", {}, undefined],
])("%s (%s) with %j means %j", (key, code, { typing = false, ...differences }, meaning) => {
  const press = readKeyPress(new KeyboardEvent("keydown", { key, code, ...differences }));
  expect(readSuggestionKey({ ...press, typing })).toEqual(meaning);
});
