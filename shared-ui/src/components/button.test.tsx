import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FormEvent, useState } from "react";
import { Button, type ButtonProps, IconButton } from "./button.tsx";
import { NotYet, TooltipProvider } from "./tooltip.tsx";

const user = userEvent.setup({ delay: null });

/** A button that can't be pressed again after its first press. */
function Once({ as: Pressed, ...after }: { as: (props: ButtonProps) => React.ReactNode } & ButtonProps) {
  const [presses, setPresses] = useState(0);
  return (
    <Pressed {...(presses > 0 && after)} onClick={() => setPresses(presses + 1)}>
      Pressed {presses}
    </Pressed>
  );
}

const buttons = {
  Button,
  IconButton: (props: ButtonProps) => <IconButton label="Go" {...props} />,
};

describe.each(Object.entries(buttons))("a %s", (_, as) => {
  test.each([{ busy: true }, { disabled: true }])(
    "with %p keeps the focus and ignores presses",
    async (after) => {
      render(<Once as={as} {...after} />);
      const button = screen.getByRole("button");
      await user.tab();
      expect(button).toHaveFocus();
      for (const key of ["{Enter}", "{Enter}", " "]) await user.keyboard(key);
      await user.dblClick(button);
      expect(button).toHaveTextContent("Pressed 1");
      expect(button).toHaveFocus();
      expect(button).not.toHaveAttribute("disabled");
      expect(button).toHaveAttribute("aria-disabled", "true");
    },
  );
});

test("a busy button is announced as busy, and only then", () => {
  const { rerender } = render(<Button busy>Go</Button>);
  expect(screen.getByRole("button")).toHaveAttribute("aria-busy", "true");
  rerender(<Button disabled>Go</Button>);
  expect(screen.getByRole("button")).not.toHaveAttribute("aria-busy");
  rerender(<Button busy={false}>Go</Button>);
  expect(screen.getByRole("button")).not.toHaveAttribute("aria-busy");
  expect(screen.getByRole("button")).not.toHaveAttribute("aria-disabled");
});

test.each([{ busy: true }, { disabled: true }])(
  "a form whose button is %p is submitted neither by it nor by Enter in a field",
  async (state) => {
    const sent = jest.fn((event: FormEvent) => event.preventDefault());
    const form = (props: object) => (
      <form onSubmit={sent}>
        <input aria-label="Name" />
        <input aria-label="Place" />
        <Button type="submit" {...props}>
          Send
        </Button>
      </form>
    );
    const { rerender } = render(form({}));
    await user.type(screen.getByLabelText("Name"), "Camille{Enter}");
    expect(sent).toHaveBeenCalledTimes(1);
    rerender(form(state));
    await user.type(screen.getByLabelText("Name"), "{Enter}{Enter}");
    await user.dblClick(screen.getByRole("button"));
    await user.keyboard("{Enter} ");
    expect(sent).toHaveBeenCalledTimes(1);
    rerender(form({}));
    await user.click(screen.getByRole("button"));
    expect(sent).toHaveBeenCalledTimes(2);
  },
);

test("pressing a button without a function yet shows its tooltip", async () => {
  render(
    <TooltipProvider>
      <NotYet>
        <Button>Create Deal</Button>
      </NotYet>
    </TooltipProvider>,
  );
  const button = screen.getByRole("button");
  expect(button).not.toHaveAttribute("aria-disabled");
  await user.click(button);
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Soon");
});
