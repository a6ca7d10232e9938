import { act, screen } from "@testing-library/react";
import { holdTimers, open } from "../testing/page.ts";

const mark = "From the link you opened, not from Souffleur:";

describe.each([
  ["/login", 3000],
  ["/verify-email", 5000],
])("%s", (path, ms) => {
  test("marks a text that is not the product's own as a quotation", async () => {
    await open(`${path}?error=Your account is locked. Call 0800 123 456.`);
    expect(screen.getByRole("alert")).toHaveTextContent(`${mark}Your account is locked. Call 0800 123 456.`);
  });

  test("shows both notices; the message disappears after its time and the error stays", async () => {
    holdTimers();
    await open(`${path}?message=Look into your mailbox&error=It did not work`);
    expect(screen.getByRole("alert")).toHaveTextContent("It did not work");
    expect(screen.getByRole("status")).toHaveTextContent("Look into your mailbox");
    await act(() => jest.advanceTimersByTimeAsync(ms - 1));
    expect(screen.getByRole("status")).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("It did not work");
  });
});
