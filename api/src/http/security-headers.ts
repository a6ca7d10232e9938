import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";

interface PolicySources {
  /** PUBLIC_URL is https. */
  secure: boolean;
  /** A browser may load a remote from a developer's machine, by http. */
  overrides: boolean;
  /** Sources for `script-src` beside 'self'. */
  scriptSources(req: IncomingMessage): readonly string[];
  /** Other origins that serve remotes: scripts, styles, images and fonts. */
  remoteOrigins(): readonly string[];
  /** The developer's machine from which this request's browser loads a remote. */
  overrideOrigin(req: IncomingMessage): string | undefined;
}

/** Headers that let a browser load and run only the product's own files. */
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
        scriptSrc: ["'self'", (req) => scriptSources(req).join(" "), origins],
        // Toasts and dialogs insert style elements.
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
