import { readStored, readStoredJson, storedKeys, writeStored } from "./browser-storage.ts";

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test("what is written is read again, until it is removed", () => {
  expect(writeStored("a.1", '{"x":1}')).toBe(true);
  expect(writeStored("b.1", "no JSON")).toBe(true);
  expect(readStored("a.1")).toBe('{"x":1}');
  expect(readStoredJson("a.1")).toEqual({ x: 1 });
  expect(readStoredJson("b.1")).toBeUndefined();
  expect(storedKeys("a.")).toEqual(["a.1"]);
  expect(writeStored("a.1", undefined)).toBe(true);
  expect(readStored("a.1")).toBeUndefined();
  expect(readStoredJson("a.1")).toBeUndefined();
});

test("a browser that forbids storage reads nothing, and reports that it stores nothing", () => {
  jest.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  expect(readStored("a")).toBeUndefined();
  expect(readStoredJson("a")).toBeUndefined();
  expect(writeStored("a", "1")).toBe(false);
  expect(writeStored("a", undefined)).toBe(false);
  expect(storedKeys("")).toEqual([]);
});

test("a full storage reports that it stores nothing", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  expect(writeStored("a", "1")).toBe(false);
});
