import { type ReleaseReport, reportReleases } from "@souffleur/contracts";
import { accessToken } from "./session.ts";

/**
 * Hands reports to the browser, which sends them also when the page is closed meanwhile. Nobody waits for an
 * answer, and none that is lost is missed.
 */
export function sendReports(reports: readonly ReleaseReport[]): void {
  const token = accessToken();
  const body = JSON.stringify({ reports, ...(token !== undefined && { token }) });
  navigator.sendBeacon(reportReleases.path, new Blob([body], { type: "application/json" }));
}
