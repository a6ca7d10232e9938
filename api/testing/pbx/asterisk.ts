import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../tools/network.ts";
import { firstRtpPort, freeUdpPort, libraries, packages, startProgram } from "./programs.ts";

const templates = join(__dirname, "asterisk");
/** Files that modules require, but that may be empty. */
const empty = ["acl", "ccss", "cdr", "cel", "chan_websocket", "features", "pjproject", "stasis", "udptl"];
const readyLimitMs = 30_000;

interface Options {
  folder: string;
  /** Where the media is delivered. */
  apiPort: number;
  /** The agents' e-mail addresses in the dialplan; the second agent's telephone is 101. */
  agent: string;
  second: string;
}

/** Starts a real Asterisk with a client and two agents on this machine. */
export async function startAsterisk({ folder, apiPort, agent, second }: Options) {
  const ariPort = await freePort();
  const [sipPort, agentPort, secondPort] = [await freeUdpPort(), await freeUdpPort(), await freeUdpPort()];
  const password = randomBytes(12).toString("hex");
  const values: Record<string, string> = {
    RUN: folder,
    MODULES: join(libraries, "asterisk/modules"),
    DATA: join(packages, "usr/share/asterisk"),
    PASSWORD: password,
    ARI_PORT: String(ariPort),
    API_PORT: String(apiPort),
    SIP_PORT: String(sipPort),
    AGENT_PORT: String(agentPort),
    SECOND_PORT: String(secondPort),
    AGENT: agent,
    SECOND: second,
    RTP_FIRST: String(firstRtpPort),
    RTP_LAST: String(firstRtpPort + 1999),
  };
  await mkdir(join(folder, "etc"), { recursive: true });
  for (const name of empty) await writeFile(join(folder, "etc", `${name}.conf`), "");
  for (const name of await readdir(templates)) {
    const text = await readFile(join(templates, name), "utf8");
    await writeFile(
      join(folder, "etc", name),
      text.replace(/@(\w+)@/g, (whole, key: string) => values[key] ?? whole),
    );
  }
  const program = startProgram("usr/sbin/asterisk", ["-C", join(folder, "etc/asterisk.conf"), "-f"], folder);
  const url = `http://127.0.0.1:${ariPort}`;
  const headers = { authorization: `Basic ${Buffer.from(`souffleur:${password}`).toString("base64")}` };

  /** @returns undefined if ARI refuses or does not respond */
  async function ask<Answer>(path: string): Promise<Answer | undefined> {
    const response = await fetch(`${url}/ari${path}`, { headers }).catch(() => undefined);
    return response?.ok ? ((await response.json()) as Answer) : undefined;
  }

  const giveUp = Date.now() + readyLimitMs;
  while ((await ask("/channels")) === undefined || !program.output().includes("Asterisk Ready")) {
    if (Date.now() > giveUp) {
      await program.stop();
      throw new Error(`Asterisk did not get ready:\n${program.output()}`);
    }
    await sleep(50);
  }

  return {
    url,
    user: "souffleur",
    password,
    sipPort,
    agentPort,
    secondPort,
    ask,
    output: program.output,
    /** The numbers of packets that Asterisk has received from each telephone, the client's first. */
    async received(): Promise<number[]> {
      const channels = (await ask<{ id: string; name: string }[]>("/channels")) ?? [];
      const telephones = channels
        .filter(({ name }) => name.startsWith("PJSIP/"))
        .sort((a, b) => b.name.localeCompare(a.name));
      return Promise.all(
        telephones.map(
          async ({ id }) =>
            (await ask<{ rxcount: number }>(`/channels/${id}/rtp_statistics`))?.rxcount ?? Number.NaN,
        ),
      );
    },
    stop: () => program.stop(),
  };
}
export type Asterisk = Awaited<ReturnType<typeof startAsterisk>>;
