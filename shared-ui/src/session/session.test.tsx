import { getCall, limits, login, refresh } from "@souffleur/contracts";
import { act, screen, waitFor } from "@testing-library/react";
import type { RemoteModule } from "../routing.ts";
import { ok, refused, renderApp, saveSession, someUser, startApi, tokenFor } from "../testing/render-app.tsx";
import { call } from "./call.ts";
import { renewSession } from "./renewal.ts";
import { readSavedRecord, savedRecordKey, writeSavedRecord } from "./saved-record.ts";
import { signIn, signOut, startSession } from "./session.ts";
import { accessToken, renameOrganization, sessionState } from "./session-store.ts";
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

/** Opens the page with a saved session whose token expires `seconds` from now. */
async function openSaved(seconds: number, savedAt = Date.now()) {
  await open();
  writeSavedRecord({ accessToken: tokenFor(user, seconds), user, organization: null, timestamp: savedAt });
  await reload();
}

/** Lets the server renew sessions. @returns the new token */
function grantRenewals(of = user, seconds = 1800): string {
  const accessToken = tokenFor(of, seconds);
  api.answer(refresh, () => ({ data: { accessToken } }));
  return accessToken;
}

test("an unreadable record is removed", async () => {
  await open();
  localStorage.setItem(savedRecordKey, '{"accessToken":"x"}');
  await reload();
  expect(screen.getByText("nobody")).toBeVisible();
  expect(localStorage.getItem(savedRecordKey)).toBeNull();
});

test("an expired token is cleared and the session ends if the cookie can't renew it", async () => {
  api.on(refresh, () => refused("SESSION_EXPIRED", "Session expired."));
  await openSaved(-10);
  await waitFor(() => expect(screen.getByText("expired")).toBeVisible());
  expect(readSavedRecord()).toBeUndefined();
});

test.each([0, 10, limits.renewalFloorMs])(
  "a token with less than 120 s left is renewed at once, %s ms after the sign-in",
  async (agoMs) => {
    const accessToken = grantRenewals();
    await openSaved(limits.renewalLeadMs / 1000 - 20, Date.now() - agoMs);
    await waitFor(() => expect(readSavedRecord()?.accessToken).toBe(accessToken));
  },
);

test("a renewal and an event of the socket bring the organization's new name to the page and to the saved record", async () => {
  const organization = { id: "acme", name: "Acme" };
  await open({ as: user, organization });
  api.answer(refresh, () => ({
    data: { accessToken: tokenFor(user, 1800), organization: { id: "acme", name: "Éclat" } },
  }));
  await act(async () => expect(await renewSession()).toBe(true));
  expect(sessionState().organization?.name).toBe("Éclat");
  expect(readSavedRecord()).toMatchObject({
    organization: { name: "Éclat" },
    user: { organizationName: "Éclat" },
  });
  act(() => renameOrganization({ id: "elsewhere", name: "Other" }));
  expect(sessionState().organization?.name).toBe("Éclat");
  act(() => renameOrganization({ id: "acme", name: "Lueur" }));
  expect(readSavedRecord()).toMatchObject({ organization: { id: "acme", name: "Lueur" } });
  expect(sessionState().user?.organizationName).toBe("Lueur");
});

/** The date is not faked: the page would keep its difference from the server's clock in the next test. */
const fakeTimers = () =>
  jest.useFakeTimers({ doNotFake: ["Date", "nextTick", "setImmediate", "queueMicrotask"] });

