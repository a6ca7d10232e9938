import { createServer } from "node:http";
import * as z from "zod";
import type { Config } from "../../config.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { createLogger } from "../../http/logger.ts";
import { type AriClient, AriError, createAriClient } from "../ari/ari-client.ts";
import { type PbxSettings, portOf } from "../ari/pbx-settings.ts";
import { listenAudioSocket } from "../media/audio-socket.ts";
import { createMediaEndpoint, mediaPath } from "../media/media-endpoint.ts";
import { createMediaTokens, trialToken } from "../media/media-tokens.ts";
import { isRecentEnough, missingModules } from "./needed-modules.ts";
import { type MediaReceiver, tryTap } from "./try-tap.ts";

const Info = z.object({ system: z.object({ version: z.string() }) });
const Modules = z.array(z.object({ name: z.string(), status: z.string() }));
const framesWanted = 25;
const log = createLogger("silent");

const report = {
  good: (text: string) => console.log(`✓ ${text}`),
  bad: (text: string, remedy?: string) => console.log(`✗ ${text}${remedy ? `\n  ${remedy}` : ""}`),
};

/**
 * Checks ARI, prints its version and the missing modules, and makes a tap of its own.
 * @returns whether no problem was found
 * @throws AriError where ARI stops answering
 */
export async function checkPbx(settings: PbxSettings, config: Config, keys: Keyring): Promise<boolean> {
  // Not the server's application: both may run at the same time.
  const own = { ...settings, app: `${settings.app}-check` };
  const ari = createAriClient(own);
  if (!(await checkAri(ari, settings))) return false;
  const modules = await checkModules(ari, settings);
  return (await checkTap(ari, own, config, keys)) && modules;
}

async function checkAri(ari: AriClient, settings: PbxSettings): Promise<boolean> {
  try {
    const { system } = await ari.get(Info, "/asterisk/info");
    report.good(`ARI answers at ${settings.url}: Asterisk ${system.version}`);
    if (settings.media === "websocket" && isRecentEnough(system.version) === false) {
      report.bad("22.8 or newer is needed for chan_websocket", "Or set ASTERISK_MEDIA=audiosocket.");
      return false;
    }
    return true;
  } catch (thrown) {
    if (!(thrown instanceof AriError)) throw thrown;
    const { status } = thrown;
    if (status === 401 || status === 403) {
      report.bad("ARI refuses ASTERISK_ARI_USER and its password", "Compare them with ari.conf.");
    } else if (status === undefined) {
      report.bad(
        `ARI does not answer at ${settings.url}`,
        "Compare it with bindaddr and bindport of http.conf.",
      );
    } else {
      report.bad(
        `ARI answers ${status}`,
        "Is ARI enabled in ari.conf, HTTP in http.conf, and res_ari_asterisk.so loaded?",
      );
    }
    return false;
  }
}

async function checkModules(ari: AriClient, settings: PbxSettings): Promise<boolean> {
  const modules = await ari.get(Modules, "/asterisk/modules");
  const running = new Set(modules.filter(({ status }) => status === "Running").map(({ name }) => name));
  const missing = missingModules(settings.media, running);
  for (const [name, purpose] of missing) {
    report.bad(
      `${name} is not running: ${purpose}`,
      `asterisk -rx "module load ${name}", and load = ${name} in modules.conf`,
    );
  }
  if (missing.length === 0) report.good("All modules that are needed are running");
  return missing.length === 0;
}

/** Makes a complete tap, and waits for half a second of its audio. */
async function checkTap(
  ari: AriClient,
  settings: PbxSettings,
  config: Config,
  keys: Keyring,
): Promise<boolean> {
  const receiver = await openMediaReceiver(settings, config, keys);
  if (receiver === undefined) return false;
  try {
    await tryTap({ ari, settings, log, receiver });
    report.good(`A tap brings its sound ${receiver.where}`);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof AriError)) throw thrown;
    report.bad(`A tap could not be made: ${thrown.message}`, tapRemedy(thrown, settings, config));
    return false;
  } finally {
    await receiver.close();
  }
}

function tapRemedy({ status }: AriError, { media, mediaClient, user }: PbxSettings, config: Config): string {
  if (status === 403) return `Set read_only = no under [${user}] in ari.conf.`;
  const listens = `this server listens on ${config.HOST}, as HOST says`;
  return media === "websocket"
    ? `Is [${mediaClient}] in websocket_client.conf, with connection_type = per_call_config, and does its uri reach ${mediaPath} on port ${config.PORT}? (${listens})`
    : `Can Asterisk reach ${mediaClient}? (${listens})`;
}

/** The running server's media endpoint, or a temporary one where no server runs. */
async function openMediaReceiver(
  settings: PbxSettings,
  config: Config,
  keys: Keyring,
): Promise<MediaReceiver | undefined> {
  let done = () => {};
  const soundArrived = new Promise<void>((resolve) => {
    done = resolve;
  });
  const tokens = createMediaTokens(keys);
  const counting: MediaReceiver["tokens"] = {
    expect(receiver) {
      let frames = 0;
      const onFrame = (frame: Buffer) => {
        receiver.onFrame(frame);
        frames += 1;
        if (frames === framesWanted) done();
      };
      return tokens.expect({ ...receiver, onFrame });
    },
  };
  const place = { tokens, log };
  const own = { tokens: counting, soundArrived, onDestroyed() {} };
  if (settings.media === "audiosocket") {
    const port = portOf(settings);
    const listener = await listenAudioSocket({ ...place, host: config.HOST, port }).catch(() => undefined);
    if (listener) return { ...own, where: `to port ${port}`, close: listener.close };
    report.bad(`Port ${port} is in use`, "AudioSocket can be tried only while Souffleur is not running.");
    return undefined;
  }
  const server = createServer((_req, res) => res.writeHead(503).end());
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(config.PORT, config.HOST, () => resolve(true));
  });
  if (!isFree) {
    return {
      // The running server closes the connection after enough frames.
      tokens: { expect: () => ({ token: trialToken(keys), forget() {} }) },
      soundArrived,
      onDestroyed: (channelId) => channelId.endsWith(".media") && done(),
      where: `to the server that runs on port ${config.PORT}`,
      close: async () => {},
    };
  }
  const endpoint = createMediaEndpoint({ ...place, server });
  return {
    ...own,
    where: `to port ${config.PORT}`,
    async close() {
      await endpoint.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
