import { ServerResponse } from "node:http";
import express, { type RequestHandler, type Router } from "express";
import { createProxyServer } from "http-proxy-3";
import type { RunningApi } from "./dev-api.ts";
import type { WatchedPages } from "./dev-pages.ts";
import type { DevServer } from "./dev-server.ts";

const apiPaths = /^\/(api|socket\.io|dev|health|metrics)(\/|\?|$)/;

interface Served {
  pages: WatchedPages;
  api: RunningApi;
}

/**
 * One origin for pages and API, so that cookies work as in the product. Requests to the API wait while it restarts.
 */
export function serveProduct(server: DevServer, { pages, api }: Served): void {
  const proxy = createProxyServer({ target: { host: "127.0.0.1", port: api.port } });
  // The API went down between two requests; browsers ask again.
  proxy.on("error", (_error, _req, res) => {
    if (!(res instanceof ServerResponse) || res.headersSent) res.destroy();
    else res.writeHead(502).end();
  });
  server.onUpgrade(async (req, socket, head) => {
    socket.on("error", () => socket.destroy());
    await api.ready();
    proxy.ws(req, socket, head);
  });
  const forward: RequestHandler = async (req, res) => {
    await api.ready();
    proxy.web(req, res);
  };
  server.serve(routes(pages, forward));
}

function routes(pages: WatchedPages, forward: RequestHandler): Router {
  const router = express.Router();
  router.get("/@dev/builds", pages.builds);
  router.use(async (req, res, next) => {
    if (apiPaths.test(req.url)) return forward(req, res, next);
    const served = await pages.current();
    // The product's policy, so that what breaks it breaks here.
    const scripts = `script-src 'self' ${served.scriptSources().join(" ")}`;
    res.set("Content-Security-Policy", `${scripts}; object-src 'none'`);
    return served.router(req, res, next);
  });
  return router;
}
