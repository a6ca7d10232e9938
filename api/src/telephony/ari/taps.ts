import { randomBytes } from "node:crypto";
import type { Sender } from "@souffleur/contracts";
import * as z from "zod";
import type { Logger } from "../../http/logger.ts";
import type { MediaTokens } from "../media/media-tokens.ts";
import { type AriClient, AriError } from "./ari-client.ts";
import type { AriEvent } from "./ari-events.ts";
import type { PbxSettings } from "./pbx-settings.ts";

interface TapsDeps {
  ari: AriClient;
  settings: Pick<PbxSettings, "app" | "media" | "mediaClient">;
  tokens: Pick<MediaTokens, "expect">;
  log: Logger;
}

interface Tap {
  /** Resolves when the media connection has ended, by either side. */
  lost: Promise<void>;
  close(): Promise<void>;
}

interface TapWanted {
  /** The channel that is listened to. */
  channelId: string;
  leg: Sender;
  callId: string;
  onFrame(frame: Buffer): void;
}

/** How long Asterisk may take to start both channels of a tap. */
const startMs = 5000;
/** When a telephone hangs up, its snoop ends up to this long before its own channel. */
const hangUpMs = 250;

/**
 * Listens to channels without affecting them: a snoop receives the audio of the channel's telephone, a media channel sends
 * it here, and a separate bridge joins the two. The call's own channels are not in that bridge.
 */
export function createTaps({ ari, settings, tokens, log }: TapsDeps) {
  const { app } = settings;
  const family = `${app}.tap.`;
  const own = `${family}${randomBytes(4).toString("hex")}.`;
  /** What runs when a tap is lost, by its id. */
  const open = new Map<string, () => void>();
  const arriving = new Map<string, { arrived: () => void; failed: (error: Error) => void }>();
  let count = 0;

  const tapOf = (id: string) => id.slice(0, id.lastIndexOf("."));

  /** Resolves when one of our channels is in Stasis: before that, bridging it is refused (422). */
  function arrival(channelId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => failed(new AriError("Asterisk did not bring the tap up")), startMs);
      const done = () => {
        clearTimeout(limit);
        arriving.delete(channelId);
      };
      const failed = (error: Error) => {
        done();
        reject(error);
      };
      arriving.set(channelId, {
        arrived: () => {
          done();
          resolve();
        },
        failed,
      });
    });
  }

  function giveUp(...channelIds: string[]): void {
    for (const id of channelIds) arriving.get(id)?.failed(new AriError("the tap was given up"));
  }

  /** Ignores failures: a channel or bridge may have ended already. */
  async function remove(...paths: string[]): Promise<void> {
    await Promise.allSettled(paths.map((path) => ari.send("DELETE", path)));
  }

  return {
    isOwn: (id: string) => id.startsWith(family),

    /** Handles the events of the taps' own channels. */
    handle({ type, channel }: AriEvent): void {
      const waiting = channel && arriving.get(channel.id);
      if (type === "StasisStart") waiting?.arrived();
      else if (type === "ChannelDestroyed" && channel) {
        if (waiting) waiting.failed(new AriError("Asterisk ended the tap's channel"));
        // Without its snoop a tap gets no audio, although its media connection stays open. The delay is for a telephone
        // that hangs up, which ends the snoop too: then no new tap is needed.
        else setTimeout(() => open.get(tapOf(channel.id))?.(), hangUpMs).unref();
      }
    },

    /** @throws AriError where Asterisk does not start the tap; then nothing of it is left. */
    async open(wanted: TapWanted): Promise<Tap> {
      const id = `${own}${++count}`;
      const [snoopId, mediaId, bridgeId] = [`${id}.snoop`, `${id}.media`, `${id}.bridge`];
      let onLost = () => {};
      const lost = new Promise<void>((resolve) => {
        onLost = resolve;
      });
      const expectation = tokens.expect({ onOpen() {}, onFrame: wanted.onFrame, onClose: () => onLost() });
      open.set(id, () => onLost());
      const close = async () => {
        expectation.forget();
        open.delete(id);
        await remove(`/channels/${snoopId}`, `/channels/${mediaId}`, `/bridges/${bridgeId}`);
      };
      try {
        const asked = [
          ari.send("POST", `/channels/${encodeURIComponent(wanted.channelId)}/snoop/${snoopId}`, {
            app,
            spy: "in",
          }),
          ari.send("POST", "/channels/externalMedia", {
            channelId: mediaId,
            app,
            format: "ulaw",
            ...mediaQuery(settings, wanted, expectation.token),
          }),
          ari.send("POST", `/bridges/${bridgeId}`, { type: "mixing" }),
        ];
        const arrivals = [arrival(snoopId), arrival(mediaId)];
        for (const answer of asked) answer.catch(() => giveUp(snoopId, mediaId));
        await all([...asked, ...arrivals]);
        await ari.send("POST", `/bridges/${bridgeId}/addChannel`, { channel: `${snoopId},${mediaId}` });
      } catch (thrown) {
        await close();
        throw thrown;
      }
      return { lost, close };
    },

    /** Removes the taps that an earlier process of this application left at the PBX. */
    async sweep(): Promise<void> {
      const things = z.array(z.object({ id: z.string() }));
      const isStale = ({ id }: { id: string }) => id.startsWith(family) && !open.has(tapOf(id));
      const [channels, bridges] = await Promise.all([
        ari.get(things, "/channels"),
        ari.get(things, "/bridges"),
      ]);
      const stale = [
        ...channels.filter(isStale).map(({ id }) => `/channels/${id}`),
        ...bridges.filter(isStale).map(({ id }) => `/bridges/${id}`),
      ];
      if (stale.length > 0) log.info({ count: stale.length }, "removing the taps of an earlier process");
      await remove(...stale);
    },
  };
}
export type Taps = ReturnType<typeof createTaps>;

/** ARI's parameters for the transport and the token of a channel's audio. */
export function mediaQuery(
  { media, mediaClient }: TapsDeps["settings"],
  { leg, callId }: Pick<TapWanted, "leg" | "callId">,
  token: string,
): Record<string, string> {
  if (media === "audiosocket") {
    return { transport: "tcp", encapsulation: "audiosocket", external_host: mediaClient, data: token };
  }
  return {
    transport: "websocket",
    encapsulation: "none",
    connection_type: "client",
    external_host: mediaClient,
    transport_data: `f(json)d(in)v(leg=${leg},call=${callId},token=${token})`,
  };
}

/** Rejects with the first failure after all promises have settled, so that everything can be undone. */
async function all(promises: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
}
