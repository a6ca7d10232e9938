import { clearRemoteOverride } from "@souffleur/contracts";
import { startSession } from "@souffleur/shared-ui";
import { refused, saveSession, someUser, startApi } from "@souffleur/shared-ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DevelopmentPanel } from "./development-panel.tsx";
import { formerOverrides, keepOverrides } from "./former-overrides.ts";

/** The streams of development servers, which jsdom does not have. */
class Stream {
  static readonly CLOSED = 2;
  static readonly opened: Stream[] = [];
  readyState = 1;
  onopen?: () => void;
  onerror?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor(readonly url: string) {
    Stream.opened.push(this);
  }
  close() {}
}

const [admin, deals] = [
  { remote: "mfe-admin", address: "http://127.0.0.1:4100" },
  { remote: "mfe-deals", address: "http://127.0.0.1:4200" },
] as const;
const user = someUser();

let api: Awaited<ReturnType<typeof startApi>>;
let stop: () => void;
beforeAll(async () => {
  Object.assign(globalThis, { EventSource: Stream });
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  localStorage.clear();
  Stream.opened.length = 0;
  saveSession(user);
  await act(async () => {
    stop = startSession();
  });
});
afterEach(() => stop());

const rowOf = (remote: string) => within(screen.getByText(remote).closest("div") as HTMLElement);
const announce = (address: string, build: object) =>
  act(() => {
    const stream = Stream.opened.find(({ url }) => url === `${address}/@dev/builds`);
    stream?.onmessage?.({ data: JSON.stringify({ errors: [], problems: [], ...build }) });
  });

test("each replaced remote is listed with its state, and is switched off alone", async () => {
  render(<DevelopmentPanel overrides={[admin, deals]} />);
  await announce(admin.address, { name: "mfe-admin", errors: ["src/users.tsx(3,1): ';' expected"] });
  await announce(deals.address, { name: "mfe-deals" });
  expect(rowOf("mfe-admin").getByRole("status")).toHaveTextContent("does not compile");
  expect(screen.getByText("src/users.tsx(3,1): ';' expected")).toBeVisible();
  expect(rowOf("mfe-deals").getByRole("status")).toHaveTextContent("your machine");

  await announce(admin.address, { name: "mfe-admin", problems: ["mfe-admin/remote.json: It has menus"] });
  expect(rowOf("mfe-admin").getByRole("status")).toHaveTextContent("remote.json is wrong");
  expect(screen.getByText("mfe-admin/remote.json: It has menus")).toBeVisible();

  const cleared = jest.fn();
  api.on(clearRemoteOverride, ({ query }) => {
    cleared(query.get("remote"));
    return refused("ORIGIN_FORBIDDEN", "Not from here");
  });
  await userEvent.click(screen.getByRole("button", { name: "Switch off mfe-deals" }));
  // What could not be switched off stays, with the reason.
  expect(await rowOf("mfe-deals").findByText("Not from here")).toBeVisible();
  expect(cleared).toHaveBeenCalledWith("mfe-deals");
});

test("what throws in an update is shown with its message", async () => {
  render(<DevelopmentPanel overrides={[admin]} />);
  const detail = { bundle: "mfe-admin", error: new Error("No such column") };
  act(() => void window.dispatchEvent(new CustomEvent("souffleur-failure", { detail })));
  await waitFor(() => expect(rowOf("mfe-admin").getByRole("status")).toHaveTextContent("has failed"));
  expect(screen.getByText(/No such column/)).toBeVisible();
});

test("what a user had replaced is offered in the next session, to this user alone, and can be forgotten", async () => {
  keepOverrides("somebody else", [deals]);
  render(<DevelopmentPanel overrides={[admin]} />).unmount();
  expect(formerOverrides(user.id)).toEqual([admin]);
  // The next session's page replaces nothing.
  render(<DevelopmentPanel overrides={[]} />);
  expect(screen.getByRole("complementary")).not.toHaveTextContent("mfe-deals");
  expect(screen.getByRole("button", { name: "Replace mfe-admin again" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Forget mfe-admin" }));
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
  expect(formerOverrides(user.id)).toEqual([]);
});
