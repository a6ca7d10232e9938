import { expect, type Locator, type Page } from "playwright/test";

/** How a person operates a page: the same journey is walked with a mouse and with a keyboard alone. */
export interface InputMethod {
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option of a list by its label. */
  choose(list: Locator, label: string): Promise<void>;
  tick(box: Locator): Promise<void>;
}

export const mouse: InputMethod = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  choose: async (list, label) => void (await list.selectOption({ label })),
  tick: (box) => box.check(),
};

/** More than any screen has stops, so that what can't be reached ends the search. */
const stopsMax = 120;

export const keyboard: InputMethod = {
  async press(control) {
    await walkTo(control);
    await control.page().keyboard.press("Enter");
  },
  async type(field, text) {
    await walkTo(field);
    await field.pressSequentially(text);
  },
  async choose(list, label) {
    await walkTo(list);
    await pressInOneGo(list.page(), label);
    await expect(list.getByRole("option", { name: label, exact: true })).toHaveJSProperty("selected", true);
  },
  async tick(box) {
    await walkTo(box);
    await box.press("Space");
    await expect(box).toBeChecked();
  },
};

/**
 * Presses keys as one sequence. A sequence has a second from key to key, and a busy page may take that long to acknowledge
 * one: so the next is not pressed after the acknowledgement, but at once.
 */
export async function pressInOneGo(page: Page, keys: string): Promise<void> {
  await Promise.all([...keys].map((key) => page.keyboard.press(key)));
}

/**
 * Moves the focus there by Tab, in a menu by the arrow, as a keyboard's user does; the focus must be seen on arrival.
 * @throws where the focus never gets there.
 */
export async function walkTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const page = target.page();
  const inMenu = await target.evaluate((element) => element.closest("[role=menu]") !== null);
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectFocusIsSeen(target);
      return;
    }
    await page.keyboard.press(inMenu ? "ArrowDown" : "Tab");
  }
  throw new Error(`The keyboard does not reach ${target}`);
}

/** Two pixels round what has the focus; in a menu the row is filled instead. */
async function expectFocusIsSeen(target: Locator): Promise<void> {
  const seen = await target.evaluate((element) => {
    if (element.hasAttribute("data-highlighted")) return true;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    // `auto` is the browser's own ring.
    return outlineStyle === "auto" || (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2);
  });
  expect(seen, "the focus is seen").toBe(true);
}
