import { type ReleaseReport, reportReleases } from "@souffleur/contracts";
import { accessToken } from "./session-store.ts";

/**
 * Passes reports to the browser, which sends them even if the page is closed meanwhile. The answer is ignored, and a lost
 * report is not sent again.
 */
export function sendReports(reports: readonly ReleaseReport[]): void {
  const token = accessToken();
  const body = JSON.stringify({ reports, ...(token !== undefined && { token }) });
  navigator.sendBeacon(reportReleases.path, new Blob([body], { type: "application/json" }));
}
