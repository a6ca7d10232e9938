import type { Endpoint } from "@souffleur/contracts";
import { configure, getConfig } from "@testing-library/react";

/** The characters of a value that a message shows. */
const shownMax = 200;

/** @throws Error with the path and the value of each mistake, where no server of the contract would send this body */
export function requireContract({ method, path, data, top }: Endpoint, body: object): void {
  // What arrives: without members that are undefined, and with dates as text.
  const { data: own, ...rest } = JSON.parse(JSON.stringify(body));
  const mistakes = [
    ...mistakesIn(top.safeParse(rest), rest, []),
    ...mistakesIn(data.safeParse(own), own, ["data"]),
  ];
  if (mistakes.length === 0) return;
  throw new Error(`The fake answer of ${method} ${path} breaks its contract:\n${mistakes.join("\n")}`);
}

type Parsed = ReturnType<Endpoint["data"]["safeParse"]>;

function mistakesIn({ error }: Parsed, given: unknown, place: PropertyKey[]): string[] {
  return (error?.issues ?? []).map(({ path, message }) => {
    const value = path.reduce<unknown>(
      (at, key) => (at as Record<PropertyKey, unknown> | null)?.[key],
      given,
    );
    const shown = (JSON.stringify(value) ?? "undefined").slice(0, shownMax);
    return `${[...place, ...path].map(String).join(".")} is ${shown}: ${message}`;
  });
}

let fail = (_error: unknown): void => {};
let failed: { error: unknown; isSeen: boolean } | undefined;
let failure = nextFailure();

/** Ends what the current test waits for with this error of a fake server, where it would otherwise wait in vain. */
export function failTest(error: unknown): void {
  failed ??= { error, isSeen: false };
  fail(error);
}

function nextFailure(): Promise<never> {
  const promise = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  promise.catch(() => {
    // A test that waits for nothing fails at its end.
  });
  return promise;
}

const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (wait) =>
    asyncWrapper(() =>
      Promise.race([
        failure.catch((error: unknown) => {
          if (failed !== undefined) failed.isSeen = true;
          throw error;
        }),
        wait(),
      ]),
    ),
});

afterEach(() => {
  const last = failed;
  failed = undefined;
  failure = nextFailure();
  if (last?.isSeen === false) throw last.error;
});
