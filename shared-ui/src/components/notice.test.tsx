import { act, render, screen } from "@testing-library/react";
import { Notice } from "./notice.tsx";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a notice has its whole time after the splash that covers it is gone", async () => {
  const splash = document.createElement("div");
  splash.id = "splash";
  document.body.append(splash);
  const dismissed = jest.fn();
  render(
    <Notice kind="success" dismissAfter={3000} onDismiss={dismissed}>
      Email verified successfully!
    </Notice>,
  );
  expect(screen.getByRole("status")).toBeVisible();
  act(() => jest.advanceTimersByTime(10_000));
  expect(dismissed).not.toHaveBeenCalled();
  // An observer hears of a change after the code that made it.
  await act(async () => splash.remove());
  act(() => jest.advanceTimersByTime(2999));
  expect(dismissed).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  expect(dismissed).toHaveBeenCalledTimes(1);
});
