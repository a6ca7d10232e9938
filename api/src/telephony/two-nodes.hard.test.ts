import type { Line } from "@souffleur/contracts";
import { until } from "../../testing/app.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { runNode } from "../../testing/processes/nodes.ts";
import { startFakeAri } from "../../testing/telephony/fake-ari.ts";
import { createTelephones, mediaUri, phoneEnv } from "../../testing/telephony/telephony.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { startFakeRecognizer } from "../../testing/transcription/fake-recognizer.ts";
import { endProcess } from "../../tools/child-process.ts";
import { freePort } from "../../tools/network.ts";

const agent = "agent@lumiere.example";
const password = "Rideau-Rouge-7";

test("one of two processes follows a PBX's call, and the other one takes over when it is killed", async () => {
  const [database, pbx, recognizer] = await Promise.all([
    testDatabase(),
    startFakeAri(),
    startFakeRecognizer(),
  ]);
  const folder = temporaryFolder();
  const telephones = createTelephones(pbx);

  async function start(name: string) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    pbx.media.uris[name] = mediaUri(url);
    const { child } = runNode(port, folder, {
      ...phoneEnv(pbx, recognizer),
      ASTERISK_APP: name,
      ASTERISK_MEDIA_CLIENT: name,
      MONGODB_URI: database.uri,
    });
    const follows = async () =>
      /^souffleur_phone_calls 1$/m.test(await (await fetch(`${url}/metrics`)).text());
    return { name, url, child, follows };
  }

  const nodes = [await start("one"), await start("two")];
  try {
    await until(async () => nodes.every(({ name }) => pbx.hasListener(name)));
    const channels = telephones.talk(agent);
    const isTapped = async () => pbx.isTapped(channels.client) && pbx.isTapped(channels.agent);
    await until(isTapped);
    // A snoop and a media channel for each of the two telephones.
    expect(pbx.channelIds()).toHaveLength(6);
    const following = await Promise.all(nodes.map(({ follows }) => follows()));
    expect(following.filter(Boolean)).toHaveLength(1);
    const [killed, other] = following[0] ? nodes : nodes.toReversed();
    if (!killed || !other) throw new Error("there are two");

    const ask = async <T>(path: string, token?: string, body?: object): Promise<T> => {
      const answer = await fetch(other.url + path, {
        method: body ? "POST" : "GET",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return ((await answer.json()) as { data: T }).data;
    };
    const { accessToken } = await ask<{ accessToken: string }>("/api/auth/login", undefined, {
      email: agent,
      password,
    });
    const call = await database.connection
      .collection<{ _id: string }>("calls")
      .findOne({ source: "telephony" });
    const lines = async (count: number) =>
      until(async () => {
        const path = `/api/calls/${call?._id}/transcript`;
        const { lines: kept } = await ask<{ lines: Line[] }>(path, accessToken);
        return (
          kept.length >= count &&
          kept.map(({ seq, sender, text }) => `${seq} ${sender} ${text}`.slice(2)).sort()
        );
      });

    telephones.speak(channels, 11, 21);
    expect(await lines(2)).toEqual(["agent mot 21", "client mot 11"]);
    await endProcess(killed.child, "SIGKILL");
    await until(async () => (await other.follows()) && (await isTapped()));
    telephones.speak(channels, 12, 22);
    expect(await lines(4)).toEqual(["agent mot 21", "agent mot 22", "client mot 11", "client mot 12"]);
    telephones.putDown();
    pbx.hangUp(channels.client);
    await until(async () => !(await other.follows()));
  } finally {
    telephones.putDown();
    await Promise.all(nodes.map(({ child }) => endProcess(child, "SIGKILL")));
    await pbx.close();
    await recognizer.close();
    await database.close();
  }
}, 240_000);
