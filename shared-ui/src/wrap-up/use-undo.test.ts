import { act, renderHook } from "@testing-library/react";
import { emptyOutcome, type OutcomeForm } from "./outcome-form.ts";
import { useUndo } from "./use-undo.ts";

test("a chosen outcome can be taken back for six seconds, and of several the first", () => {
  jest.useFakeTimers();
  try {
    const { result, rerender } = renderHook((form: OutcomeForm) => useUndo(form), {
      initialProps: emptyOutcome,
    });
    const choose = (outcome: OutcomeForm["outcome"]) => {
      act(() => result.current.offer());
      rerender({ ...emptyOutcome, outcome });
    };
    choose("successful");
    choose("competitor");
    act(() => jest.advanceTimersByTime(5999));
    expect(result.current.isOffered).toBe(true);
    act(() => jest.advanceTimersByTime(1));
    expect(result.current.isOffered).toBe(false);
    choose("other");
    let before: OutcomeForm["outcome"];
    act(() => {
      before = result.current.take();
    });
    expect(before).toBe("competitor");
    expect(result.current.isOffered).toBe(false);
  } finally {
    jest.useRealTimers();
  }
});
