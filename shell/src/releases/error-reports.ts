import {
  type ActiveRelease,
  type BrowserErrorReport,
  browserErrorLimits,
  manifestsOf,
  screenAt,
  screensOf,
} from "@souffleur/contracts";
import { sendErrorReport } from "@souffleur/shared-ui";
import { chooseRelease } from "./choose-release.ts";
import { overridesElementId } from "./page-elements.ts";
import { liveRegistry } from "./registry.ts";

/** The maximum number of errors per page; more would give no new information. */
const errorsMax = 10;

interface ErrorReportsDeps {
  send: (report: BrowserErrorReport) => void;
  /** The path pattern of the current screen. */
  screen: () => string | undefined;
  /** The origin of the page's own files. */
  origin: string;
}

/** Reports this page's errors, each kind once. */
export function createErrorReports({ send, screen, origin }: ErrorReportsDeps) {
  const seen = new WeakSet<object>();
  const sent = new Set<string>();

  /** The frames of our own files, without those of browser extensions. */
  const ownFrames = (stack: string, loaded: readonly ActiveRelease[]) => {
    const origins = [origin, ...loaded.map(({ base }) => new URL(base, origin).origin)];
    return stack.split("\n").filter((line) => origins.some((own) => line.includes(`${own}/`)));
  };

  /** The release whose file is first in the stack. */
  const ownerOf = (frames: readonly string[], loaded: readonly ActiveRelease[]) => {
    for (const frame of frames)
      for (const release of loaded) if (frame.includes(new URL(release.base, origin).href)) return release;
    return undefined;
  };

  return {
    /**
     * @param loaded the releases that this page has loaded
     * @param known the release that failed; by default the one whose files are in the stack, or the shell
     */
    report(error: unknown, loaded: readonly ActiveRelease[], known?: ActiveRelease): void {
      if (sent.size >= errorsMax) return;
      const isObject = typeof error === "object" && error !== null;
      if (isObject && seen.has(error)) return;
      if (isObject) seen.add(error);
      const { name, message, stack } = textsOf(error);
      const frames = ownFrames(stack, loaded);
      if (stack !== "" && frames.length === 0 && known === undefined) return;
      const release = known ?? ownerOf(frames, loaded);
      const at = screen();
      const key = JSON.stringify([release?.version, name, message, frames[0]]);
      // A remote in development is not a release.
      if (release?.version === "dev" || sent.has(key)) return;
      sent.add(key);
      send({
        remote: release?.name ?? "shell",
        ...(release && { version: release.version }),
        ...(at !== undefined && { screen: at }),
        name: name.slice(0, browserErrorLimits.name),
        message: message.slice(0, browserErrorLimits.message),
        stack: frames.join("\n").slice(0, browserErrorLimits.stack),
      });
    },
  };
}

/** Anything can be thrown, and an error's fields can be set to anything. */
function textsOf(thrown: unknown): { name: string; message: string; stack: string } {
  if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown), stack: "" };
  return { name: String(thrown.name), message: String(thrown.message), stack: String(thrown.stack ?? "") };
}

export const errorReports = createErrorReports({
  send(report) {
    // Without a connection everything fails; in a page with overrides the developer sees the errors.
    if (!navigator.onLine || document.getElementById(overridesElementId) !== null) return;
    sendErrorReport(report);
  },
  screen: () =>
    screenAt(screensOf(manifestsOf(liveRegistry.current(), chooseRelease)), location.pathname)?.path,
  origin: location.origin,
});
