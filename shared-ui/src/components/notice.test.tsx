import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Notice } from "./notice.tsx";

afterEach(() => void jest.useRealTimers());

test("a notice's time starts when the splash that covers it is removed", async () => {
  jest.useFakeTimers();
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
  // Observers run after the code that made the change.
  await act(async () => splash.remove());
  act(() => jest.advanceTimersByTime(2999));
  expect(dismissed).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  expect(dismissed).toHaveBeenCalledTimes(1);
});

test("a text from elsewhere is shown as a quotation below a line that names its source", () => {
  render(
    <Notice kind="error" quotedFrom="From the link you opened:">
      Call 0800 123 456
    </Notice>,
  );
  const notice = screen.getByRole("alert");
  expect(notice).toHaveTextContent("From the link you opened:Call 0800 123 456");
  const quote = screen.getByText("Call 0800 123 456");
  expect(quote.tagName).toBe("Q");
  expect(quote).toHaveAttribute("dir", "auto");
});

test("the action of a notice keeps the focus while it runs, and ignores a second press", async () => {
  const user = userEvent.setup({ delay: null });
  const onPress = jest.fn();
  const notice = (busy: boolean) => (
    <Notice kind="error" action={{ label: "Resend", busy, onPress }}>
      Please verify your email address.
    </Notice>
  );
  const { rerender } = render(notice(false));
  const action = screen.getByRole("button", { name: "Resend" });
  await user.tab();
  await user.keyboard("{Enter}");
  rerender(notice(true));
  await user.keyboard("{Enter} ");
  expect(action).toHaveFocus();
  expect(action).not.toHaveAttribute("disabled");
  expect(action).toHaveAttribute("aria-disabled", "true");
  expect(action).toHaveAttribute("aria-busy", "true");
  rerender(notice(false));
  expect(action).toHaveFocus();
  expect(onPress).toHaveBeenCalledTimes(1);
});
