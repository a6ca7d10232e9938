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
  /** How long Asterisk may take to bring both channels of a tap up; in ms. */
  startLimit?: number;
}

export interface Tap {
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

/** The telephone's own end follows that of its snoop within this time. */
const hangUpMs = 250;

/**
 * Listens to channels without touching them: a snoop gets the sound of the channel's own telephone, a media channel
 * brings it here, and a bridge of their own joins the two. The call's channels are not in it.
 */
export function createTaps({ ari, settings, tokens, log, startLimit = 5000 }: TapsDeps) {
  const { app } = settings;
  const family = `${app}.tap.`;
  const own = `${family}${randomBytes(4).toString("hex")}.`;
  /** For each tap what is to run when it is lost. */
  const open = new Map<string, () => void>();
  const arriving = new Map<string, { arrived: () => void; failed: (error: Error) => void }>();
  let count = 0;

  const tapOf = (id: string) => id.slice(0, id.lastIndexOf("."));

  /** Resolves when a channel of ours is in Stasis: before that it cannot be bridged (422). */
  function arrival(channelId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => failed(new AriError("Asterisk did not bring the tap up")), startLimit);
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

  /** Ignores failures: a channel or bridge may be gone already. */
  async function remove(...paths: string[]): Promise<void> {
    await Promise.allSettled(paths.map((path) => ari.send("DELETE", path)));
  }

  return {
    isOwn: (id: string) => id.startsWith(family),

    /** Takes the events of the taps' own channels. */
    handle({ type, channel }: AriEvent): void {
      const waiting = channel && arriving.get(channel.id);
      if (type === "StasisStart") waiting?.arrived();
      else if (type === "ChannelDestroyed" && channel) {
        if (waiting) waiting.failed(new AriError("Asterisk ended the tap's channel"));
        // Without its snoop a tap gets no sound, but its media connection stays. When a telephone hangs up, its snoop
        // goes too: no new tap is needed then.
        else setTimeout(() => open.get(tapOf(channel.id))?.(), hangUpMs).unref();
      }
    },

    /** @throws AriError where Asterisk does not bring the tap up; nothing of it is left then. */
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

    /** Removes what an earlier process of this application left at the PBX. */
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

/** The transport and the token with which Asterisk is to bring a channel's sound. */
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

/** Rejects with the first failure after all have settled: what was begun can be undone then. */
async function all(promises: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
}
