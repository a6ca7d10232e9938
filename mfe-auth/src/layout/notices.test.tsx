import { limits } from "@souffleur/contracts";
import { renderApp } from "@souffleur/shared-ui/testing";
import { act, screen } from "@testing-library/react";
import remote from "../routes.tsx";

const mark = "From the link you opened, not from Souffleur:";

let stop = () => {};
afterEach(() => {
  stop();
  jest.useRealTimers();
});

async function open(path: string, query: Record<string, string>) {
  const app = await renderApp(remote, { path: `${path}?${new URLSearchParams(query)}` });
  stop = app.stop;
}

describe.each([
  ["/login", limits.authNoticeMs],
  ["/verify-email", limits.verifyNoticeMs],
])("%s", (path, ms) => {
  test("shows a foreign text as its link's", async () => {
    await open(path, { error: "Your account is locked. Call 0800 123 456." });
    expect(screen.getByRole("alert")).toHaveTextContent(`${mark}Your account is locked. Call 0800 123 456.`);
  });

  test("shows the product's own texts without a mark", async () => {
    await open(path, { error: "Session expired. Please log in again." });
    expect(screen.getByRole("alert")).toHaveTextContent(/^Session expired. Please log in again.$/);
  });

  test("shows both notices; the message disappears after its time, and the error stays", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    await open(path, { message: "Look into your mailbox", error: "It did not work" });
    expect(screen.getByRole("alert")).toHaveTextContent("It did not work");
    expect(screen.getByRole("status")).toHaveTextContent("Look into your mailbox");
    await act(() => jest.advanceTimersByTimeAsync(ms - 1));
    expect(screen.getByRole("status")).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("It did not work");
  });
});
