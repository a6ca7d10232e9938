// The socket's server and client run in one process, so both need their builds for Node.

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { button, openCall, page, preparePages, suggestions } from "../../testing/open-screen.tsx";

preparePages();

/** A window of the page's own, in place of the browser's, which the test environment does not have. */
function provideWindow() {
  const frame = document.body.appendChild(document.createElement("iframe"));
  const own = frame.contentWindow as Window;
  const close = jest.fn(() => void own.dispatchEvent(new Event("pagehide")));
  own.close = close;
  const requested: unknown[] = [];
  Object.assign(window, {
    documentPictureInPicture: {
      requestWindow: async (size: unknown) => {
        requested.push(size);
        return own;
      },
    },
  });
  page.stops.push(() => {
    act(() => own.dispatchEvent(new Event("pagehide")));
    Reflect.deleteProperty(window, "documentPictureInPicture");
    frame.remove();
  });
  return { own, requested, close };
}

test("the prompter in a window of its own has the replies, their keys, and ends with the call", async () => {
  const { own, requested, close } = provideWindow();
  const { user } = await openCall();
  page.server.addLine("client", "C'est trop cher.");
  const best = page.server.suggestion({ text: "Par rapport à quoi ?" });
  page.server.emit("suggestion", best);
  await suggestions().findByText("Par rapport à quoi ?");
  await user.click(button("Pop out"));
  const popped = within(own.document.body);
  expect(await popped.findByText("Par rapport à quoi ?")).toBeInTheDocument();
  expect(popped.getByText("C'est trop cher.")).toBeInTheDocument();
  expect(popped.getByRole("timer")).toBeInTheDocument();
  expect(popped.getByRole("button", { name: "Ask for help" })).toBeInTheDocument();
  expect(requested).toEqual([{ width: 420, height: 260 }]);
  fireEvent.keyDown(own.document.body, { key: "3", code: "Digit3" });
  await waitFor(() => expect(page.server.reportedStates(best.id)).toContain("used"));
  expect(await suggestions().findByText(/^Said/)).toBeVisible();
  await user.click(button("End Call"));
  await waitFor(() => expect(close).toHaveBeenCalled());
});

test("without Document Picture-in-Picture the window of an earlier page is emptied, and closes with its opener", async () => {
  const { own, close } = provideWindow();
  Reflect.deleteProperty(window, "documentPictureInPicture");
  jest.spyOn(window, "open").mockReturnValue(own);
  own.document.head.innerHTML = "<style>p { display: none }</style>";
  own.document.body.innerHTML = "<button>Dead</button>";
  const { user } = await openCall();
  await user.click(button("Pop out"));
  expect(await within(own.document.body).findByRole("timer")).toBeInTheDocument();
  expect(own.document.documentElement).not.toHaveTextContent(/Dead|display/);
  expect(close).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("pagehide"));
  expect(close).toHaveBeenCalledTimes(1);
  // Once it is closed, nothing of it is left on this page.
  window.dispatchEvent(new Event("pagehide"));
  expect(close).toHaveBeenCalledTimes(1);
});

test("a window that the browser refuses is reported", async () => {
  Object.assign(window, {
    documentPictureInPicture: {
      requestWindow: () => Promise.reject(new DOMException("no", "NotAllowedError")),
    },
  });
  page.stops.push(() => Reflect.deleteProperty(window, "documentPictureInPicture"));
  const { user } = await openCall();
  await user.click(button("Pop out"));
  expect(
    await screen.findByText("The browser has blocked the window. Allow pop-ups for this page."),
  ).toBeVisible();
});
