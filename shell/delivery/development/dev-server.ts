import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import express, { type RequestHandler } from "express";

type UpgradeHandler = (req: IncomingMessage, socket: Socket, head: Buffer) => void;

export type DevServer = Awaited<ReturnType<typeof listen>>;

/**
 * Listens at once; requests wait until `serve` is called with their handler.
 * @param remedy what to do if the port is taken
 * @throws StepError if the port is taken
 */
export async function listen(port: number, host: string, remedy: string) {
  let serve: (handler: RequestHandler) => void = () => {};
  const serving = new Promise<RequestHandler>((resolve) => {
    serve = resolve;
  });
  const app = express();
  app.disable("x-powered-by");
  app.use(async (req, res, next) => (await serving)(req, res, next));
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = new StepError(`Port ${port} is taken: ${remedy}.`);
      reject(error.code === "EADDRINUSE" ? taken : error);
    });
    server.listen(port, host, resolve);
  });
  return {
    serve,
    onUpgrade: (handler: UpgradeHandler) => server.on("upgrade", handler),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** On a signal, calls `stop` and exits. */
export function onStop(stop: () => unknown): void {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
}
