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
  /** Where on the developer's machine this request's browser loads remotes from. */
  overrideOrigins(req: IncomingMessage): readonly string[];
}

/** Headers that let a browser load and run only the product's own files. */
export function securityHeaders(sources: PolicySources): RequestHandler {
  const { secure, overrides, scriptSources, overrideOrigins } = sources;
  const own = (req: IncomingMessage) => overrideOrigins(req).join(" ");
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", (req) => scriptSources(req).join(" "), own],
        // Toasts and dialogs insert style elements.
        styleSrc: ["'self'", "'unsafe-inline'", own],
        imgSrc: ["'self'", "data:", own],
        fontSrc: ["'self'", own],
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
