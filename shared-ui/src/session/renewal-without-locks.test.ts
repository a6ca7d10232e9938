import { refresh } from "@souffleur/contracts";
import { act } from "@testing-library/react";
import { refused, someUser, startApi, tokenFor } from "../testing/render-app.tsx";
import { renewSession } from "./renewal.ts";
import { writeSavedRecord } from "./saved-record.ts";
import { accessToken, adopt, keep } from "./session-store.ts";

const user = someUser();
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => {
  api.calls.length = 0;
  jest.spyOn(console, "warn").mockImplementation(() => {});
  keep({ accessToken: tokenFor(user, 10), user, organization: null, timestamp: Date.now() });
});
afterEach(() => {
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  jest.restoreAllMocks();
  writeSavedRecord(undefined);
  adopt(undefined);
});
afterAll(() => api.close());

function installLocks(request: (name: string, task: () => unknown) => unknown): void {
  Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
}

const denied = () => new DOMException("denied", "SecurityError");

test.each<[string, () => Promise<never>]>([
  ["rejects", () => Promise.reject(denied())],
  [
    "throws",
    () => {
      throw denied();
    },
  ],
])("a browser that %s a lock renews the session without it", async (_name, request) => {
  installLocks(request);
  const renewed = tokenFor(user, 1800);
  api.answer(refresh, () => ({ data: { accessToken: renewed } }));
  await act(async () => expect(await renewSession()).toBe(true));
  expect(accessToken()).toBe(renewed);
  expect(api.callsOf(refresh)).toHaveLength(1);
});

test("a renewal that fails under its lock is not tried again without it", async () => {
  installLocks((_name, task) => task());
  api.on(refresh, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  await act(async () => {
    await expect(renewSession()).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  });
  // The two tries of one renewal, and no others without the lock.
  expect(api.callsOf(refresh)).toHaveLength(2);
});
