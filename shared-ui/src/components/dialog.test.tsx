import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { testPage } from "../testing/test-page.ts";
import { Dialog } from "./dialog.tsx";
import { CheckboxField, TextField } from "./field.tsx";

function Customer(props: { closesBeside?: boolean; busy?: boolean }) {
  const [open, setOpen] = useState(false);
  const [isHidden, setHidden] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Add
      </button>
      <Dialog open={open && !isHidden} title="Customer" onClose={() => setOpen(false)} {...props}>
        <TextField label="Name" />
        <CheckboxField label="Mine" />
        <button type="button" onClick={() => setHidden(true)}>
          Save
        </button>
      </Dialog>
      {isHidden && (
        <button type="button" onClick={() => setHidden(false)}>
          Without a password
        </button>
      )}
    </>
  );
}

const { open, button } = testPage({
  routes: [
    { path: "/", Component: () => null },
    { path: "/customers", Component: () => <Customer /> },
    { path: "/saving", Component: () => <Customer busy /> },
    { path: "/search", Component: () => <Customer closesBeside /> },
  ],
});

async function openDialog(path = "/customers") {
  const app = await open("/");
  await act(() => app.router.navigate(path));
  await app.user.click(button("Add"));
  return { ...app, back: () => act(() => app.router.navigate(-1)) };
}

const dialog = () => screen.queryByRole("dialog");
const question = () => screen.queryByText("Close again to discard what you typed.");

test("Escape closes a dialog in which nothing was typed", async () => {
  const { user } = await openDialog();
  await user.click(screen.getByRole("checkbox"));
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});

test("what was typed is discarded by the second Escape, and by no first one", async () => {
  const { user } = await openDialog();
  await user.type(screen.getByRole("textbox"), "Ada");
  await user.keyboard("{Escape}");
  expect(question()).toBeInTheDocument();
  await user.type(screen.getByRole("textbox"), "!");
  expect(question()).toBeNull();
  await user.keyboard("{Escape}");
  expect(screen.getByRole("textbox")).toHaveValue("Ada!");
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});

test("the question stands below what scrolls, and covers none of it", async () => {
  const { user } = await openDialog();
  await user.type(screen.getByRole("textbox"), "Ada{Escape}");
  const scroller = button("Save").closest(".body");
  expect(scroller).not.toBeNull();
  expect(scroller).not.toContainElement(question());
  expect(dialog()).toContainElement(question());
});

test("a dialog that is opened again has nothing to discard", async () => {
  const { user } = await openDialog();
  await user.type(screen.getByRole("textbox"), "Ada");
  await user.click(button("Close"));
  await user.click(button("Add"));
  await user.keyboard("{Escape}");
  expect(dialog()).toBeNull();
});

test("a dialog that gives way to another one still has something to discard", async () => {
  const { user } = await openDialog();
  await user.type(screen.getByRole("textbox"), "Ada");
  await user.click(button("Save"));
  expect(dialog()).toBeNull();
  await user.click(button("Without a password"));
  await user.keyboard("{Escape}");
  expect(question()).toBeInTheDocument();
});

test.each([
  ["what is being stored is not asked about", "/saving", true],
  ["a search closes by one Escape, whatever was typed", "/search", false],
])("%s", async (_name, path, isOpen) => {
  const { user } = await openDialog(path);
  await user.type(screen.getByRole("textbox"), "Ada");
  await user.keyboard("{Escape}");
  expect(question()).toBeNull();
  expect(dialog() !== null).toBe(isOpen);
});

test("the browser's Back discards what was typed only when it is repeated", async () => {
  const { user, back, address } = await openDialog();
  await user.type(screen.getByRole("textbox"), "Ada");
  await back();
  expect(question()).toBeInTheDocument();
  expect(screen.getByRole("textbox")).toHaveValue("Ada");
  expect(address()).toBe("/customers");
  await back();
  expect(address()).toBe("/");
});

test("another navigation, such as that of a saved form, is not stopped", async () => {
  const { user, router, address } = await openDialog();
  await user.type(screen.getByRole("textbox"), "Ada");
  await act(() => router.navigate("/"));
  expect(address()).toBe("/");
});
