import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { isReady } from "../../tools/network.ts";
import { root } from "../../tools/run-step.mjs";
import { createRequest } from "../request.ts";
import { listen } from "../telephony/telephony.ts";
import { recognizerEnv } from "../transcription/fake-recognizer.ts";
import type { Asterisk } from "./asterisk.ts";
import { type Program, watch } from "./programs.ts";

const readyLimitMs = 60_000;
export const agentAccount = { email: "agent@lumiere.example", password: "Rideau-Rouge-7" };
export const secondAccount = { ...agentAccount, email: "supervisor@lumiere.example" };

interface Options {
  folder: string;
  port: number;
  asterisk: Pick<Asterisk, "url" | "user" | "password">;
  recognizer: { url: string };
  env?: Record<string, string>;
}

/** Starts Node.js with the environment of these tests. */
function startProgram(
  args: string[],
  { folder, port, asterisk, recognizer, env = {} }: Options,
): { child: ChildProcess; program: Program } {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "development",
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: join(folder, "data"),
      SEED_DEMO: "true",
      LOG_LEVEL: "info",
      ASTERISK_ARI_URL: asterisk.url,
      ASTERISK_ARI_USER: asterisk.user,
      ASTERISK_ARI_PASSWORD: asterisk.password,
      ASTERISK_MEDIA_CLIENT: "souffleur",
      ...recognizerEnv(recognizer),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, program: watch(child) };
}

/** Runs `npm run telephony:check`. */
export async function checkTelephony(options: Options): Promise<{ code: unknown; output: string }> {
  const { program } = startProgram(
    ["api/tools/command.mjs", "--as-built", "api/commands/telephony-check"],
    options,
  );
  const code = await program.ended;
  return { code, output: program.output() };
}

/** Starts the built product in a process of its own, which may be killed. */
export async function startProduct(options: Options) {
  const url = `http://localhost:${options.port}`;
  const { child, program } = startProgram(["api/dist/src/server.js"], options);
  const giveUp = Date.now() + readyLimitMs;
  while (!program.output().includes("following Asterisk") || !(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > giveUp) {
      await program.stop();
      throw new Error(`The product did not get ready:\n${program.output()}`);
    }
    await sleep(50);
  }

  return {
    url,
    program,
    stop: program.stop,
    async frames(): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^souffleur_media_frames_total (\d+)/m.exec(text)?.[1]);
    },
    async ask<Data>(token: string, path: string): Promise<Data> {
      return (await createRequest(url)("GET", path, { token })).body.data;
    },
  };
}
export type Product = Awaited<ReturnType<typeof startProduct>>;

/** @returns an access token */
export async function signIn(url: string, account = agentAccount): Promise<string> {
  const { body } = await createRequest(url)("POST", "/api/auth/login", { body: account });
  return body.data.accessToken;
}

/** A browser of the agent, which joins their calls. */
export function overhear(url: string, token: string) {
  return listen(
    io(url, { autoConnect: false, transports: ["websocket"], auth: { token }, reconnectionDelay: 100 }),
  );
}
