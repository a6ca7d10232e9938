import { readStored, readStoredJson, storedKeys, writeStored } from "./browser-storage.ts";

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test("a stored value can be read until it is removed", () => {
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

test("in a browser that forbids storage, reading returns nothing and writing reports a failure", () => {
  jest.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  expect(readStored("a")).toBeUndefined();
  expect(readStoredJson("a")).toBeUndefined();
  expect(writeStored("a", "1")).toBe(false);
  expect(writeStored("a", undefined)).toBe(false);
  expect(storedKeys("")).toEqual([]);
});

test("writing to a full storage reports a failure", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  expect(writeStored("a", "1")).toBe(false);
});
