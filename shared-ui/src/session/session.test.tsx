import { getCall, limits, login, refresh } from "@souffleur/contracts";
import { act, screen, waitFor } from "@testing-library/react";
import type { RemoteModule } from "../routing.ts";
import { ok, refused, renderApp, someUser, startApi, tokenFor } from "../testing/render-app.tsx";
import { call } from "./call.ts";
import { renewSession } from "./renewal.ts";
import { readSavedRecord, savedRecordKey, writeSavedRecord } from "./saved-record.ts";
import { signIn, signOut, startSession } from "./session.ts";
import { accessToken, sessionState } from "./session-store.ts";
import { useSession } from "./use-session.ts";

function WhoAmI() {
  const { user, loading, expired } = useSession();
  return <p>{loading ? "loading" : expired ? "expired" : (user?.firstName ?? "nobody")}</p>;
}
const remote: RemoteModule = { routes: [{ path: "/", Component: WhoAmI }] };
const user = someUser();

let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};

beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  stop();
  writeSavedRecord(undefined);
  await api.close();
});

async function open(options: Partial<Parameters<typeof renderApp>[1]> = {}) {
  const app = await renderApp(remote, { path: "/", ...options });
  stop = app.stop;
  return app;
}

/** Starts the session again from its storage, as a reload does. */
async function reload() {
  stop();
  await act(async () => {
    stop = startSession();
  });
}

function save(seconds: number, savedAt = Date.now()) {
  const accessToken = tokenFor(user, seconds);
  writeSavedRecord({ accessToken, user, organization: null, timestamp: savedAt });
  return accessToken;
}

test("a saved record restores the session", async () => {
  await open({ as: user });
  expect(screen.getByText("Camille")).toBeVisible();
});

test("an unreadable record is no session", async () => {
  await open();
  localStorage.setItem(savedRecordKey, '{"accessToken":"x"}');
  await reload();
  expect(screen.getByText("nobody")).toBeVisible();
  expect(localStorage.getItem(savedRecordKey)).toBeNull();
});

test("an expired token is cleared and the session ends where the cookie renews nothing", async () => {
  api.on(refresh, () => refused("SESSION_EXPIRED", "Session expired."));
  await open();
  save(-10);
  await reload();
  await waitFor(() => expect(screen.getByText("expired")).toBeVisible());
  expect(readSavedRecord()).toBeUndefined();
});

test("an expired token is renewed with the cookie of a remembered session", async () => {
  const accessToken = tokenFor(user, 900);
  api.on(refresh, () => ok(refresh, { data: { accessToken } }));
  await open();
  save(-10);
  await reload();
  await waitFor(() => expect(screen.getByText("Camille")).toBeVisible());
  expect(readSavedRecord()?.accessToken).toBe(accessToken);
});

test("a token with less than 120 s left is renewed at once", async () => {
  const accessToken = tokenFor(user, 900);
  api.on(refresh, () => ok(refresh, { data: { accessToken } }));
  await open();
  save(limits.renewalLeadMs / 1000 - 20, Date.now() - limits.renewalFloorMs);
  await reload();
  await waitFor(() => expect(readSavedRecord()?.accessToken).toBe(accessToken));
});

