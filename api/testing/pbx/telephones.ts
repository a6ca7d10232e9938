import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asterisk } from "./asterisk.ts";
import { firstRtpPort, type Program, startProgram } from "./programs.ts";

interface Options {
  folder: string;
  asterisk: Asterisk;
  /** The sound that each side plays in a loop: mu-law, 8 kHz. */
  audio: { client: Buffer; agent: Buffer };
}

/** Telephones that are simulated by sipp; each plays a recording. */
export async function prepareTelephones({ folder, asterisk, audio }: Options) {
  for (const side of ["client", "agent"] as const) {
    await writeFile(join(folder, `${side}.ul`), audio[side]);
  }
  for (const name of ["agent.xml", "agent-hands-on.xml"]) {
    await copyFile(join(__dirname, "sipp", name), join(folder, name));
  }
  const script = await readFile(join(__dirname, "sipp/client.xml"), "utf8");
  const local = (port: number | undefined, rtp: number) => [
    ...["-i", "127.0.0.1", "-mi", "127.0.0.1", "-m", "1", "-nostdin"],
    ...(port === undefined ? [] : ["-p", String(port)]),
    ...["-min_rtp_port", String(firstRtpPort + rtp), "-max_rtp_port", String(firstRtpPort + rtp + 98)],
  ];
  const server = `127.0.0.1:${asterisk.sipPort}`;
  const sipp = (args: string[]) => startProgram("usr/bin/sipp", [server, ...args], folder);

  return {
    /** The client dials an extension, the agent answers, and after some seconds the client hangs up. */
    async call(
      seconds: number,
      extension = "100",
      behaviour: "agent.xml" | "agent-hands-on.xml" = "agent.xml",
    ): Promise<[client: Program, agent: Program]> {
      const scenario = join(folder, "client.xml");
      await writeFile(scenario, script.replace("[talk_ms]", String(seconds * 1000)));
      // sipp reads one of two simultaneous notices of a transfer: without this the other would end the call.
      const patient = behaviour === "agent-hands-on.xml" ? ["-default_behaviors", "all,-abortunexp"] : [];
      const agent = sipp(["-sf", behaviour, ...patient, ...local(asterisk.agentPort, 2000)]);
      const client = sipp(["-sf", scenario, "-s", extension, ...local(undefined, 2200)]);
      return [client, agent];
    },
    second: () => sipp(["-sf", "agent.xml", ...local(asterisk.secondPort, 2400)]),
  };
}

/** 0 for a call without an error, otherwise the end of sipp's output. */
export async function endOf(telephone: Program): Promise<number | string> {
  const how = await telephone.ended;
  return how === 0 ? 0 : `${how}: ${telephone.output().slice(-1500)}`;
}

export const ends = ([client, agent]: [Program, Program]) => Promise.all([endOf(client), endOf(agent)]);
