import { followBuilds } from "./follow-builds.mjs";

/** A page that runs build `a`, and the updates that its server has: from one build to the next. */
function startPage(updates: Record<string, string> = {}) {
  const page = { hash: "a", reloads: 0, hasFailed: false };
  let held: Promise<void> | undefined;
  const follow = followBuilds({
    hash: () => page.hash,
    async update() {
      await held;
      const next = updates[page.hash];
      if (next === undefined) return null;
      if (next === "unusable") throw new Error("It can't be applied");
      page.hash = next;
      return [];
    },
    hasFailed: () => page.hasFailed,
    reload: () => void page.reloads++,
  });
  return {
    page,
    updates,
    built: (hash: string, more: object = {}) => follow({ hash, errors: [], ...more }),
    /** Holds updates until the returned function is called. */
    hold() {
      let go = () => {};
      held = new Promise((resolve) => {
        go = resolve;
      });
      return go;
    },
  };
}

test("two edits at once are both applied, though the page hears of the second build alone", async () => {
  const { page, built } = startPage({ a: "b", b: "c" });
  await built("c");
  expect(page).toMatchObject({ hash: "c", reloads: 0 });
});

test("a build that finishes during an update is applied after it, as is what finishes then", async () => {
  const { page, updates, built, hold } = startPage({ a: "b" });
  const release = hold();
  const first = built("b");
  updates.b = "c";
  void built("c");
  updates.c = "d";
  void built("d");
  release();
  await first;
  expect(page).toMatchObject({ hash: "d", reloads: 0 });
});

test("after a lost stream the last build alone is heard of, and reached", async () => {
  const { page, built } = startPage({ a: "b", b: "c", c: "d" });
  await built("a");
  await built("d");
  expect(page).toMatchObject({ hash: "d", reloads: 0 });
});

test("a build with errors changes nothing, and the fix is applied at once", async () => {
  const { page, updates, built } = startPage();
  await built("x", { errors: ["screen.tsx:1: ';' expected"] });
  expect(page).toMatchObject({ hash: "a", reloads: 0 });
  // The fix may be what was there before.
  await built("a");
  updates.a = "b";
  await built("b");
  expect(page).toMatchObject({ hash: "b", reloads: 0 });
});

test.each([
  ["whose build no longer exists", {}, false],
  ["that can't apply the edit", { a: "unusable" }, false],
  ["whose code has thrown", { a: "b" }, true],
])("a page %s starts anew", async (_what, updates, hasFailed) => {
  const { page, built } = startPage(updates);
  page.hasFailed = hasFailed;
  await built("b");
  expect(page).toMatchObject({ hash: "a", reloads: 1 });
});

test("a changed remote.json starts the page anew, also beside errors", async () => {
  const { page, built } = startPage();
  await built("a", { manifest: "1" });
  await built("a", { manifest: "1" });
  expect(page.reloads).toBe(0);
  await built("x", { manifest: "2", errors: ["screen.tsx:1: ';' expected"] });
  expect(page.reloads).toBe(1);
});
