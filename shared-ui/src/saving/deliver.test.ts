import { RequestError } from "@souffleur/shared-ui";
import { deliver, isTransient } from "./deliver.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const network = new RequestError("network", "No connection.");
const refusal = new RequestError("api", "No.", { code: "FORBIDDEN", status: 403 });

/** Fails so many times, and notes when each attempt is made, in ms. */
function failing(times: number, error: unknown = network) {
  const attempts: number[] = [];
  const since = Date.now();
  const send = async () => {
    attempts.push(Date.now() - since);
    if (attempts.length <= times) throw error;
    return "answer";
  };
  return { attempts, send };
}

test("an attempt is repeated after 1 s, doubling up to 10 s, until it is answered", async () => {
  const { attempts, send } = failing(6);
  const delivered = deliver(send);
  await jest.runAllTimersAsync();
  expect(await delivered).toBe("answer");
  expect(attempts).toEqual([0, 1000, 3000, 7000, 15_000, 25_000, 35_000]);
});

test("it is repeated in a hidden page, where an agent's call goes on", async () => {
  jest.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const { attempts, send } = failing(2);
  const delivered = deliver(send);
  await jest.runAllTimersAsync();
  expect(await delivered).toBe("answer");
  expect(attempts).toEqual([0, 1000, 3000]);
});

test("a refusal is thrown at once", async () => {
  const { attempts, send } = failing(9, refusal);
  await expect(deliver(send)).rejects.toBe(refusal);
  expect(attempts).toEqual([0]);
});

test("one scope is sent in the order of the calls, whatever fails, and other scopes meanwhile", async () => {
  const sent: string[] = [];
  const noted =
    (name: string, { send }: { send: () => Promise<string> }) =>
    async () => {
      const answer = await send();
      sent.push(name);
      return answer;
    };
  const deliveries = [
    deliver(noted("first", failing(2)), { scope: "a" }),
    deliver(failing(9, refusal).send, { scope: "a" }).catch(() => sent.push("refused")),
    deliver(noted("last", failing(1)), { scope: "a" }),
    deliver(noted("other", failing(0)), { scope: "b" }),
  ];
  await jest.runAllTimersAsync();
  await Promise.all(deliveries);
  expect(sent).toEqual(["other", "first", "refused", "last"]);
});

test("an abort ends the wait, and sends nothing more", async () => {
  const stop = new AbortController();
  const { attempts, send } = failing(9);
  const delivered = deliver(send, { signal: stop.signal, scope: "c" });
  await jest.advanceTimersByTimeAsync(1500);
  const next = deliver(failing(0).send, { scope: "c" });
  stop.abort("stopped");
  await expect(delivered).rejects.toBe("stopped");
  expect(attempts).toEqual([0, 1000]);
  expect(await next).toBe("answer");
  jest.runAllTimers();
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  ["no answer", network, true],
  ["an answer that is none", new RequestError("unexpected", "?"), true],
  ["a fault of the server", new RequestError("api", "?", { status: 503 }), true],
  ["too many requests", new RequestError("api", "?", { code: "RATE_LIMITED", status: 429 }), true],
  ["a proxy's timeout", new RequestError("api", "?", { status: 408 }), true],
  ["a refusal", refusal, false],
  ["an exception of our own", new TypeError("?"), false],
])("%s: another attempt may succeed: %p %p", (_name, error, expected) => {
  expect(isTransient(error)).toBe(expected);
});
