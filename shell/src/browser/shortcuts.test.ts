import { type KeyPress, readShortcut } from "./shortcuts.ts";

const press = (key: string, differences: Partial<KeyPress> = {}): KeyPress => ({
  key,
  at: 1000,
  modified: false,
  command: false,
  typing: false,
  ...differences,
});

test("a question mark opens the help and a slash the search", () => {
  expect(readShortcut(undefined, press("?"))).toEqual({ shortcut: { kind: "help" } });
  expect(readShortcut(undefined, press("/"))).toEqual({ shortcut: { kind: "search" } });
});

test("g waits for its letter", () => {
  expect(readShortcut(undefined, press("g"))).toEqual({ pendingSince: 1000 });
  expect(readShortcut(1000, press("d", { at: 1900 }))).toEqual({ shortcut: { kind: "go", key: "d" } });
});

test("g waits one second", () => {
  expect(readShortcut(1000, press("d", { at: 2001 }))).toEqual({});
});

test("keys typed into a field, or with a modifier, are not shortcuts", () => {
  expect(readShortcut(undefined, press("?", { typing: true }))).toEqual({});
  expect(readShortcut(1000, press("d", { modified: true }))).toEqual({});
});

test("Ctrl+K opens the search of everything, also in fields", () => {
  const search = { shortcut: { kind: "search-everything" } };
  expect(readShortcut(undefined, press("k", { command: true, modified: true, typing: true }))).toEqual(
    search,
  );
  expect(readShortcut(1000, press("k", { modified: true }))).toEqual({});
  expect(readShortcut(undefined, press("k"))).toEqual({});
});
