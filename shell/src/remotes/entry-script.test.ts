import { runEntry, runFirstEntry } from "./entry-script.ts";

const [early, other] = ["https://cdn.example/a/entry.js", "https://cdn.example/b/entry.js"];

/** Preloads an entry as the server's page does for its first screen. */
function preload(href: string): void {
  const link = Object.assign(document.createElement("link"), { rel: "preload", href });
  link.setAttribute("as", "script");
  document.head.append(link);
}

/** Completes the requests for scripts, since jsdom makes none. @returns their addresses */
async function answer(running: Promise<void>): Promise<string[]> {
  const scripts = [...document.head.querySelectorAll("script")];
  for (const script of scripts) script.dispatchEvent(new Event("load"));
  await running;
  return scripts.map(({ src }) => src);
}

afterEach(() => {
  document.head.replaceChildren();
});

test("an entry that ran early is not loaded again by the first request, but by the next one", async () => {
  preload(early);
  runFirstEntry();
  expect(await answer(runEntry(early))).toEqual([early]);
  expect(await answer(runEntry(early))).toEqual([early]);
});

test("an entry that ran early runs again if the first request was for another, which may overwrite its variable", async () => {
  preload(early);
  runFirstEntry();
  expect(await answer(runEntry(other))).toEqual([early, other]);
  expect(await answer(runEntry(early))).toEqual([early]);
});
