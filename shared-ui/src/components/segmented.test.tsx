import { act, fireEvent, render, screen } from "@testing-library/react";
import { Segmented } from "./segmented.tsx";

const options = [
  { value: "7d", label: "7 Days" },
  { value: "30d", label: "30 Days" },
  { value: "90d", label: "90 Days" },
] as const;
type Range = (typeof options)[number]["value"];

test("a pressed option is selected before the parent's value changes, and a later value of the parent wins", () => {
  const asked: Range[] = [];
  const group = (value: Range) => (
    <Segmented label="Range" value={value} options={options} onChange={(next) => asked.push(next)} />
  );
  const { rerender } = render(group("30d"));
  fireEvent.click(screen.getByRole("radio", { name: "7 Days" }));
  expect(asked).toEqual(["7d"]);
  expect(screen.getByRole("radio", { name: "7 Days" })).toBeChecked();
  rerender(group("7d"));
  expect(screen.getByRole("radio", { name: "7 Days" })).toBeChecked();
  rerender(group("30d"));
  expect(screen.getByRole("radio", { name: "30 Days" })).toBeChecked();
});

test("an option that was pressed first does not undo the second press when it arrives late", () => {
  jest.useFakeTimers();
  const group = (value: Range) => (
    <Segmented label="Range" value={value} options={options} onChange={() => {}} />
  );
  const { rerender } = render(group("30d"));
  fireEvent.click(screen.getByRole("radio", { name: "7 Days" }));
  fireEvent.click(screen.getByRole("radio", { name: "90 Days" }));
  // So late on a busy machine.
  act(() => jest.advanceTimersByTime(3000));
  rerender(group("7d"));
  expect(screen.getByRole("radio", { name: "90 Days" })).toBeChecked();
  rerender(group("90d"));
  expect(screen.getByRole("radio", { name: "90 Days" })).toBeChecked();
  rerender(group("7d"));
  expect(screen.getByRole("radio", { name: "7 Days" })).toBeChecked();
  jest.useRealTimers();
});

test("a way back and forth that arrives late does not undo the last press", () => {
  const group = (value: Range) => (
    <Segmented label="Range" value={value} options={options} onChange={() => {}} />
  );
  const { rerender } = render(group("30d"));
  for (const name of ["7 Days", "30 Days", "90 Days"]) fireEvent.click(screen.getByRole("radio", { name }));
  for (const late of ["7d", "30d", "90d"] as const) {
    rerender(group(late));
    expect(screen.getByRole("radio", { name: "90 Days" })).toBeChecked();
  }
});
