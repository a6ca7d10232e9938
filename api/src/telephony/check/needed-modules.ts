import type { PbxSettings } from "../ari/pbx-settings.ts";

/** Required modules of Asterisk, each with its purpose. */
const always: Readonly<Record<string, string>> = {
  "res_ari_channels.so": "ARI's channels",
  "res_ari_bridges.so": "ARI's bridges",
  "res_ari_events.so": "ARI's events",
  "res_ari_asterisk.so": "ARI's account of Asterisk itself",
  "res_ari_applications.so": "filtering ARI's events",
  "res_stasis_snoop.so": "listening to a channel",
  "bridge_simple.so": "joining a tap's two channels",
  "codec_ulaw.so": "mu-law",
};

const ofMedia: Readonly<Record<PbxSettings["media"], Readonly<Record<string, string>>>> = {
  websocket: {
    "chan_websocket.so": "media over WebSocket",
    "res_websocket_client.so": "websocket_client.conf",
    "res_http_websocket.so": "WebSocket",
  },
  audiosocket: {
    "chan_audiosocket.so": "media over AudioSocket",
    "res_audiosocket.so": "AudioSocket",
  },
};

/** The required modules that are not running, each with its purpose. */
export function missingModules(
  media: PbxSettings["media"],
  running: ReadonlySet<string>,
): [name: string, purpose: string][] {
  return Object.entries({ ...always, ...ofMedia[media] }).filter(([name]) => !running.has(name));
}

const oldest = [22, 8] as const;

/** Whether a version has chan_websocket as it was tested; undefined for a version that cannot be parsed. */
export function isRecentEnough(version: string): boolean | undefined {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
}
