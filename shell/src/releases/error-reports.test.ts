import type { ActiveRelease, BrowserErrorReport } from "@souffleur/contracts";
import { createErrorReports } from "./error-reports.ts";

const origin = "https://app.example";
const admin = release("mfe-admin", "/remotes/mfe-admin/by-hash/");

function release(name: string, base: string, version = "a1"): ActiveRelease {
  return { name, version, base } as ActiveRelease;
}

/** An error with this stack, in Chrome's format. */
function thrown(frames: string[], message = "broken"): Error {
  const error = new TypeError(message);
  error.stack = [`TypeError: ${message}`, ...frames.map((frame) => `    at f (${frame}:1:2)`)].join("\n");
  return error;
}
const inShell = `${origin}/assets/shell.js`;
const inAdmin = `${origin}/remotes/mfe-admin/by-hash/routes.js`;
const inExtension = "chrome-extension://abc/content.js";

let sent: BrowserErrorReport[];
let reports: ReturnType<typeof createErrorReports>;
beforeEach(() => {
  sent = [];
  reports = createErrorReports({ send: (report) => sent.push(report), screen: () => "/admin/users", origin });
});

test("an error belongs to the remote whose file is in its stack, and is reported with our own frames only", () => {
  reports.report(thrown([inShell, inExtension, inAdmin]), [admin]);
  expect(sent).toEqual([
    {
      remote: "mfe-admin",
      version: "a1",
      screen: "/admin/users",
      name: "TypeError",
      message: "broken",
      stack: `    at f (${inShell}:1:2)\n    at f (${inAdmin}:1:2)`,
    },
  ]);
});

test("a file of another host belongs to the remote that was loaded from there", () => {
  const auth = release("mfe-auth", "https://cdn.example/mfe-auth/by-hash/");
  reports.report(thrown(["https://cdn.example/mfe-auth/by-hash/x.js"]), [admin, auth]);
  expect(sent).toMatchObject([{ remote: "mfe-auth", stack: expect.stringContaining("cdn.example") }]);
});

test("an error without a remote's file belongs to the shell, unless the remote is known", () => {
  reports.report(thrown([inShell]), [admin]);
  reports.report(
    thrown([inShell], "another"),
    [admin],
    release("mfe-auth", "/remotes/mfe-auth/by-hash/", "b2"),
  );
  expect(sent.map(({ remote, version }) => [remote, version])).toEqual([
    ["shell", undefined],
    ["mfe-auth", "b2"],
  ]);
});

test("errors of extensions and of remotes in development are not reported", () => {
  reports.report(thrown([inExtension]), [admin]);
  reports.report(thrown([]), [admin], release("mfe-auth", "http://localhost:4101/", "dev"));
  expect(sent).toEqual([]);
});

test("an error is reported once, and at most ten errors per page", () => {
  const error = thrown([inAdmin]);
  // First by the error boundary, and then by React.
  reports.report(error, [admin], admin);
  reports.report(error, [admin]);
  // The same error, thrown again.
  reports.report(thrown([inAdmin]), [admin]);
  expect(sent).toHaveLength(1);
  for (let n = 0; n < 20; n++) reports.report(thrown([inAdmin], `broken ${n}`), [admin]);
  expect(sent).toHaveLength(10);
});

test("any thrown value is reported within the limits", () => {
  reports.report("just text", []);
  reports.report(undefined, []);
  reports.report(Object.assign(new Error("x"), { message: {}, stack: 7 }), []);
  reports.report(
    thrown(
      Array.from({ length: 500 }, () => inAdmin),
      "m".repeat(1000),
    ),
    [],
  );
  expect(
    sent.map(({ message, stack }) => [message.slice(0, 20), message.length <= 500, stack.length <= 8000]),
  ).toEqual([
    ["just text", true, true],
    ["undefined", true, true],
    ["m".repeat(20), true, true],
  ]);
});
