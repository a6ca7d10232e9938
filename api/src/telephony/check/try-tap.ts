import { randomBytes } from "node:crypto";
import type { Logger } from "../../http/logger.ts";
import { type AriClient, AriError } from "../ari/ari-client.ts";
import type { PbxSettings } from "../ari/pbx-settings.ts";
import { createTaps, mediaQuery } from "../ari/taps.ts";
import type { MediaTokens } from "../media/media-tokens.ts";

/** Where the tap's sound arrives. */
export interface MediaReceiver {
  tokens: Pick<MediaTokens, "expect">;
  /** Resolves when enough frames have arrived. */
  soundArrived: Promise<void>;
  onDestroyed(channelId: string): void;
  /** For people. */
  where: string;
  close(): Promise<void>;
}

interface TryTapDeps {
  ari: AriClient;
  settings: PbxSettings;
  log: Logger;
  receiver: MediaReceiver;
}

const limitMs = 6000;

/**
 * Taps a silent media channel of its own, so that no telephone is needed or disturbed: a snoop delivers silence as it
 * delivers speech.
 * @throws AriError whose message says which step failed
 */
export async function tryTap({ ari, settings, log, receiver }: TryTapDeps): Promise<void> {
  const { tokens } = receiver;
  const taps = createTaps({ ari, settings, tokens, log });
  let onUp = () => {};
  const isUp = new Promise<void>((resolve) => {
    onUp = resolve;
  });
  const stop = ari.listen({
    onUp: () => onUp(),
    onDown: () => {},
    onEvent(event) {
      taps.handle(event);
      if (event.type === "ChannelDestroyed" && event.channel) receiver.onDestroyed(event.channel.id);
    },
  });
  const sourceId = `${settings.app}.check.${randomBytes(4).toString("hex")}`;
  const source = tokens.expect({ onOpen() {}, onFrame() {}, onClose() {} });
  try {
    await within(isUp, "Asterisk's events do not arrive");
    await ari.send("POST", "/channels/externalMedia", {
      channelId: sourceId,
      app: settings.app,
      format: "ulaw",
      ...mediaQuery(settings, { leg: "client", callId: "check" }, source.token),
    });
    const tap = await taps.open({ channelId: sourceId, leg: "client", callId: "check", onFrame() {} });
    try {
      await within(receiver.soundArrived, "Asterisk connected, but brought no sound");
    } finally {
      await tap.close();
    }
  } finally {
    source.forget();
    await ari.send("DELETE", `/channels/${sourceId}`).catch(() => {});
    await stop();
  }
}

async function within(promise: Promise<void>, otherwise: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AriError(otherwise)), limitMs);
  });
  await Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
