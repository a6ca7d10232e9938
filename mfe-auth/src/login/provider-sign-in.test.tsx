import { login } from "@souffleur/contracts";
import { findProvider } from "@souffleur/contracts/sso";
import { deferred, ok, refused } from "@souffleur/shared-ui/testing";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { api, button, open, putWithoutEvent } from "../testing/page.ts";
import OtherSignIns from "./other-sign-ins.tsx";

const email = () => screen.getByLabelText("Email");
const password = () => screen.getByLabelText("Password");
const offer = () => screen.queryByRole("button", { name: "Use single sign-on" });
const offered = () => screen.findByRole("button", { name: "Use single sign-on" });
const asked = () => api.callsOf(findProvider).map(({ query }) => query.toString());

/** Of these domains alone people sign in at a provider. */
const lead = (...domains: string[]) =>
  api.answer(findProvider, ({ query }) => ({
    data: { hasProvider: domains.includes(query.get("domain") ?? "") },
  }));

test("once the address is left, its domain alone is asked about, once; the button leads to the provider", async () => {
  lead("corp.example");
  api.on(login, () => refused("SSO_UNAVAILABLE", "Your organization's sign-in can't be reached."));
  const app = await open("/login");
  await app.user.type(email(), "Ada@Corp.example");
  expect(asked()).toEqual([]);
  await app.user.tab();
  expect(password()).toHaveFocus();
  await offered();
  expect(password()).toHaveFocus();
  await app.user.click(email());
  await app.user.click(password());
  expect(asked()).toEqual(["domain=corp.example"]);
  await app.user.type(password(), "Secret-123");
  await app.user.click(await offered());
  expect(await screen.findByRole("alert")).toHaveTextContent("can't be reached");
  const sent = { email: "Ada@Corp.example", password: "", rememberMe: false };
  expect(api.callsOf(login).map(({ body }) => body)).toEqual([sent]);
});

test("no password is missed where there is a provider: Enter leads to it, too; unless the server wants one after all", async () => {
  lead("corp.example");
  api.on(login, () => refused("VALIDATION_ERROR", "Password is required", { field: "password" }));
  const app = await open("/login");
  // Sent from the address, before anything is known of it.
  await app.user.type(email(), "ada@corp.example{Enter}");
  expect(await screen.findByText("Password is required")).toBeVisible();
  expect(api.callsOf(login)).toHaveLength(0);
  await offered();
  expect(screen.queryByText("Password is required")).not.toBeInTheDocument();
  await app.user.tab();
  expect(screen.queryByText("Password is required")).not.toBeInTheDocument();
  await app.user.type(password(), "{Enter}");
  expect(await screen.findByText("Password is required")).toBeVisible();
  expect(api.callsOf(login)).toHaveLength(1);
});

test("an answer counts for the address that is in the field, whatever was asked meanwhile", async () => {
  const slow = deferred();
  api.on(findProvider, async ({ query }) => {
    const domain = query.get("domain");
    if (domain === "slow.example") await slow.promise;
    return ok(findProvider, { data: { hasProvider: domain !== "none.example" } });
  });
  const app = await open("/login");
  const write = async (address: string) => {
    await app.user.clear(email());
    await app.user.type(email(), address);
    await app.user.tab();
  };
  await write("ada@slow.example");
  await write("ada@none.example");
  await waitFor(() => expect(asked()).toHaveLength(2));
  slow.resolve();
  await write("ada@corp.example");
  await offered();
  // While it is typed, too.
  await app.user.type(email(), "x");
  expect(offer()).not.toBeInTheDocument();
  await app.user.type(email(), "{Backspace}");
  await offered();
  await write("ada@none.example");
  expect(offer()).not.toBeInTheDocument();
  await write("ada@slow.example");
  await offered();
  await write("ada@corp");
  expect(offer()).not.toBeInTheDocument();
  expect(asked()).toEqual(["slow", "none", "corp"].map((name) => `domain=${name}.example`));
});

test.each([
  [
    "is filled by the browser while another field has the focus",
    () => fireEvent.input(email(), { target: { value: "ada@corp.example" } }),
  ],
  [
    "is put in without an event, when another field gets the focus",
    () => {
      putWithoutEvent(email(), "ada@corp.example");
      act(() => screen.getByLabelText("Remember me").focus());
    },
  ],
  [
    "is pasted, and the page is left for another window",
    () => {
      act(() => email().focus());
      fireEvent.input(email(), { target: { value: "ada@corp.example" } });
      fireEvent.blur(email());
    },
  ],
])("an address that %s is looked up", async (_how, fill) => {
  lead("corp.example");
  await open("/login");
  act(() => password().focus());
  fill();
  await offered();
});

test("an address that was left before the button's file had arrived is looked up", async () => {
  lead("corp.example");
  render(
    <form>
      <input name="email" aria-label="Email" defaultValue="ada@corp.example" />
      <input name="password" aria-label="Password" ref={(field) => field?.focus()} />
      <OtherSignIns
        rememberMe={() => false}
        enter={async () => {}}
        showNotice={() => {}}
        onLed={() => {}}
        disabled={false}
      />
    </form>,
  );
  await offered();
});

test.each([
  ["refused", () => refused("RATE_LIMITED", "")],
  ["of another version", () => ({ status: 200, body: { success: true }, breaksContract: true as const })],
])("an answer that is %s stays silent, and the next leaving asks again", async (_what, reply) => {
  api.on(findProvider, reply);
  const app = await open("/login");
  await app.user.type(email(), "ada@corp.example");
  await app.user.tab();
  await waitFor(() => expect(asked()).toHaveLength(1));
  lead("corp.example");
  await waitFor(async () => {
    await app.user.click(email());
    await app.user.tab();
    expect(offer()).toBeInTheDocument();
  });
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("offline the sign-in is as it is for all others", async () => {
  const app = await open("/login");
  await api.close();
  await app.user.type(email(), "ada@corp.example");
  await app.user.tab();
  await app.user.tab();
  expect(await screen.findByText("Password is required")).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(button("Sign In")).not.toHaveAttribute("aria-disabled");
});
