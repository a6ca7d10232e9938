import { createHash } from "node:crypto";
import {
  type ActiveRelease,
  manifestsOf,
  type PageRegistry,
  type PageRelease,
  type Registry,
  type RemoteOverride,
  type RouteEntry,
  remotesAhead,
  screenAt,
  screensOf,
} from "@souffleur/contracts";
import type { RemotePreview } from "@souffleur/contracts/previews";

/** The shell's HTML as a template. */
export interface Page {
  /** The page at a path, with the registry, the preload tags of its first screen, and the browser's overrides and preview. */
  render(
    pathname: string,
    registry: Registry,
    overrides?: readonly RemoteOverride[],
    preview?: RemotePreview,
  ): string;
  /** Hashes of the page's inline scripts, for the content-security policy. */
  scriptSources: readonly string[];
}

const registryElement = /<script\b[^>]*\bid="?souffleur-registry"?[^>]*><\/script>/;
const inlineScript = /<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * @param fileTimeoutMs the timeout of each file of a remote; by default the shell's own
 * @throws where the HTML has no place for the registry
 */
export function createPage(html: string, fileTimeoutMs?: number): Page {
  if (!registryElement.test(html)) throw new Error("The shell's index.html has no element for the registry");
  const timeout = fileTimeoutMs === undefined ? "" : ` data-timeout-ms="${fileTimeoutMs}"`;
  return {
    scriptSources: [...html.matchAll(inlineScript)].map(
      ([, source]) =>
        `'sha256-${createHash("sha256")
          .update(source ?? "")
          .digest("base64")}'`,
    ),
    render(pathname, registry, overrides = [], preview) {
      const data =
        dataElement("souffleur-registry", pageRegistry(pathname, registry), timeout) +
        (overrides.length === 0 ? "" : dataElement("souffleur-overrides", overrides)) +
        (preview === undefined ? "" : dataElement("souffleur-preview", preview));
      // A function: a replacement string would read `$&` in the data.
      return html.replace(registryElement, () => data + preloads(pathname, registry));
    },
  };
}

/** The first screen of a signed-in user at a path; all paths with the same first screen get the same page. */
export function firstScreen(pathname: string, registry: Registry): RouteEntry | undefined {
  const screens = screensOf(manifestsOf(registry));
  return screenAt(screens, pathname) ?? canaryScreen(registry, pathname) ?? screenAt(screens, "/dashboard");
}

/** The registry with the files of the first screen, of likely next screens, and of remotes that are prefetched. */
function pageRegistry(pathname: string, registry: Registry): PageRegistry {
  const { remotes, canaries, previous } = registry;
  const screens = screensOf(manifestsOf(registry));
  const next = ["/login", "/dashboard"].map((path) => screenAt(screens, path));
  const opened = [firstScreen(pathname, registry), ...next].map((screen) => screen?.remote);
  const wanted = new Set([...opened, ...remotesAhead(screens)]);
  const listed = (release: ActiveRelease): PageRelease => {
    const { name, version, manifest } = release;
    return wanted.has(name) ? release : { name, version, manifest };
  };
  return {
    ...registry,
    remotes: mapValues(remotes, listed),
    ...(canaries && {
      canaries: mapValues(canaries, ({ share, release }) => ({ share, release: listed(release) })),
    }),
    ...(previous && {
      previous: Object.fromEntries(Object.entries(previous).filter(([name]) => wanted.has(name))),
    }),
  };
}

function mapValues<From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}

/**
 * Preload tags of the first screen's files. Only the browser knows whether a user is signed in: for a protected path the
 * page has the tags of that screen and of the sign-in screen in inert templates, and a script of the page picks one.
 */
function preloads(pathname: string, registry: Registry): string {
  const asked = firstScreen(pathname, registry);
  const tags = (screen: RouteEntry | undefined) =>
    preloadTags(screen && preloadable(registry, screen.remote));
  if (asked?.access === "public") return tags(asked);
  return (
    template("souffleur-signed-in", tags(asked)) +
    template("souffleur-signed-out", tags(screenAt(screensOf(manifestsOf(registry)), "/login")))
  );
}

/** A screen that only users of a canary have. */
function canaryScreen({ canaries = {} }: Registry, pathname: string): RouteEntry | undefined {
  const manifests = Object.entries(canaries).flatMap(([name, { release }]) =>
    release.manifest === undefined ? [] : [[name, release.manifest] as const],
  );
  return screenAt(screensOf(new Map(manifests)), pathname);
}

/** Undefined during a canary: the browser chooses the release, and would fetch the other one in vain. */
function preloadable({ remotes, canaries }: Registry, name: string): ActiveRelease | undefined {
  return canaries?.[name] === undefined ? remotes[name] : undefined;
}

function template(id: string, content: string): string {
  return `<template id="${id}">${content}</template>`;
}

function preloadTags(release: ActiveRelease | undefined): string {
  if (release === undefined) return "";
  const foreign = !release.base.startsWith("/");
  const tag = (as: "script" | "style") => (file: string) => {
    const attributes = {
      rel: "preload",
      as,
      href: release.base + file,
      // A preloaded file is used only by an element with the same integrity and request mode.
      integrity: release.integrity[file],
      ...(foreign && { crossorigin: "anonymous" }),
    };
    const written = Object.entries(attributes).filter(([, value]) => value !== undefined);
    return `<link ${written.map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`).join(" ")}>`;
  };
  return [
    ...[release.entry, ...release.scripts].map(tag("script")),
    ...release.styles.map(tag("style")),
  ].join("");
}

function dataElement(id: string, value: unknown, attributes = ""): string {
  return `<script type="application/json"${attributes} id="${id}">${escapeJson(value)}</script>`;
}

/** JSON that can't close the script element around it. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
