import { act, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { Skeleton } from "./card.tsx";
import { ShowTogether, useAwaited } from "./show-together.tsx";

function Part({ name, isLoading }: { name: string; isLoading: boolean }) {
  useAwaited(isLoading);
  return <p>{name}</p>;
}

const group = (first: boolean, second: boolean) => (
  <ShowTogether places={<p>Places</p>}>
    <Part name="First" isLoading={first} />
    {second ? <Skeleton /> : <Part name="Second" isLoading={false} />}
  </ShowTogether>
);

test("parts are shown in one go, once the last of them is there", () => {
  const view = render(group(true, true));
  expect(screen.getByText("Places")).toBeVisible();
  expect(screen.getByText("First")).not.toBeVisible();
  view.rerender(group(false, true));
  expect(screen.getByText("First")).not.toBeVisible();
  view.rerender(group(false, false));
  expect(screen.getByText("First")).toBeVisible();
  expect(screen.getByText("Second")).toBeVisible();
  expect(screen.queryByText("Places")).toBeNull();
});

test("what is there from the start is shown at once, and what loads again later hides nothing", () => {
  const view = render(group(false, false));
  expect(screen.getByText("Second")).toBeVisible();
  view.rerender(group(true, true));
  expect(screen.getByText("First")).toBeVisible();
  expect(screen.queryByText("Places")).toBeNull();
});

test("a part whose file comes late goes on being awaited until its data is there, too", async () => {
  let arrive: (part: { default: () => React.ReactNode }) => void = () => {};
  const Late = lazy(() => new Promise<{ default: () => React.ReactNode }>((resolve) => (arrive = resolve)));
  const late = (isLoading: boolean) => (
    <ShowTogether places={<p>Places</p>}>
      <Part name="First" isLoading={false} />
      <Suspense fallback={<Skeleton />}>
        <Late />
        {isLoading && <Skeleton />}
      </Suspense>
    </ShowTogether>
  );
  const view = render(late(true));
  await act(async () => arrive({ default: () => <p>Late</p> }));
  expect(screen.getByText("Late")).not.toBeVisible();
  view.rerender(late(false));
  expect(screen.getByText("Late")).toBeVisible();
});

test("after three seconds one slow part holds back the others no longer", () => {
  jest.useFakeTimers();
  render(group(true, true));
  act(() => void jest.advanceTimersByTime(2999));
  expect(screen.getByText("First")).not.toBeVisible();
  act(() => void jest.advanceTimersByTime(1));
  expect(screen.getByText("First")).toBeVisible();
  jest.useRealTimers();
});
