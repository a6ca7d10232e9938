import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { text } from "../texts/text.ts";
import { beaconToken, ReleaseVersion } from "./release-endpoints.ts";
import { platformCall } from "./release-parts.ts";

const path = "/api/admin/releases/errors";

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

/** All errors of a remote with the same cause. */
export const BrowserError = z.object({
  id: z.string(),
  remote: z.string(),
  name: z.string(),
  /** That of the last error, with personal data masked. */
  message: z.string(),
  /** That of the last error; null where no screen was shown. */
  screen: z.string().nullable(),
  browser: z.string(),
  count: z.int().positive(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** The last releases in which it was seen, the newest last; without unknown ones. */
  releases: z.array(z.object({ version: z.string(), commit: z.string().nullable() })),
  /** First seen, or seen again after it was resolved, in a release that is live now. */
  isNew: z.boolean(),
  /** `load (mfe-dashboard/src/calls.ts:12:5)`; a frame without a source map has the built file's name. */
  stack: z.array(z.string()),
});
export type BrowserError = z.infer<typeof BrowserError>;

export const browserErrors = endpoint("GET", path, {
  ...platformCall,
  summary: "List the errors of the last 30 days in browsers, grouped by cause, the last seen first",
  data: z.object({ errors: z.array(BrowserError) }),
});

export const resolveBrowserError = endpoint("DELETE", `${path}/:errorId`, {
  ...platformCall,
  summary: "Take an error off the list until it is seen again",
  example: { params: { errorId: "pCvNhfZ5qyOBfvJw0lMZ3w" } },
  params: z.object({
    errorId: z
      .string({ error: text("The error's id must be one from the list") })
      .regex(/^[\w-]{22}$/, { error: text("The error's id must be one from the list") }),
  }),
});