test("no two renewals succeed within 30 s, whatever asks for them", async () => {
  await open({ as: user });
  grantRenewals(user, 60);
  api.on(getCall, () => ({ status: 401, body: { code: "TOKEN_EXPIRED" } }));
  await act(async () => expect(await renewSession()).toBe(true));
  fakeTimers();
  try {
    const made = Array.from({ length: 5 }, () =>
      call(getCall, { params: { callId: "one" } }).catch(() => undefined),
    );
    await waitFor(() => expect(api.callsOf(getCall)).toHaveLength(5), { interval: 1 });
    document.dispatchEvent(new Event("visibilitychange"));
    await act(() => jest.advanceTimersByTimeAsync(limits.renewalFloorMs - 2000));
    expect(api.callsOf(refresh)).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await act(() => Promise.all(made));
    expect(api.callsOf(refresh)).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

const webPage = { body: "<h1>Blocked</h1>", headers: { "Content-Type": "text/html; charset=utf-8" } };

test.each([
  ["whose connection was cut", 3, () => api.server.closeAllConnections()],
  ["that a proxy gave up", 1, () => ({ status: 504, body: "<html>Gateway Time-out</html>" })],
  ["that a restarting server refused", 1, () => ({ status: 503, body: {} })],
  ["that a company's proxy blocked", 1, () => ({ status: 403, ...webPage })],
  ["that a proxy wants a sign-in for", 1, () => ({ status: 401, ...webPage })],
])(
  "a renewal %s is tried again within two seconds, %i times",
  async (_name, times, fail) => {
    const accessToken = tokenFor(user, 1800);
    const askedAt: number[] = [];
    api.on(refresh, () => {
      askedAt.push(performance.now());
      if (askedAt.length > times) return ok(refresh, { data: { accessToken } });
      return fail() ?? { status: 502, body: {} };
    });
    await openSaved(60);
    await waitFor(() => expect(readSavedRecord()?.accessToken).toBe(accessToken));
    expect(sessionState().isAuthenticated).toBe(true);
    for (const [index, at] of askedAt.slice(1).entries())
      expect(at - (askedAt[index] ?? 0)).toBeLessThan(2500);
  },
  30_000,
);

test("a renewal that became due while the machine slept is made when it wakes", async () => {
  await openSaved(800);
  const accessToken = grantRenewals();
  const now = jest.spyOn(Date, "now");
  const real = Date.now();
  now.mockImplementation(() => real + 700_000);
  try {
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(readSavedRecord()?.accessToken).toBe(accessToken));
  } finally {
    now.mockRestore();
    // The page learns the difference from the server's clock again.
    await call(getCall, { params: { callId: "one" } }).catch(() => undefined);
  }
});

test("an expired token of a server that stays away signs nobody out, and is renewed when it is back", async () => {
  const accessToken = tokenFor(user, 900);
  let isUp = false;
  api.on(refresh, () =>
    isUp ? ok(refresh, { data: { accessToken } }) : refused("DATABASE_UNAVAILABLE", "Try again."),
  );
  await openSaved(-10);
  await waitFor(() => expect(screen.getByText("Camille")).toBeVisible());
  isUp = true;
  await waitFor(() => expect(readSavedRecord()?.accessToken).toBe(accessToken));
}, 30_000);

test("a token that the server calls invalid ends the session in all tabs, with its own message", async () => {
  await open({ as: user });
  const written = jest.spyOn(Storage.prototype, "setItem");
  api.on(getCall, () => ({ status: 401, body: { code: "TOKEN_INVALID" } }));
  await act(async () => {
    await expect(call(getCall, { params: { callId: "one" } })).rejects.toMatchObject({
      code: "TOKEN_INVALID",
    });
  });
  const ended = {
    isAuthenticated: false,
    expired: true,
    error: "Invalid authentication token. Please sign in again.",
  };
  expect(sessionState()).toMatchObject(ended);
  const [, mark = null] = written.mock.calls.findLast(([key]) => key === savedRecordKey) ?? [];
  written.mockRestore();

  saveSession(user);
  await reload();
  writeSavedRecord(undefined);
  await act(async () => {
    window.dispatchEvent(new StorageEvent("storage", { key: savedRecordKey, newValue: mark }));
    window.dispatchEvent(new StorageEvent("storage", { key: savedRecordKey, newValue: null }));
  });
  expect(sessionState()).toMatchObject(ended);
});

test("a call that is refused with nothing but TOKEN_EXPIRED is made once more with a new token", async () => {
  await open({ as: user });
  const old = readSavedRecord()?.accessToken;
  const accessToken = grantRenewals();
  api.on(getCall, ({ token }) =>
    token === old ? { status: 401, body: { code: "TOKEN_EXPIRED" } } : refused("NOT_FOUND", "No."),
  );
  await act(async () => {
    const made = call(getCall, { params: { callId: "one" } });
    await expect(made).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
  expect(api.callsOf(getCall).map(({ token }) => token)).toEqual([old, accessToken]);
});

test("a call that stays refused with TOKEN_EXPIRED is made twice, and fails with that", async () => {
  await open({ as: user });
  grantRenewals();
  api.on(getCall, () => ({ status: 401, body: { code: "TOKEN_EXPIRED" } }));
  await act(async () => {
    const made = call(getCall, { params: { callId: "one" } });
    await expect(made).rejects.toMatchObject({ code: "TOKEN_EXPIRED" });
  });
  expect([api.callsOf(getCall).length, api.callsOf(refresh).length]).toEqual([2, 1]);
});

test("concurrent renewals cause one request", async () => {
  await open({ as: user });
  grantRenewals();
  await act(() => Promise.all([renewSession(), renewSession(), renewSession()]));
  expect(api.callsOf(refresh)).toHaveLength(1);
});

test("a renewal that the server refuses ends the session", async () => {
  await open({ as: user });
  api.on(refresh, () => refused("SESSION_EXPIRED", "Session expired."));
  await act(async () => expect(await renewSession()).toBe(false));
  expect(sessionState()).toMatchObject({ isAuthenticated: false, expired: true });
});

/** Signs in from another tab, whose event has not arrived yet. @returns the token */
function signInElsewhere(as = user) {
  saveSession(as, { seconds: 700 });
  return readSavedRecord()?.accessToken;
}

test("a renewal does not undo a simultaneous sign-out in another tab", async () => {
  await open({ as: user });
  api.answer(refresh, () => {
    writeSavedRecord(undefined);
    return { data: { accessToken: tokenFor(user, 1800) } };
  });
  await act(async () => expect(await renewSession()).toBe(false));
  expect(readSavedRecord()).toBeUndefined();
  expect(screen.getByText("nobody")).toBeVisible();
});

test.each(["granted", "refused"])(
  "a renewal that is %s does not affect a simultaneous sign-in in another tab",
  async (outcome) => {
    await open({ as: user });
    const other = someUser({ id: "user-2", firstName: "Naïma" });
    let token: string | undefined;
    api.on(refresh, () => {
      token = signInElsewhere(other);
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
  "a tab that has waited for another tab's renewal adopts its token, whether it was notified or not: %s",
  async (isNotified) => {
    await open({ as: user });
    const request = async (_name: string, task: () => Promise<boolean>) => {
      signInElsewhere();
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
  grantRenewals(someUser({ id: "user-2" }));
  await act(async () => expect(await renewSession()).toBe(false));
  expect(screen.getByText("expired")).toBeVisible();
  expect(readSavedRecord()).toBeUndefined();
});

test("a renewal updates the user's role", async () => {
  await open({ as: user });
  grantRenewals({ ...user, role: "manager" });
  await act(async () => expect(await renewSession()).toBe(true));
  expect(sessionState().user).toEqual({ ...user, role: "manager" });
});

test("a clock that was set back does not delay the renewal", async () => {
  fakeTimers();
  grantRenewals();
  await openSaved(60, Date.now() + 60 * 60_000);
  await act(() => jest.advanceTimersByTimeAsync(limits.renewalFloorMs));
  jest.useRealTimers();
  await waitFor(() => expect(api.callsOf(refresh)).toHaveLength(1));
});

test("a page that is opened with an expired token, while the server is briefly unavailable, restores its session", async () => {
  const accessToken = tokenFor(user, 900);
  let asked = 0;
  api.on(refresh, () => {
    asked += 1;
    return asked === 1
      ? refused("DATABASE_UNAVAILABLE", "Try again.")
      : ok(refresh, { data: { accessToken } });
  });
  await openSaved(-10);
  await waitFor(() => expect(screen.getByText("Camille")).toBeVisible());
  expect(asked).toBe(2);
  expect(readSavedRecord()?.accessToken).toBe(accessToken);
});

test("an unreachable server does not end the session", async () => {
  await open({ as: user });
  await api.close();
  await expect(renewSession()).rejects.toMatchObject({ kind: "network" });
  expect(sessionState().isAuthenticated).toBe(true);
  api = await startApi();
});

test("signing in saves the record, and signing out clears it", async () => {
  const accessToken = tokenFor(user);
  api.answer(login, () => ({ data: { accessToken, user, organization: null } }));
  await open();
  await act(() => signIn({ email: user.email, password: "secret", rememberMe: false }));
  expect(readSavedRecord()).toMatchObject({ accessToken, user });
  await act(() => signOut());
  expect(screen.getByText("nobody")).toBeVisible();
  expect(localStorage.getItem(savedRecordKey)).toBeNull();
});

test("a failed sign-in does not affect a simultaneous sign-in in another tab", async () => {
  api.on(login, () => {
    signInElsewhere();
    window.dispatchEvent(new StorageEvent("storage", { key: savedRecordKey }));
    return refused("INVALID_CREDENTIALS", "No.");
  });
  await open();
  const tried = () => signIn({ email: user.email, password: "wrong", rememberMe: false });
  await act(async () => expect(tried()).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" }));
  expect(sessionState()).toMatchObject({ isAuthenticated: true, loading: false, error: null });
  expect(screen.getByText("Camille")).toBeVisible();
});

test("a failed sign-in is the session's error", async () => {
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

test("a session that another tab finds expired is expired here too, unless this page was signed out", async () => {
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

  saveSession(user);
  await notify("a record");
  expect(screen.getByText("Camille")).toBeVisible();
  writeSavedRecord(undefined);
  await notify(null);
  await notify("expired");
  expect(screen.getByText("nobody")).toBeVisible();
});

test("a sign-out and a sign-in in another tab are followed", async () => {
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
