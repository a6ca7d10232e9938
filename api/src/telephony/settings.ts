/** What the ASTERISK_ variables hold. */
interface PbxVariables {
  ASTERISK_ARI_URL?: string | undefined;
  ASTERISK_ARI_USER?: string | undefined;
  ASTERISK_ARI_PASSWORD?: string | undefined;
  ASTERISK_APP: string;
  ASTERISK_MEDIA: "websocket" | "audiosocket";
  ASTERISK_MEDIA_CLIENT?: string | undefined;
  ASTERISK_ORGANIZATION?: string | undefined;
}

/** How a PBX is reached, and how it reaches this server. */
export interface PbxSettings {
  /** Without the trailing `/ari`. */
  url: string;
  user: string;
  password: string;
  /** The Stasis application: the name of this process at the PBX, which one process alone can bear. */
  app: string;
  media: "websocket" | "audiosocket";
  /** A section of websocket_client.conf; for AudioSocket the host:port that Asterisk dials. */
  mediaClient: string;
  /** The name of the only organization whose agents are followed. */
  organization: string | undefined;
}

/** Undefined where no PBX is configured. */
export function pbxSettings(values: PbxVariables): PbxSettings | undefined {
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

/** One line on what is wrong with the variables together, if anything is; never with a password in it. */
export function faultInPbx(values: PbxVariables): string | undefined {
  const { ASTERISK_ARI_URL: url, ASTERISK_MEDIA: media, ASTERISK_MEDIA_CLIENT: client = "" } = values;
  if (url === undefined) return undefined;
  const { username, search } = new URL(url);
  if (username !== "" || search !== "") {
    return "ASTERISK_ARI_URL holds more than an address (not shown); user and password belong into ASTERISK_ARI_USER and ASTERISK_ARI_PASSWORD.";
  }
  const isWebSocket = media === "websocket";
  const clientMeaning = isWebSocket
    ? "the name of a section of websocket_client.conf"
    : "the host:port at which Asterisk reaches this server";
  const needed = [
    ["ASTERISK_ARI_USER", "a user of ari.conf"],
    ["ASTERISK_ARI_PASSWORD", "the password of that user"],
    ["ASTERISK_MEDIA_CLIENT", clientMeaning],
  ] as const;
  const missing = needed.find(([name]) => values[name] === undefined);
  if (missing) return `${missing[0]} is not set; with ASTERISK_ARI_URL it must hold ${missing[1]}.`;
  const fits = isWebSocket ? /^[\w-]+$/ : /^[\w.-]+:\d{1,5}$/;
  if (fits.test(client)) return undefined;
  return `ASTERISK_MEDIA_CLIENT holds "${client}"; with ASTERISK_MEDIA=${media} it may hold ${clientMeaning}.`;
}
