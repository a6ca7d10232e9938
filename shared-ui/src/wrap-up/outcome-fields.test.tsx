import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { useState } from "react";
import { OutcomeFields } from "./outcome-fields.tsx";
import { emptyOutcome } from "./outcome-form.ts";

const radio = (name: string) => screen.getByRole("radio", { name });
const amount = () => screen.getByRole("textbox", { name: "Amount (USD)" });
const deadKeys = () => document.querySelectorAll("kbd[data-dead]").length;

function Fields() {
  const [form, setForm] = useState(emptyOutcome);
  const change = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }));
  return (
    <div>
      <OutcomeFields
        form={form}
        error={undefined}
        onChoose={(outcome) => change({ outcome })}
        onChange={change}
      />
      <input name="nextStep" aria-label="Next step" />
    </div>
  );
}

function open() {
  render(<Fields />);
  return userEvent.setup({ delay: null });
}

test("a digit chooses the outcome once, and none is typed into a field", async () => {
  const user = open();
  expect(deadKeys()).toBe(0);
  await user.keyboard("2");
  expect(radio("Follow-up")).toBeChecked();
  expect(radio("Follow-up")).toHaveFocus();
  expect(deadKeys()).toBe(8);
  await user.keyboard("b5");
  expect(radio("Follow-up")).toBeChecked();
  expect(screen.getByRole("textbox", { name: "Next step" })).toHaveValue("");
  // Only what is won has an amount.
  expect(screen.queryByRole("textbox", { name: "Amount (USD)" })).not.toBeInTheDocument();
});

test("keys are ignored in a text field, and their hints say so", async () => {
  const user = open();
  await user.click(screen.getByRole("textbox", { name: "Next step" }));
  expect(deadKeys()).toBe(8);
  await user.keyboard("3");
  expect(screen.getByRole("textbox", { name: "Next step" })).toHaveValue("3");
  expect(screen.queryByRole("radio", { checked: true })).not.toBeInTheDocument();
  act(() => radio("Other").focus());
  await user.keyboard("2");
  expect(radio("Follow-up")).toBeChecked();
});

const typed = fc
  .tuple(
    fc.constantFrom(..."0123456789".split("")),
    fc.array(fc.constantFrom(..."0123456789 ,.".split("")), { maxLength: 7 }),
  )
  .map(([first, rest]) => first + rest.join(""));

test("whatever is typed after the key of a won call is its amount, and chooses no other outcome", async () => {
  for (const text of ["1200,50", "1 200", ...fc.sample(typed, 4)]) {
    const { unmount } = render(<Fields />);
    const user = userEvent.setup({ delay: null });
    await user.keyboard(`1${text}`);
    expect(radio("Won")).toBeChecked();
    expect(amount()).toHaveValue(text);
    unmount();
  }
});

test("the key that has chosen the outcome is not typed while it is held down", async () => {
  const user = open();
  await user.keyboard("{1>5/}");
  expect(radio("Won")).toBeChecked();
  expect(amount()).toHaveValue("");
  await user.keyboard("1");
  expect(amount()).toHaveValue("1");
});

test("what the amount is read as is announced when the typing pauses, and not with each digit", async () => {
  jest.useFakeTimers();
  try {
    render(<Fields />);
    const user = userEvent.setup({ delay: null, advanceTimers: jest.advanceTimersByTime });
    const spoken = () => document.querySelector("span[aria-live]")?.textContent;
    const pause = () => act(() => jest.advanceTimersByTime(1000));
    await user.keyboard("1");
    for (const [keys, read] of [
      ["1200", "$1,200"],
      ["0", "$12,000"],
      // What is no amount has an error, and is not read.
      ["x", ""],
    ] as const) {
      const before = spoken();
      await user.keyboard(keys);
      expect(spoken()).toBe(before);
      pause();
      expect(spoken()).toBe(read);
    }
    expect(screen.getByText("Amount must be a whole number")).toBeVisible();
  } finally {
    jest.useRealTimers();
  }
});
