import { readFile } from "node:fs/promises";
import path from "node:path";
import { type BrowserErrorReport, reportBrowserError } from "@souffleur/contracts";
import { type BrowserError, browserErrors, resolveBrowserError } from "@souffleur/contracts/live-releases";
import type { Connection } from "mongoose";
import { clock } from "../clock.ts";
import type { Feature } from "../feature.ts";
import { appError } from "../http/errors.ts";
import type { Authenticate } from "../http/guard.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { Tracing } from "../http/tracing.ts";
import type { Pages } from "../releases/pages.ts";
import { liveVersions } from "../releases/store/live-versions.ts";
import { browserName } from "./browser-name.ts";
import { createErrorGroups, type ErrorGroup } from "./error-groups.ts";
import { maskMessage } from "./mask-message.ts";
import { resolveStack } from "./resolve-stack.ts";
import { createSourceMaps } from "./source-maps.ts";

interface BrowserErrorsDeps {
  connection: Connection;
  metrics: Metrics;
  pages?: Partial<Pages> | undefined;
  tracing?: Pick<Tracing, "recordBrowserError"> | undefined;
  authenticate: Authenticate;
}

/** Errors of the shell and of the remotes in browsers; only where this process serves their releases. */
export function createBrowserErrors({
  connection,
  metrics,
  pages,
  tracing,
  authenticate,
}: BrowserErrorsDeps): Feature {
  const { registry, shell } = pages ?? {};
  if (registry === undefined || shell === undefined) return {};
  const groups = createErrorGroups(connection);
  const sourceMaps = createSourceMaps(async (place) => {
    const [bundle = "", file = ""] = place.split("/");
    if (bundle === "shell") return readFile(path.join(shell.dir, "assets", `${file}.map`));
    const hash = await registry.hashAt(bundle, `${file}.map`);
    return hash === undefined ? undefined : (await registry.content(hash))?.body;
  });
  const counter = createRegisteredMetrics(metrics).counter(
    "souffleur_browser_errors_total",
    "Errors that browsers reported, by remote and release",
    ["remote", "release"],
  );

  /** The versions of the live releases of the shell and of each remote. */
  const liveOf = async (): Promise<Map<string, Set<string>>> => {
    const live = new Map([["shell", new Set([shell.version])]]);
    for (const { release } of liveVersions(await registry.kept()))
      live.set(release.name, (live.get(release.name) ?? new Set()).add(release.version));
    return live;
  };

  /** The release that a report names; undefined where it is not kept, since anybody can send any version. */
  const releaseOf = async ({ remote, version, stack }: BrowserErrorReport, isResolved: boolean) => {
    // An open page may still run an earlier shell.
    if (remote === "shell") return isResolved || stack === "" ? shell : undefined;
    return version === undefined ? undefined : registry.find(remote, version).catch(() => undefined);
  };

  const record = async (
    report: BrowserErrorReport,
    userAgent: string | undefined,
    signedIn: boolean,
  ): Promise<void> => {
    const { remote, screen = null } = report;
    if (!(await liveOf()).has(remote)) return;
    const { frames, cause, isResolved } = await resolveStack(report.stack, sourceMaps);
    const found = await releaseOf(report, isResolved);
    const release = found && { version: found.version, commit: found.commit };
    const name = maskMessage(report.name) || "Error";
    const message = maskMessage(report.message);
    const browser = browserName(userAgent);
    counter.inc({ remote, release: release?.version ?? "unknown" });
    tracing?.recordBrowserError({
      name,
      message,
      stack: [`${name}: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join("\n"),
      attributes: {
        "souffleur.remote": remote,
        ...(release && { "souffleur.release": release.version }),
        ...(release?.commit && { "souffleur.commit": release.commit }),
        ...(screen !== null && { "souffleur.screen": screen }),
        "souffleur.browser": browser,
      },
    });
    const occurrence = { remote, release, name, message, screen, browser, stack: frames, cause, signedIn };
    await groups.add(occurrence, clock.now());
  };

  return {
    mount(mount) {
      mount(reportBrowserError, async ({ body, req }) => {
        const { token, ...report } = body;
        const caller = token === undefined ? undefined : await authenticate(token).catch(() => undefined);
        await record(report, req.get("user-agent"), caller !== undefined);
        return {};
      });
      mount(browserErrors, async () => {
        const live = await liveOf();
        const errors = (await groups.list(clock.now())).map((group) => toBrowserError(group, live));
        return { data: { errors } };
      });
      mount(resolveBrowserError, async ({ params: { errorId } }) => {
        if (!(await groups.resolve(errorId))) throw appError("NOT_FOUND");
        return {};
      });
    },
    createIndexes: groups.createIndexes,
    sweep: groups.sweep,
    stop: sourceMaps.stop,
  };
}

function toBrowserError(group: ErrorGroup, live: ReadonlyMap<string, ReadonlySet<string>>): BrowserError {
  const { _id: id, resolved: _, signedIn: _by, newIn, firstSeen, lastSeen, ...rest } = group;
  return {
    ...rest,
    id,
    firstSeen: firstSeen.toISOString(),
    lastSeen: lastSeen.toISOString(),
    isNew: newIn !== null && live.get(group.remote)?.has(newIn) === true,
  };
}
