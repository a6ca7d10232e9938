import { type KeyPress, readShortcut } from "./shortcuts.ts";

const press = (key: string, differences: Partial<KeyPress> = {}): KeyPress => ({
  key,
  at: 1000,
  modified: false,
  command: false,
  typing: false,
  ...differences,
});

const since = 1000;
test.each<[string, number | undefined, KeyPress, object]>([
  ["a question mark opens the help", undefined, press("?"), { shortcut: { kind: "help" } }],
  ["a slash opens the search", undefined, press("/"), { shortcut: { kind: "search" } }],
  ["g waits for its letter", undefined, press("g"), { pendingSince: since }],
  ["the letter leads on", since, press("d", { at: 1900 }), { shortcut: { kind: "go", key: "d" } }],
  ["g waits one second", since, press("d", { at: 2001 }), {}],
  ["a key in a field is no shortcut", undefined, press("?", { typing: true }), {}],
  ["a key with a modifier is no shortcut", since, press("d", { modified: true }), {}],
  [
    "Ctrl+K opens the search of everything, also in fields",
    undefined,
    press("k", { command: true, modified: true, typing: true }),
    { shortcut: { kind: "search-everything" } },
  ],
  ["k with another modifier does not", since, press("k", { modified: true }), {}],
  ["k alone does not", undefined, press("k"), {}],
])("%s", (_name, pending, key, read) => {
  expect(readShortcut(pending, key)).toEqual(read);
});
