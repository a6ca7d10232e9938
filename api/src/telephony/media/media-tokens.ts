import { randomUUID } from "node:crypto";
import { clock } from "../../clock.ts";
import type { Keyring } from "../../crypto/keyring.ts";

/** The recipient of a media connection's audio. */
export interface Receiver {
  onOpen(): void;
  /** Mu-law, 8 kHz; 160 bytes are 20 ms. */
  onFrame(frame: Buffer): void;
  onClose(): void;
}

interface MediaConnection {
  close(): void;
}

interface Expected {
  receiver: Receiver;
  connection?: MediaConnection;
}

const trialSeconds = 60;
const trialFrames = 25;

/**
 * Tokens that authorize media connections, each for one tap and one use. They are UUIDs, because AudioSocket allows nothing
 * else.
 */
export function createMediaTokens(keys: Keyring) {
  const waiting = new Map<string, Expected>();

  return {
    expect(receiver: Receiver): { token: string; forget(): void } {
      const token = randomUUID();
      const expected: Expected = { receiver };
      waiting.set(token, expected);
      return {
        token,
        /** Refuses the connection from now on, or closes it. */
        forget() {
          waiting.delete(token);
          expected.connection?.close();
        },
      };
    },

    /** Undefined for a token that no tap waits for. */
    take(token: string, connection: MediaConnection, now = clock.ms()): Receiver | undefined {
      const expected = waiting.get(token);
      if (expected === undefined) return isTrialToken(keys, token, now) ? trial(connection) : undefined;
      waiting.delete(token);
      expected.connection = connection;
      return expected.receiver;
    },
  };
}
export type MediaTokens = ReturnType<typeof createMediaTokens>;

/**
 * A token for `telephony:check`, which may test the media endpoint of a running server: valid for a minute, and for half a
 * second of audio, which is discarded.
 */
export function trialToken(keys: Keyring, now = clock.ms()): string {
  const until = String(Math.floor(now / 1000) + trialSeconds);
  return [until, keys.signing, keys.mac("media-trial", until).toString("base64url")].join(".");
}

function isTrialToken(keys: Keyring, token: string, now: number): boolean {
  const [until = "", kid = "", mac = ""] = token.split(".", 3);
  if (!/^\d{10,12}$/.test(until) || Number(until) * 1000 < now) return false;
  return keys.matches("media-trial", until, Buffer.from(mac, "base64url"), kid);
}

/** Closes the connection after a few frames, by which the check learns that they arrived. */
function trial(connection: MediaConnection): Receiver {
  let frames = 0;
  return {
    onOpen() {},
    onFrame() {
      frames += 1;
      if (frames === trialFrames) connection.close();
    },
    onClose() {},
  };
}
