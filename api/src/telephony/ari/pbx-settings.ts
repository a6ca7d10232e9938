import type { Config } from "../../config.ts";

/** The addresses and credentials by which a PBX and this server reach each other. */
export interface PbxSettings {
  /** Without the trailing `/ari`. */
  url: string;
  user: string;
  password: string;
  /** The Stasis application: the name of this process at the PBX, which no other process may use. */
  app: string;
  media: "websocket" | "audiosocket";
  /** A section of websocket_client.conf; for AudioSocket the host:port that Asterisk dials. */
  mediaClient: string;
  /** The name of the only organization whose agents are followed; undefined for all. */
  organization: string | undefined;
}

/** Undefined where no PBX is configured. */
export function pbxSettings(values: Config): PbxSettings | undefined {
  const { ASTERISK_ARI_URL: url, ASTERISK_ARI_USER: user, ASTERISK_ARI_PASSWORD: password } = values;
  const mediaClient = values.ASTERISK_MEDIA_CLIENT;
  if (url === undefined || user === undefined || password === undefined || mediaClient === undefined) {
    return undefined;
  }
  return {
    url,
    user,
    password,
    app: values.ASTERISK_APP,
    media: values.ASTERISK_MEDIA,
    mediaClient,
    organization: values.ASTERISK_ORGANIZATION,
  };
}

/** The port at which AudioSocket connections arrive. */
export function portOf({ mediaClient }: Pick<PbxSettings, "mediaClient">): number {
  return Number(mediaClient.split(":").at(-1));
}
