import {
  type BrowserErrorReport,
  type ReleaseReport,
  reportBrowserError,
  reportReleases,
} from "@souffleur/contracts";
import { accessToken } from "./session-store.ts";

export function sendReports(reports: readonly ReleaseReport[]): void {
  beacon(reportReleases.path, { reports });
}

export function sendErrorReport(report: BrowserErrorReport): void {
  beacon(reportBrowserError.path, report);
}

/**
 * Passes a report to the browser, which sends it even if the page is closed meanwhile. The answer is ignored, and a lost
 * report is not sent again.
 */
function beacon(path: string, report: object): void {
  const token = accessToken();
  const body = JSON.stringify({ ...report, ...(token !== undefined && { token }) });
  navigator.sendBeacon(path, new Blob([body], { type: "application/json" }));
}
