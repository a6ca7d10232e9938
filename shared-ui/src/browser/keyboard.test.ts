import { setShortcutsOn, shortcutsOn, takesText } from "./keyboard.ts";

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
