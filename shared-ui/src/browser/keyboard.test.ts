import { readKeyPress, setShortcutsOn, shortcutsOn, takesText } from "./keyboard.ts";

test("shortcuts are on until the user switches them off in this browser", () => {
  localStorage.clear();
  expect(shortcutsOn()).toBe(true);
  setShortcutsOn(false);
  expect(shortcutsOn()).toBe(false);
  setShortcutsOn(true);
  expect(shortcutsOn()).toBe(true);
});

test.each([
  ["<input>", true],
  ["<textarea></textarea>", true],
  ["<select></select>", true],
  ['<input type="checkbox">', false],
  ["<button></button>", false],
])("%s takes text: %s", (html, expected) => {
  document.body.innerHTML = html;
  expect(takesText(document.body.firstElementChild)).toBe(expected);
});

test("a field of a popped-out window takes text, too", () => {
  document.body.innerHTML = "<iframe></iframe>";
  const own = document.querySelector("iframe")?.contentDocument;
  const field = own?.createElement("textarea") ?? null;
  expect(field).not.toBeInstanceOf(HTMLElement);
  expect(takesText(field)).toBe(true);
});

const ctrl = { ctrlKey: true };
const shift = { shiftKey: true };
const altGr = { modifierAltGraph: true };

test.each<
  [string, KeyboardEventInit, { key: string; digit?: number; command?: boolean; modified?: boolean }]
>([
  // Digits: the sign in the row of digits is one by its place, that of the keypad by its meaning alone.
  ["QWERTY 2", { key: "2", code: "Digit2" }, { key: "2", digit: 2 }],
  ["QWERTY @", { key: "@", code: "Digit2", ...shift }, { key: "@" }],
  ["QWERTZ /", { key: "/", code: "Digit7", ...shift }, { key: "/" }],
  ["AZERTY é", { key: "é", code: "Digit2" }, { key: "é", digit: 2 }],
  ["AZERTY 2", { key: "2", code: "Digit2", ...shift }, { key: "2", digit: 2 }],
  ["AZERTY &, Caps Lock on Linux", { key: "&", code: "Digit1" }, { key: "&", digit: 1 }],
  ["AZERTY É, Caps Lock on Linux", { key: "É", code: "Digit2" }, { key: "é", digit: 2 }],
  ["AZERTY ~, with AltGr", { key: "~", code: "Digit2", ...altGr }, { key: "~", digit: 2, modified: true }],
  ["Czech ě", { key: "ě", code: "Digit2" }, { key: "ě", digit: 2 }],
  ["keypad 1, Num Lock on", { key: "1", code: "Numpad1" }, { key: "1", digit: 1 }],
  ["keypad End, Num Lock off", { key: "End", code: "Numpad1" }, { key: "End" }],
  ["keypad down, Num Lock off", { key: "ArrowDown", code: "Numpad2" }, { key: "ArrowDown" }],
  ["keypad Page Down, Num Lock off", { key: "PageDown", code: "Numpad3" }, { key: "PageDown" }],
  ["keypad left, Num Lock off", { key: "ArrowLeft", code: "Numpad4" }, { key: "ArrowLeft" }],
  ["keypad middle, Num Lock off", { key: "Clear", code: "Numpad5" }, { key: "Clear" }],
  ["keypad Home with Shift", { key: "Home", code: "Numpad7", ...shift }, { key: "Home" }],
  ["keypad Insert, Num Lock off", { key: "Insert", code: "Numpad0" }, { key: "Insert" }],
  ["a keyboard without places", { key: "3", code: "" }, { key: "3", digit: 3 }],
  // Letters: what is written on the key, whatever Caps Lock says.
  ["QWERTZ z", { key: "z", code: "KeyY" }, { key: "z" }],
  ["AZERTY a", { key: "a", code: "KeyQ" }, { key: "a" }],
  ["AZERTY w", { key: "w", code: "KeyZ" }, { key: "w" }],
  ["Z with Caps Lock", { key: "Z", code: "KeyZ", modifierCapsLock: true }, { key: "z" }],
  ["Cyrillic л", { key: "л", code: "KeyK" }, { key: "л" }],
  ["Ctrl+K", { key: "k", code: "KeyK", ...ctrl }, { key: "k", command: true }],
  ["Ctrl+K with Caps Lock", { key: "K", code: "KeyK", ...ctrl }, { key: "k", command: true }],
  ["Ctrl+Shift+K, which is the browser's", { key: "K", code: "KeyK", ...ctrl, ...shift }, { key: "k" }],
  ["Ctrl+Alt+K", { key: "k", code: "KeyK", ...ctrl, altKey: true }, { key: "k", modified: true }],
  ["Meta+K", { key: "k", code: "KeyK", metaKey: true }, { key: "k", modified: true }],
  // Parts of characters.
  ["dead ^ beside P", { key: "Dead", code: "BracketLeft" }, { key: "" }],
  ["dead ^ in the row of digits", { key: "Dead", code: "Digit6", ...shift }, { key: "" }],
  ["dead ~ in the row of digits", { key: "Dead", code: "Digit2" }, { key: "" }],
  ["Compose", { key: "Compose", code: "ContextMenu" }, { key: "" }],
  ["a digit for an input method", { key: "Process", code: "Digit1" }, { key: "" }],
  ["a candidate's digit", { key: "1", code: "Digit1", isComposing: true }, { key: "" }],
  ["Enter that ends an input", { key: "Enter", code: "Enter", isComposing: true }, { key: "" }],
  ["the same in Safari", { key: "Enter", code: "Enter", keyCode: 229 }, { key: "" }],
  ["a telephone's keyboard", { key: "Unidentified", code: "" }, { key: "" }],
  ["Escape", { key: "Escape", code: "Escape" }, { key: "Escape" }],
])("%s is read", (_name, event, { digit, command = false, modified = false, key }) => {
  const press = readKeyPress(new KeyboardEvent("keydown", event));
  expect(press).toMatchObject({ key, command, modified });
  expect(press.digit).toBe(digit);
});

test("a key that is held down is a repetition", () => {
  expect(readKeyPress(new KeyboardEvent("keydown", { key: "z", repeat: true })).repeated).toBe(true);
});
