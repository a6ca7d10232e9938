import { screen } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { keepFocus } from "./keep-focus.ts";

keepFocus();
const user = userEvent.setup({ delay: null });
/** Mutation observers run after the code that made the change. */
const changed = () => Promise.resolve();

beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <p>Nothing to press</p>
      <section aria-label="People" tabindex="-1"><div id="list"><button>Retry</button></div></section>
      <button>Next</button>
    </main>`;
});
const retry = () => screen.getByRole("button", { name: "Retry" });

test("when an element is removed, its nearest focusable ancestor gets the focus, and Tab continues from there", async () => {
  retry().focus();
  retry().remove();
  await changed();
  expect(screen.getByRole("region", { name: "People" })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("button", { name: "Next" })).toHaveFocus();
});

test("if that ancestor is removed too, the next one gets the focus", async () => {
  retry().focus();
  screen.getByRole("region", { name: "People" }).remove();
  await changed();
  expect(screen.getByRole("main")).toHaveFocus();
});

test("a focus that was moved before the removal stays", async () => {
  retry().focus();
  const next = screen.getByRole("button", { name: "Next" });
  next.focus();
  retry().remove();
  await changed();
  expect(next).toHaveFocus();
});

test("removing an element without the focus does not move the focus", async () => {
  document.getElementById("main")?.removeAttribute("tabindex");
  retry().focus();
  await user.click(screen.getByText("Nothing to press"));
  expect(document.body).toHaveFocus();
  retry().remove();
  await changed();
  expect(document.body).toHaveFocus();
});
