import type { ActiveRelease, ReleaseReport } from "@souffleur/contracts";
import { sendReports } from "@souffleur/shared-ui";

/** Reports of this time are sent together. */
const collectMs = 1000;
/** The most that the server takes at once. */
const reportsMax = 20;
/** Failures a release and page; more would say nothing new. */
const failuresMax = 3;

interface ReportsDeps {
  send: (reports: readonly ReleaseReport[]) => void;
  online: () => boolean;
  /** Gets the releases that this page has, and the one whose error it is where that is known. */
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
    /** A release was loaded, in so many milliseconds. */
    loaded(release: ActiveRelease, ms: number): void {
      releases.set(release.name, release);
      if (isReleased(release)) add(release, { outcome: "loaded", ms: Math.round(ms) });
    },
    /** A release could not be loaded, or its screen broke. */
    failed(release: ActiveRelease, error: unknown): void {
      reportError(error, [...releases.values()], release);
      const id = `${release.name}/${release.version}`;
      const count = (failures.get(id) ?? 0) + 1;
      failures.set(id, count);
      // Without a connection every release fails to load.
      if (isReleased(release) && online() && count <= failuresMax) add(release, { outcome: "failed" });
    },
    /** An error that nothing has caught, or that is not known to be a remote's. */
    error(error: unknown): void {
      reportError(error, [...releases.values()]);
    },
    flush,
  };
}

/** A remote that a developer edits is not a release. */
function isReleased({ version }: ActiveRelease): boolean {
  return version !== "dev";
}

export const releaseReports = createReleaseReports({
  send: sendReports,
  online: () => navigator.onLine,
  // A file of its own: most pages have no error. Where it is gone, so is the shell that the report is about.
  reportError: (...error) =>
    void import("./error-reports.ts")
      .then(({ errorReports }) => errorReports.report(...error))
      .catch(() => {}),
});

/** Reports what nothing catches. */
export function reportUncaughtErrors(): void {
  // Without an error in it the event is another origin's, or a notice such as that of a ResizeObserver.
  window.addEventListener("error", ({ error }) => error != null && releaseReports.error(error));
  window.addEventListener("unhandledrejection", ({ reason }) => releaseReports.error(reason));
}

/** Sends the collected reports when the page is hidden, which may be its end. */
export function sendReportsBeforeLeaving(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") releaseReports.flush();
  });
}
