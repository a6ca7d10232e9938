import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { text } from "../texts/text.ts";
import { beaconToken, ReleaseVersion } from "./release-endpoints.ts";

/** Maximal lengths; browsers cut longer texts. */
export const browserErrorLimits = { name: 100, message: 500, stack: 8000 };

const textField = (label: string, most: number) => {
  const error = `${label} must be text of ${most} characters at most`;
  return z.string({ error }).max(most, { error });
};

/** What a page reports; it contains neither the user nor the address of the page. */
export const BrowserErrorReport = z.object({
  /** The failed remote, or the shell. */
  remote: z
    .string({ error: text("Remote is required") })
    .regex(/^(shell|mfe-[a-z0-9-]{1,60})$/, { error: text("Remote must be shell or a package's name") }),
  /** The remote's release; the server knows the shell's. */
  version: ReleaseVersion.optional(),
  /** The pattern of the screen's path, such as `/deals/:dealId`. */
  screen: textField("Screen", 200)
    .regex(/^\/[\w:./-]*$/, { error: text("Screen must be a path without a query") })
    .optional(),
  name: textField("Name", browserErrorLimits.name),
  message: textField("Message", browserErrorLimits.message),
  /** The browser's own format, with only the frames of our own files. */
  stack: textField("Stack", browserErrorLimits.stack),
});
export type BrowserErrorReport = z.infer<typeof BrowserErrorReport>;

/** Sent as a beacon. */
export const reportBrowserError = endpoint("POST", "/api/releases/errors", {
  access: "public",
  tag: "Releases",
  summary: "Report an error of the shell or of a remote in this browser",
  limit: 60,
  example: {
    body: {
      remote: "mfe-dashboard",
      version: "4f1c9a20b7",
      screen: "/dashboard",
      name: "TypeError",
      message: "Cannot read properties of undefined (reading 'length')",
      stack: "at o (https://souffleur.example/remotes/mfe-dashboard/by-hash/228.be98cf68.js:1:4711)",
    },
  },
  credential: ["body", "none"],
  body: BrowserErrorReport.extend({ token: beaconToken }),
  bodyBytes: 32_768,
});
