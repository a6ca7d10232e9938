import { ServerResponse } from "node:http";
import express from "express";
import { createProxyServer } from "http-proxy-3";
import type { RunningApi } from "./dev-api.ts";
import type { WatchedPages } from "./dev-pages.ts";
import type { DevServer } from "./dev-server.ts";

const apiPaths = /^\/(api|socket\.io|dev|health|metrics)(\/|\?|$)/;

/** Serves pages and API from one origin, as the product does. Requests to the API wait while it restarts. */
export function serveProduct(server: DevServer, pages: WatchedPages, api: RunningApi): void {
  const proxy = createProxyServer({ target: { host: "127.0.0.1", port: api.port } });
  // The API has stopped between two requests; browsers send them again.
  proxy.on("error", (_error, _req, res) => {
    if (!(res instanceof ServerResponse) || res.headersSent) res.destroy();
    else res.writeHead(502).end();
  });
  server.onUpgrade(async (req, socket, head) => {
    socket.on("error", () => socket.destroy());
    await api.ready();
    proxy.ws(req, socket, head);
  });
  const router = express.Router();
  router.use(pages.builds);
  router.use(async (req, res, next) => {
    if (apiPaths.test(req.url)) {
      await api.ready();
      return proxy.web(req, res);
    }
    const served = await pages.current();
    // The product's policy, so that violations show during development.
    const scripts = `script-src 'self' ${served.scriptSources(req).join(" ")}`;
    res.set("Content-Security-Policy", `${scripts}; object-src 'none'`);
    return served.router(req, res, next);
  });
  server.serve(router);
}
