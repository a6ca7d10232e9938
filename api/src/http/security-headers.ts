import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";

interface PolicySources {
  /** PUBLIC_URL is https. */
  secure: boolean;
  /** Browsers may take a remote from their own machine, which speaks http. */
  overrides: boolean;
  /** For `script-src` beside 'self'. */
  scriptSources(): readonly string[];
  /** Other origins that remotes come from: scripts, styles, images and fonts. */
  remoteOrigins(): readonly string[];
  /** A developer's own machine, for the browser alone that takes a remote from there. */
  overrideOrigin(req: IncomingMessage): string | undefined;
}

/** The headers by which a browser runs and loads nothing but the product's own files. */
export function securityHeaders(sources: PolicySources): RequestHandler {
  const { secure, overrides, scriptSources, remoteOrigins, overrideOrigin } = sources;
  const own = (req: IncomingMessage) => overrideOrigin(req) ?? "";
  const origins = (req: IncomingMessage) => [...remoteOrigins(), own(req)].join(" ");
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", () => scriptSources().join(" "), origins],
        // The toasts and the dialogs bring their own style elements.
        styleSrc: ["'self'", "'unsafe-inline'", origins],
        imgSrc: ["'self'", "data:", origins],
        fontSrc: ["'self'", origins],
        connectSrc: ["'self'", own],
        mediaSrc: ["'self'", "blob:"],
        workerSrc: ["'self'"],
        ...(secure && !overrides && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
  });
}
