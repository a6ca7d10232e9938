import { readKeyPress } from "@souffleur/shared-ui";
import { readShortcut } from "./shortcuts.ts";

const ctrl = { ctrlKey: true };
const shift = { shiftKey: true };
const since = 1000;
const go = { shortcut: { kind: "go", key: "d" } };
const everything = { shortcut: { kind: "search-everything" } };

test.each<
  [
    name: string,
    pending: number | undefined,
    event: KeyboardEventInit & { at?: number; typing?: boolean },
    read: object,
  ]
>([
  ["a question mark opens the help", undefined, { key: "?", ...shift }, { shortcut: { kind: "help" } }],
  ["a slash opens the search", undefined, { key: "/" }, { shortcut: { kind: "search" } }],
  [
    "a QWERTZ slash does",
    undefined,
    { key: "/", code: "Digit7", ...shift },
    { shortcut: { kind: "search" } },
  ],
  ["g waits for its letter", undefined, { key: "g" }, { pendingSince: since }],
  ["the letter leads on", since, { key: "d", at: 1900 }, go],
  ["Caps Lock changes neither", since, { key: "D", at: 1900 }, go],
  ["g with Caps Lock waits", undefined, { key: "G" }, { pendingSince: since }],
  ["g that is held down is one press", since, { key: "g", repeat: true, at: 1500 }, { pendingSince: since }],
  ["a slash that is held down does nothing", undefined, { key: "/", repeat: true }, {}],
  ["g waits one second", since, { key: "d", at: 2001 }, {}],
  ["a key in a field is no shortcut", undefined, { key: "?", typing: true }, {}],
  ["a key with a modifier is no shortcut", since, { key: "d", ...ctrl }, {}],
  ["a letter of an input method is none", since, { key: "d", isComposing: true }, {}],
  [
    "Ctrl+K opens the search of everything, also in fields",
    undefined,
    { key: "k", ...ctrl, typing: true },
    everything,
  ],
  ["with Caps Lock, too", undefined, { key: "K", ...ctrl }, everything],
  ["Ctrl+Shift+K is the browser's", undefined, { key: "K", ...ctrl, ...shift }, {}],
  ["k with another modifier does not", since, { key: "k", altKey: true }, {}],
  ["k alone does not", undefined, { key: "k" }, {}],
])("%s", (_name, pending, { at = 1000, typing = false, ...event }, read) => {
  const press = readKeyPress(new KeyboardEvent("keydown", event));
  expect(readShortcut(pending, { ...press, typing }, at)).toEqual(read);
});
