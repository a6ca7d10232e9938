import { createHash } from "node:crypto";
import { type ActiveRelease, PageRegistry, type Registry } from "@souffleur/contracts";
import { manifestAt } from "../../testing/built-remotes.ts";
import { createPage } from "./page.ts";

const html = `<!doctype html><html><head><script>theme();</script>
<script type="application/json" id="souffleur-registry"></script>
<script defer src=/assets/shell.js></script></head><body></body></html>`;

const integrity = `sha384-${"A".repeat(64)}`;
const registry: Registry = {
  schema: 1,
  remotes: Object.fromEntries(
    ["mfe-auth", "mfe-dashboard"].map((name) => [
      name,
      {
        name,
        version: "0123456789abcdef",
        global: name.replaceAll("-", "_"),
        entry: "entry.js",
        scripts: ["routes.js"],
        styles: ["routes.css"],
        integrity: { "entry.js": integrity },
        contract: {
          "shared-ui": "0.1.0",
          contracts: "0.1.0",
          react: "19",
          router: "7",
          query: "</script>$&",
        },
        base: `/remotes/${name}/0123456789abcdef/`,
      },
    ]),
  ),
};

const inlined = (page: string): unknown => {
  const text = /id="souffleur-registry">(.*?)<\/script>/s.exec(page)?.[1];
  return JSON.parse(text ?? "");
};

test("the registry is in the page, whatever characters it contains", () => {
  const page = createPage(html).render("/login", registry);
  expect(inlined(page)).toEqual(registry);
});

test("the timeout of a remote's files is in the page where one is set", () => {
  const page = createPage(html, 900).render("/login", registry);
  expect(page).toContain('data-timeout-ms="900" id="souffleur-registry">');
  expect(inlined(page)).toEqual(registry);
  expect(createPage(html).render("/login", registry)).not.toContain("data-timeout-ms");
});

test("it lists the files of the page's remotes and of the first in the navigation alone", () => {
  const added = Array.from({ length: 6 }, (_, at): ActiveRelease => {
    const manifest = manifestAt(`/team-${at}`, { navigation: { order: at + 50, icon: "deal" } });
    return { ...elsewhere("mfe-auth", "/remotes/"), name: `mfe-team-${at}`, manifest };
  });
  const remotes = Object.fromEntries(
    [...Object.values(registry.remotes), ...added].map((one) => [one.name, one]),
  );
  const [canary] = added.slice(4);
  if (canary === undefined) throw new Error("no release");
  const canaries = { [canary.name]: { share: 10, release: canary } };
  const inPage = (pathname: string) =>
    PageRegistry.parse(inlined(createPage(html).render(pathname, { ...registry, remotes, canaries })));
  const withFiles = (pathname: string) =>
    Object.values(inPage(pathname).remotes).flatMap((release) => ("entry" in release ? [release.name] : []));
  // The specification's remotes are in the navigation too; two of them are not released here.
  expect(withFiles("/login")).toEqual(["mfe-auth", "mfe-dashboard"]);
  expect(withFiles("/team-5")).toEqual(["mfe-auth", "mfe-dashboard", "mfe-team-5"]);
  const { name, version, manifest } = canary;
  expect(inPage("/login").canaries).toEqual({ [name]: { share: 10, release: { name, version, manifest } } });
});

/** The files that a part of the page preloads. */
const preloaded = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="(\w+)" href="([^"]+)"/g)].map(([, as, href]) => [as, href]);
const filesOf = (name: string) => {
  const base = `/remotes/${name}/0123456789abcdef/`;
  return [
    ["script", `${base}entry.js`],
    ["script", `${base}routes.js`],
    ["style", `${base}routes.css`],
  ];
};

test.each(["/login", "/register", "/verify-email"])("%s preloads the public pages' files", (path) => {
  const page = createPage(html).render(path, registry);
  expect(preloaded(page)).toEqual(filesOf("mfe-auth"));
  expect(page).not.toContain("<template");
});

test.each(["/dashboard", "/", "/nowhere"])(
  "%s has the preload tags for signed-in and signed-out users in templates",
  (path) => {
    const page = createPage(html).render(path, registry);
    const held = (id: string) =>
      preloaded(new RegExp(`<template id="${id}">(.*?)</template>`).exec(page)?.[1] ?? "");
    expect(held("souffleur-signed-in")).toEqual(filesOf("mfe-dashboard"));
    expect(held("souffleur-signed-out")).toEqual(filesOf("mfe-auth"));
    expect(preloaded(page)).toHaveLength(6);
  },
);

test("a preload tag has the file's integrity", () => {
  expect(createPage(html).render("/login", registry)).toContain(`entry.js" integrity="${integrity}">`);
});

test("an unreleased remote is not preloaded", () => {
  const page = createPage(html).render("/analytics", registry);
  expect(preloaded(page)).toEqual(filesOf("mfe-auth"));
});

test("the policy gets the hash of the inline script alone", () => {
  const hash = createHash("sha256").update("theme();").digest("base64");
  expect(createPage(html).scriptSources).toEqual([`'sha256-${hash}'`]);
});

test("a page without an element for the registry is refused", () => {
  expect(() => createPage("<html></html>")).toThrow("no element for the registry");
});

const elsewhere = (name: string, base: string) => {
  const release = registry.remotes[name];
  if (release === undefined) throw new Error("no release");
  return { ...release, base };
};

/** The registry's dashboard with another screen. */
const bringing = (screenPath: string, access: string): ActiveRelease => ({
  ...elsewhere("mfe-dashboard", "/remotes/mfe-dashboard/0123456789abcdef/"),
  manifest: manifestAt(screenPath, { access }),
});
const brings = (screenPath: string, access: string): Registry => ({
  ...registry,
  remotes: { ...registry.remotes, "mfe-dashboard": bringing(screenPath, access) },
});

test("a screen of a manifest is preloaded at its path, with parameters too", () => {
  const page = createPage(html);
  expect(preloaded(page.render("/deals", brings("/deals", "public")))).toEqual(filesOf("mfe-dashboard"));
  expect(preloaded(page.render("/deals/7", brings("/deals/:dealId", "public")))).toEqual(
    filesOf("mfe-dashboard"),
  );
  expect(preloaded(page.render("/deals", brings("/deals", "session")))).toEqual([
    ...filesOf("mfe-dashboard"),
    ...filesOf("mfe-auth"),
  ]);
});

test("a screen that only a canary has is not preloaded", () => {
  const canaries = { "mfe-dashboard": { share: 10, release: bringing("/deals", "session") } };
  expect(preloaded(createPage(html).render("/deals", { ...registry, canaries }))).toEqual(
    filesOf("mfe-auth"),
  );
});

test("a remote with a canary is not preloaded", () => {
  const canaries = { "mfe-auth": { share: 10, release: elsewhere("mfe-auth", "/remotes/mfe-auth/0/") } };
  expect(createPage(html).render("/login", { ...registry, canaries })).not.toContain("preload");
});