test("a call that is refused with TOKEN_EXPIRED is made once more with a new token", async () => {
  await open({ as: user });
  const old = readSavedRecord()?.accessToken;
  const accessToken = tokenFor(user, 1800);
  api.on(refresh, () => ok(refresh, { data: { accessToken } }));
  api.on(getCall, ({ token }) =>
    token === old ? refused("TOKEN_EXPIRED", "Expired.") : refused("NOT_FOUND", "No."),
  );
  await act(async () => {
    const made = call(getCall, { params: { callId: "one" } });
    await expect(made).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
  expect(api.callsOf(getCall).map(({ token }) => token)).toEqual([old, accessToken]);
});

test("a 401 that says TOKEN_EXPIRED and nothing else is renewed and retried, once", async () => {
  await open({ as: user });
  const old = readSavedRecord()?.accessToken;
  const accessToken = tokenFor(user, 1800);
  api.on(refresh, () => ok(refresh, { data: { accessToken } }));
  api.on(getCall, () => ({ status: 401, body: { code: "TOKEN_EXPIRED" } }));
  await act(async () => {
    const made = call(getCall, { params: { callId: "one" } });
    await expect(made).rejects.toMatchObject({
      code: "TOKEN_EXPIRED",
      message: "Your session has expired. Please sign in again.",
    });
  });
  expect(api.callsOf(getCall).map(({ token }) => token)).toEqual([old, accessToken]);
  expect(api.callsOf(refresh)).toHaveLength(1);
});

test("callers that meet an expired token together renew once", async () => {
  await open({ as: user });
  api.on(refresh, () => ok(refresh, { data: { accessToken: tokenFor(user, 1800) } }));
  await act(() => Promise.all([renewSession(), renewSession(), renewSession()]));
  expect(api.callsOf(refresh)).toHaveLength(1);
});

test("a renewal that the server refuses ends the session", async () => {
  await open({ as: user });
  api.on(refresh, () => refused("SESSION_EXPIRED", "Session expired."));
  await act(async () => expect(await renewSession()).toBe(false));
  expect(sessionState()).toMatchObject({ isAuthenticated: false, expired: true });
});

/** A change by another tab whose event has not arrived yet. */
function behindItsBack(next: { as: typeof user } | undefined) {
  const record = next && {
    accessToken: tokenFor(next.as, 700),
    user: next.as,
    organization: null,
    timestamp: Date.now(),
  };
  writeSavedRecord(record);
  return record?.accessToken;
}

test("a renewal does not undo a sign-out in another tab meanwhile", async () => {
  await open({ as: user });
  api.on(refresh, () => {
    behindItsBack(undefined);
    return ok(refresh, { data: { accessToken: tokenFor(user, 1800) } });
  });
  await act(async () => expect(await renewSession()).toBe(false));
  expect(readSavedRecord()).toBeUndefined();
  expect(screen.getByText("nobody")).toBeVisible();
});

test.each(["granted", "refused"])(
  "a renewal that is %s does not affect a sign-in in another tab meanwhile",
  async (outcome) => {
    await open({ as: user });
    const other = someUser({ id: "user-2", firstName: "Naïma" });
    let token: string | undefined;
    api.on(refresh, () => {
      token = behindItsBack({ as: other });
      return outcome === "granted"
        ? ok(refresh, { data: { accessToken: tokenFor(user, 1800) } })
        : refused("SESSION_EXPIRED", "Session expired.");
    });
    await act(async () => expect(await renewSession()).toBe(true));
    expect(readSavedRecord()).toMatchObject({ accessToken: token, user: { id: "user-2" } });
    expect(screen.getByText("Naïma")).toBeVisible();
  },
);

test.each([true, false])(
  "a tab that waited for another's renewal adopts its token, notified of it yet or not: %s",
  async (isNotified) => {
    await open({ as: user });
    const request = async (_name: string, task: () => Promise<boolean>) => {
      behindItsBack({ as: user });
      if (isNotified) window.dispatchEvent(new StorageEvent("storage", { key: savedRecordKey }));
      return task();
    };
    Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
    await act(async () => expect(await renewSession()).toBe(true));
    Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
    expect(api.callsOf(refresh)).toHaveLength(0);
    expect(sessionState().isAuthenticated).toBe(true);
  },
);

test("a renewed token of another user is not adopted", async () => {
  await open({ as: user });
  api.on(refresh, () => ok(refresh, { data: { accessToken: tokenFor(someUser({ id: "user-2" })) } }));
  await act(async () => expect(await renewSession()).toBe(false));
  expect(screen.getByText("expired")).toBeVisible();
  expect(readSavedRecord()).toBeUndefined();
});

test("a renewal brings the current role", async () => {
  await open({ as: user });
  api.on(refresh, () => ok(refresh, { data: { accessToken: tokenFor({ ...user, role: "manager" }) } }));
  await act(async () => expect(await renewSession()).toBe(true));
  expect(sessionState().user).toEqual({ ...user, role: "manager" });
});

test("a clock that was set back delays no renewal", async () => {
  // The date stays: the page learns its distance from the server's clock, and would take it to the next test.
  jest.useFakeTimers({ doNotFake: ["Date", "nextTick", "setImmediate", "queueMicrotask"] });
  api.on(refresh, () => ok(refresh, { data: { accessToken: tokenFor(user, 900) } }));
  await open();
  save(60, Date.now() + 60 * 60_000);
  await reload();
  await act(() => jest.advanceTimersByTimeAsync(limits.renewalFloorMs));
  jest.useRealTimers();
  await waitFor(() => expect(api.callsOf(refresh)).toHaveLength(1));
});

test("a page that opens while the server is briefly unreachable gets its session back", async () => {
  const accessToken = tokenFor(user, 900);
  let asked = 0;
  api.on(refresh, () => {
    asked += 1;
    return asked === 1
      ? refused("DATABASE_UNAVAILABLE", "Try again.")
      : ok(refresh, { data: { accessToken } });
  });
  await open();
  save(-10);
  await reload();
  await waitFor(() => expect(screen.getByText("Camille")).toBeVisible());
  expect(asked).toBe(2);
});

test("an unreachable server ends no session", async () => {
  await open({ as: user });
  await api.close();
  await expect(renewSession()).rejects.toMatchObject({ kind: "network" });
  expect(sessionState().isAuthenticated).toBe(true);
  api = await startApi();
});

test("signing in keeps the record, signing out clears it", async () => {
  const accessToken = tokenFor(user);
  api.on(login, () => ok(login, { data: { accessToken, user, organization: null } }));
  await open();
  await act(() => signIn({ email: user.email, password: "secret", rememberMe: false }));
  expect(readSavedRecord()).toMatchObject({ accessToken, user });
  await act(() => signOut());
  expect(screen.getByText("nobody")).toBeVisible();
  expect(localStorage.getItem(savedRecordKey)).toBeNull();
});

test("a sign-in that fails does not affect a sign-in in another tab meanwhile", async () => {
  api.on(login, () => {
    behindItsBack({ as: user });
    window.dispatchEvent(new StorageEvent("storage", { key: savedRecordKey }));
    return refused("INVALID_CREDENTIALS", "No.");
  });
  await open();
  const tried = () => signIn({ email: user.email, password: "wrong", rememberMe: false });
  await act(async () => expect(tried()).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" }));
  expect(sessionState()).toMatchObject({ isAuthenticated: true, loading: false, error: null });
  expect(screen.getByText("Camille")).toBeVisible();
});

test("a sign-in that fails is kept as the session's error", async () => {
  api.on(login, () => refused("INVALID_CREDENTIALS", "No."));
  await open();
  const tried = () => signIn({ email: user.email, password: "wrong", rememberMe: false });
  await act(async () => expect(tried()).rejects.toMatchObject({ status: 401 }));
  expect(sessionState()).toMatchObject({
    isAuthenticated: false,
    loading: false,
    user: null,
    error: "Invalid email or password. Please check your credentials and try again.",
  });
});

test("a session that another tab finds expired shows as expired here, unless this page was signed out", async () => {
  await open({ as: user });
  const notify = (newValue: string | null) =>
    act(async () => {
      window.dispatchEvent(new StorageEvent("storage", { key: savedRecordKey, newValue }));
    });
  writeSavedRecord(undefined);
  await notify("expired");
  expect(screen.getByText("expired")).toBeVisible();
  expect(accessToken()).toBeUndefined();
  await notify(null);
  expect(screen.getByText("expired")).toBeVisible();

  save(900);
  await notify("a record");
  expect(screen.getByText("Camille")).toBeVisible();
  writeSavedRecord(undefined);
  await notify(null);
  await notify("expired");
  expect(screen.getByText("nobody")).toBeVisible();
});

test("another tab's sign-out and sign-in are followed", async () => {
  await open({ as: user });
  const saved = localStorage.getItem(savedRecordKey) ?? "";
  const elsewhere = (value: string | null) => {
    if (value === null) localStorage.removeItem(savedRecordKey);
    else localStorage.setItem(savedRecordKey, value);
    window.dispatchEvent(new StorageEvent("storage", { key: savedRecordKey, newValue: value }));
  };
  act(() => elsewhere(null));
  expect(screen.getByText("nobody")).toBeVisible();
  act(() => elsewhere(saved));
  expect(screen.getByText("Camille")).toBeVisible();
});
