import { runEntry, runFirstEntry } from "./entry-script.ts";

const [early, other] = ["https://cdn.example/a/entry.js", "https://cdn.example/b/entry.js"];

/** As the server's page names the entry of its first screen. */
function preload(href: string): void {
  const link = Object.assign(document.createElement("link"), { rel: "preload", href });
  link.setAttribute("as", "script");
  document.head.append(link);
}

/** The scripts that are asked for now; jsdom fetches none. */
const asked = () => [...document.head.querySelectorAll("script")];

/** Answers what is asked for, as the network does. */
async function answer(running: Promise<void>): Promise<string[]> {
  const scripts = asked();
  for (const script of scripts) script.dispatchEvent(new Event("load"));
  await running;
  return scripts.map(({ src }) => src);
}

afterEach(() => {
  document.head.replaceChildren();
});

test("an entry that ran early is not loaded again by the first request, but by the next", async () => {
  preload(early);
  runFirstEntry();
  expect(await answer(runEntry(early))).toEqual([early]);
  expect(await answer(runEntry(early))).toEqual([early]);
});

test("an entry that ran early runs again where the first request was for another: its variable may be overwritten", async () => {
  preload(early);
  runFirstEntry();
  expect(await answer(runEntry(other))).toEqual([early, other]);
  expect(await answer(runEntry(early))).toEqual([early]);
});
