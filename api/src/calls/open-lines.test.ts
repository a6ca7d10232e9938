import { createOpenLines } from "./open-lines.ts";

describe("unmasked lines", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const line = { id: "a", sender: "client", text: "4970 1012", at: 0 } as const;

  test("are forgotten with their call", () => {
    const open = createOpenLines(1000);
    open.keep("call", [line]);
    expect(open.of("call")).toEqual([line]);
    open.forget("call");
    expect(open.of("call")).toBeUndefined();
  });

  test("are forgotten in time where nobody reports the end of their call", () => {
    const open = createOpenLines(1000);
    open.keep("call", [line]);
    jest.advanceTimersByTime(999);
    open.keep("call", [line, { ...line, id: "b" }]);
    jest.advanceTimersByTime(999);
    expect(open.of("call")).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(open.of("call")).toBeUndefined();
    expect(open.size()).toBe(0);
  });
});
