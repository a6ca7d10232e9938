import { useIsConnectionNoticeOwned } from "@souffleur/shared-ui";
import { type FinalLine, mergeAll } from "@souffleur/shared-ui/transcript";
import { fireEvent, render, renderHook, screen } from "@testing-library/react";
import { initialLiveCall, type LiveCallState } from "../../call/live-call-state.ts";
import { createStore } from "../../lib/store.ts";
import { ConversationPane } from "./conversation-pane.tsx";

const names = { client: "Hélène Vasseur", agent: "Julien Carrel" };

function open(count: number, differences: Partial<LiveCallState> = {}) {
  const lines = Array.from(
    { length: count },
    (_, index): FinalLine => ({
      messageId: `m${index}`,
      sender: "client",
      text: `Voici la ligne numéro ${index} de la conversation.`,
      timestamp: index * 4000,
      confidence: 0.9,
      isTranscription: true,
    }),
  );
  const store = createStore<LiveCallState>({
    ...initialLiveCall,
    call: { status: "ended", startedAt: 0, endedAt: count * 4000 },
    conversation: { ...initialLiveCall.conversation, bubbles: mergeAll(lines) },
    ...differences,
  });
  render(<ConversationPane store={store} names={names} whileWaiting={null} />);
}
const log = () => screen.getByRole("log");
const rowCount = () => log().querySelectorAll("[lang=fr]").length;
const search = () => screen.getByRole("searchbox", { name: "Search transcript" });

test("renders the visible rows only, and all rows while the page is printed", () => {
  open(400);
  expect(rowCount()).toBeLessThan(400);
  fireEvent(window, new Event("beforeprint"));
  const printed = log().querySelectorAll(".printed [lang=fr]");
  expect([...printed].map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 400 }, (_, index) => `Voici la ligne numéro ${index} de la conversation.`),
  );
  fireEvent(window, new Event("afterprint"));
  expect(rowCount()).toBeLessThan(400);
});

test("Ctrl+F opens the transcript's search where the browser's would miss lines, and the browser's the second time", () => {
  open(400);
  expect(search()).toHaveAttribute("placeholder", "Search all lines");
  const find = { key: "f", ctrlKey: true };
  expect(fireEvent.keyDown(log(), { key: "f" })).toBe(true);
  expect(fireEvent.keyDown(log(), find)).toBe(false);
  expect(search()).toHaveFocus();
  expect(fireEvent.keyDown(search(), find)).toBe(true);
  expect(fireEvent.keyDown(document.body, find)).toBe(true);
});

test("offers the only Retry after the last attempt to connect, and hides interim text meanwhile", () => {
  const { result: isNoticeOwned } = renderHook(useIsConnectionNoticeOwned);
  expect(isNoticeOwned.current).toBe(false);
  const agent = { messageId: "m", sender: "agent", text: "Je vous", confidence: 0.6 } as const;
  open(0, {
    call: { status: "active", startedAt: 0, callId: "call-1" },
    conversation: { ...initialLiveCall.conversation, interims: { agent } },
  });
  expect(screen.getByRole("status")).toHaveTextContent("Could not reconnect.");
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  expect(isNoticeOwned.current).toBe(true);
  expect(screen.getByText("Reconnecting…")).toBeVisible();
  expect(screen.queryByText("Je vous")).not.toBeInTheDocument();
});

test("leaves Ctrl+F to the browser if every line is in the page", () => {
  open(100);
  expect(rowCount()).toBe(100);
  expect(fireEvent.keyDown(log(), { key: "f", ctrlKey: true })).toBe(true);
});

test("names a speaker once for consecutive lines", () => {
  open(3);
  expect(screen.getAllByText("Hélène Vasseur", { ignore: ".visually-hidden" })).toHaveLength(1);
  expect(screen.getAllByText("Client")).toHaveLength(1);
  expect(screen.getAllByText("90%")).toHaveLength(3);
});
