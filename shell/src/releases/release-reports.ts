import type { ActiveRelease, ReleaseReport } from "@souffleur/contracts";
import { sendReports } from "@souffleur/shared-ui";

/** Reports within this time are sent together. */
const collectMs = 1000;
/** The maximum number that the server accepts in one request. */
const reportsMax = 20;
/** The maximum number of reported failures per release and page; more would give no new information. */
const failuresMax = 3;

interface ReportsDeps {
  send: (reports: readonly ReleaseReport[]) => void;
  online: () => boolean;
  /** Called with the releases that this page has loaded, and with the release that failed if it is known. */
  reportError: (error: unknown, loaded: readonly ActiveRelease[], known?: ActiveRelease) => void;
}

/** Collects the reports of this page's releases and sends them in batches. */
export function createReleaseReports({ send, online, reportError }: ReportsDeps) {
  const waiting: ReleaseReport[] = [];
  const failures = new Map<string, number>();
  /** The last release of each remote. */
  const releases = new Map<string, ActiveRelease>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) send(waiting.splice(0, reportsMax));
  };
  const add = ({ name, version }: ActiveRelease, outcome: Pick<ReleaseReport, "outcome" | "ms">) => {
    waiting.push({ remote: name, version, ...outcome });
    timer ??= setTimeout(flush, collectMs);
  };

  return {
    /** Reports that a release was loaded. @param ms the duration in milliseconds */
    loaded(release: ActiveRelease, ms: number): void {
      releases.set(release.name, release);
      if (isReleased(release)) add(release, { outcome: "loaded", ms: Math.round(ms) });
    },
    /** Reports that a release could not be loaded, or that its screen failed. */
    failed(release: ActiveRelease, error: unknown): void {
      reportError(error, [...releases.values()], release);
      const id = `${release.name}/${release.version}`;
      const count = (failures.get(id) ?? 0) + 1;
      failures.set(id, count);
      // Without a connection every release fails to load.
      if (isReleased(release) && online() && count <= failuresMax) add(release, { outcome: "failed" });
    },
    /** Reports an uncaught error, or one that is not known to belong to a remote. */
    error(error: unknown): void {
      reportError(error, [...releases.values()]);
    },
    flush,
  };
}

/** A remote in development is not a release. */
function isReleased({ version }: ActiveRelease): boolean {
  return version !== "dev";
}

export const releaseReports = createReleaseReports({
  send: sendReports,
  online: () => navigator.onLine,
  // A separate file, because most pages have no error. If it no longer exists, neither does this release of the shell.
  reportError: (...error) =>
    void import("./error-reports.ts")
      .then(({ errorReports }) => errorReports.report(...error))
      .catch(() => {}),
});

/** Reports uncaught errors. */
export function reportUncaughtErrors(): void {
  // An event without an error comes from another origin, or is a notice such as that of a ResizeObserver.
  window.addEventListener("error", ({ error }) => error != null && releaseReports.error(error));
  window.addEventListener("unhandledrejection", ({ reason }) => releaseReports.error(reason));
}

/** Sends the collected reports when the page is hidden, because it may be closed then. */
export function sendReportsBeforeLeaving(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") releaseReports.flush();
  });
}
