import type { ActiveRelease } from "@souffleur/contracts";
import { someRelease } from "../testing/some-release.ts";
import { addressOf, applyAssetRule, installAssetHook, setAssetRules } from "./asset-rules.ts";
import { recordLoaded } from "./loaded-releases.ts";

const integrity = `sha384-${"A".repeat(64)}`;

afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
  globalThis.souffleurTimeoutScale = undefined;
});

function release(base: string): ActiveRelease {
  return someRelease("mfe-auth", "a", {
    scripts: ["routes.js"],
    styles: ["routes.css"],
    integrity: { "remoteEntry.js": integrity, "routes.js": integrity, "routes.css": integrity },
    base,
  });
}

function script(src: string): HTMLScriptElement {
  const element = document.createElement("script");
  element.src = src;
  return element;
}

function stylesheet(href: string): HTMLLinkElement {
  const element = document.createElement("link");
  element.rel = "stylesheet";
  element.href = href;
  return element;
}

test.each([
  ["on the page's origin has no CORS mode", "/remotes/mfe-auth/a/", 0, null, ""],
  [
    "of another origin is requested with CORS, which the integrity check needs",
    "https://cdn.example/mfe-auth/b/",
    0,
    "anonymous",
    "",
  ],
  ["has an address of its own in a retry", "/remotes/mfe-auth/c/", 2, null, "?r=2"],
])("a file gets its integrity from the registry, and %s", (_what, base, retry, mode, query) => {
  setAssetRules(release(base), retry);
  for (const [element, file] of [
    [script(`${base}routes.js`), "routes.js"],
    [stylesheet(`${base}routes.css`), "routes.css"],
  ] as const) {
    applyAssetRule(element);
    expect([element.integrity, element.crossOrigin]).toEqual([integrity, mode]);
    const address = new URL(`${base}${file}${query}`, location.origin).href;
    expect("src" in element ? element.src : element.href).toBe(address);
  }
});

test.each([
  ["after four seconds", undefined, "", 4000],
  ["later in a page with a timeout scale", 10, "", 40_000],
  [
    "after the server's deadline",
    undefined,
    "<script id=souffleur-registry data-timeout-ms=900></script>",
    900,
  ],
])("a chunk or stylesheet that hangs fails %s", (_, scale, page, ms) => {
  jest.useFakeTimers();
  document.body.innerHTML = page;
  globalThis.souffleurTimeoutScale = scale;
  installAssetHook();
  setAssetRules(release("/remotes/mfe-auth/d/"), 0);
  const hanging = [stylesheet("/remotes/mfe-auth/d/routes.css"), script("/remotes/mfe-auth/d/routes.js")];
  const loaded = stylesheet("/remotes/mfe-auth/d/routes.css");
  const failed = jest.fn();
  for (const element of [...hanging, loaded]) {
    globalThis.souffleurAsset?.(element);
    element.addEventListener("error", () => failed(element));
  }
  loaded.dispatchEvent(new Event("load"));
  jest.advanceTimersByTime(ms - 1);
  expect(failed).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(failed.mock.calls).toEqual(hanging.map((element) => [element]));
});

test("the integrity of the last replaced release is kept for files that are still being loaded", () => {
  const releases = ["e", "f", "g"].map((version) => release(`/remotes/mfe-auth/${version}/`));
  for (const [at, one] of releases.entries()) {
    setAssetRules(one, 0);
    recordLoaded({ ...one, version: String(at) });
  }
  const chunks = releases.map(({ base }) => script(`${base}routes.js`));
  for (const chunk of chunks) applyAssetRule(chunk);
  expect(chunks.map((chunk) => chunk.integrity || undefined)).toEqual([undefined, integrity, integrity]);
});

test("a replaced release leaves no stylesheet behind but those that the new one has too", () => {
  const base = "/remotes/mfe-styled/by-hash/";
  const styled = (version: string, styles: string[]) => someRelease("mfe-styled", version, { styles, base });
  const kept = stylesheet(`${base}kept.css`);
  document.body.append(kept, stylesheet(`${base}old.css`), stylesheet(`${base}old.css?r=1`));
  recordLoaded(styled("a", ["kept.css", "old.css"]));
  expect(document.querySelectorAll("link")).toHaveLength(3);
  recordLoaded(styled("b", ["kept.css", "new.css"]));
  expect([...document.querySelectorAll("link")]).toEqual([kept]);
});

test("a file that belongs to no release is not changed", () => {
  const other = script("/somewhere/else.js");
  applyAssetRule(other);
  expect(other.integrity).toBeFalsy();
});

test("a file's address is absolute", () => {
  expect(addressOf(release("/remotes/mfe-auth/a/"), "x.js")).toBe(
    `${location.origin}/remotes/mfe-auth/a/x.js`,
  );
});
