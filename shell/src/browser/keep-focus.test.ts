import { screen } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { keepFocus } from "./keep-focus.ts";

keepFocus();
const user = userEvent.setup({ delay: null });
/** Observers run after the code that made the change. */
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

test("a removed element leaves the focus to its nearest focusable ancestor, and Tab continues from there", async () => {
  retry().focus();
  retry().remove();
  await changed();
  expect(screen.getByRole("region", { name: "People" })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("button", { name: "Next" })).toHaveFocus();
});

test("where that ancestor is removed too, the next one has the focus", async () => {
  retry().focus();
  screen.getByRole("region", { name: "People" }).remove();
  await changed();
  expect(screen.getByRole("main")).toHaveFocus();
});

test("a focus that has been placed meanwhile stays", async () => {
  retry().focus();
  const next = screen.getByRole("button", { name: "Next" });
  next.focus();
  retry().remove();
  await changed();
  expect(next).toHaveFocus();
});

test("removing an element without the focus moves no focus", async () => {
  document.getElementById("main")?.removeAttribute("tabindex");
  retry().focus();
  await user.click(screen.getByText("Nothing to press"));
  expect(document.body).toHaveFocus();
  retry().remove();
  await changed();
  expect(document.body).toHaveFocus();
});
