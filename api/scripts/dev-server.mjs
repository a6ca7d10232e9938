import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import { connect, createServer as createProbe } from "node:net";
import path from "node:path";
import { root, StepError } from "./run.mjs";

const express = createRequire(path.join(root, "api/package.json"))("express");
const apiPaths = /^\/(api|socket\.io|dev|health|metrics)(\/|\?|$)/;

/**
 * Listens at once; what is asked for before there is something to serve waits.
 * @param {number} port
 * @param {string} host
 * @param {string} remedy what to do where the port is taken
 * @returns `serve` takes the request handler, `onUpgrade` the one of sockets
 * @throws StepError where the port is taken
 */
export async function listen(port, host, remedy) {
  let serve;
  const serving = new Promise((resolve) => {
    serve = resolve;
  });
  const app = express();
  app.disable("x-powered-by");
  app.use(async (req, res, next) => (await serving)(req, res, next));
  const server = createServer(app);
  await opened(server, port, host, remedy);
  return {
    serve,
    onUpgrade: (handler) => server.on("upgrade", handler),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * One origin for pages and API, so that cookies work as they do in the product. The API's requests wait while
 * it starts anew.
 */
export function serveProduct(server, { pages, api }) {
  server.onUpgrade((req, socket, head) => forwardUpgrade(req, socket, head, api));
  server.serve(routes(pages, api));
}

function routes(pages, api) {
  const router = express.Router();
  router.get("/@dev/builds", pages.builds);
  router.use(async (req, res, next) => {
    if (apiPaths.test(req.url)) return forward(req, res, api);
    const served = await pages.current();
    // The product's policy, so that what breaks it breaks here.
    res.set(
      "Content-Security-Policy",
      `script-src 'self' ${served.scriptSources().join(" ")}; object-src 'none'`,
    );
    return served.router(req, res, next);
  });
  return router;
}

function opened(server, port, host, remedy) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const taken = new StepError(`Port ${port} is taken: ${remedy}.`);
      reject(error.code === "EADDRINUSE" ? taken : error);
    });
    server.listen(port, host, resolve);
  });
}

async function forward(req, res, api) {
  await api.ready();
  const { method, url, headers } = req;
  const onward = request({ host: "127.0.0.1", port: api.port, method, path: url, headers }, (answer) => {
    res.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(res);
  });
  // The API went down between two requests; who asked asks again.
  onward.once("error", () => (res.headersSent ? res.destroy() : res.status(502).end()));
  req.pipe(onward);
}

async function forwardUpgrade(req, socket, head, api) {
  socket.on("error", () => socket.destroy());
  await api.ready();
  const onward = connect(api.port, "127.0.0.1", () => {
    const { rawHeaders, method, url } = req;
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    onward.write(`${lines.join("\r\n")}\r\n\r\n`);
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  onward.on("error", () => socket.destroy());
  onward.on("close", () => socket.destroy());
  socket.on("close", () => onward.destroy());
}

/** A port that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
