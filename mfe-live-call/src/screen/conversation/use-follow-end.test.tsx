import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { useFollowEnd } from "./use-follow-end.ts";

/** jsdom has no layout: the test sets the sizes. */
const size = { scrollHeight: 1000, clientHeight: 400 };
let resized: () => void;

beforeEach(() => {
  Object.assign(size, { scrollHeight: 1000, clientHeight: 400 });
  for (const name of ["scrollHeight", "clientHeight"] as const)
    jest.spyOn(HTMLElement.prototype, name, "get").mockImplementation(() => size[name]);
  jest.spyOn(globalThis, "ResizeObserver").mockImplementation((callback) => {
    const observer = { observe() {}, unobserve() {}, disconnect() {} };
    resized = () => callback([], observer);
    return observer;
  });
  render(<Scroller />);
});
afterEach(() => jest.restoreAllMocks());

function Scroller() {
  const scroller = useRef<HTMLDivElement>(null);
  const { following, hasLater, jumpToEnd, leaveEnd } = useFollowEnd(scroller);
  return (
    <>
      <div ref={scroller} data-testid="scroller">
        <p />
      </div>
      <output>{following ? "following" : hasLater ? "reading" : "reading the end"}</output>
      <button type="button" onClick={jumpToEnd}>
        Jump
      </button>
      <button type="button" onClick={leaveEnd}>
        Leave
      </button>
    </>
  );
}

const scroller = () => screen.getByTestId("scroller");
const state = () => screen.getByRole("status").textContent;

function grow(change: Partial<typeof size>) {
  Object.assign(size, change);
  act(() => resized());
}
function scrollTo(top: number) {
  scroller().scrollTop = top;
  fireEvent.scroll(scroller());
}

test("stays at the end while the content grows", () => {
  grow({ scrollHeight: 1200 });
  expect(scroller().scrollTop).toBe(1200);
});

test("lets the reader scroll away, and follows again from the end", () => {
  scrollTo(600);
  scrollTo(200);
  expect(state()).toBe("reading");
  grow({ scrollHeight: 1200 });
  expect(scroller().scrollTop).toBe(200);
  scrollTo(780);
  expect(state()).toBe("following");
});

test("lets the reader scroll away while lines are arriving", () => {
  scrollTo(600);
  grow({ scrollHeight: 1200 });
  fireEvent.wheel(scroller(), { deltaY: -400 });
  scrollTo(400);
  expect(state()).toBe("reading");
});

test("does not mistake a pane that grew for scrolling by the reader", () => {
  scrollTo(600);
  Object.assign(size, { scrollHeight: 1100, clientHeight: 460 });
  scrollTo(540);
  expect(state()).toBe("following");
});

test("jumps to the end on demand, if there is content below", () => {
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(state()).toBe("reading the end");
  grow({ scrollHeight: 2000 });
  expect(state()).toBe("reading");
  fireEvent.click(screen.getByRole("button", { name: "Jump" }));
  expect(state()).toBe("following");
  expect(scroller().scrollTop).toBe(2000);
});
