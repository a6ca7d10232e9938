import { screen } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { keepFocus } from "./keep-focus.ts";

keepFocus();
const user = userEvent.setup({ delay: null });
/** An observer hears of a change after the code that made it. */
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

test("what goes away with the focus leaves it to the nearest place around it, and Tab goes on from there", async () => {
  retry().focus();
  retry().remove();
  await changed();
  expect(screen.getByRole("region", { name: "People" })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("button", { name: "Next" })).toHaveFocus();
});

test("where the place goes too, the one around it has the focus", async () => {
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

test("what has not the focus any more takes it nowhere", async () => {
  document.getElementById("main")?.removeAttribute("tabindex");
  retry().focus();
  await user.click(screen.getByText("Nothing to press"));
  expect(document.body).toHaveFocus();
  retry().remove();
  await changed();
  expect(document.body).toHaveFocus();
});
