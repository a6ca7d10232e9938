import { randomUUID } from "node:crypto";
import type { Keyring } from "../../crypto/keyring.ts";

/** Where a media connection delivers. */
export interface Receiver {
  onOpen(): void;
  /** Mu-law, 8 kHz; 160 bytes are 20 ms. */
  onFrame(frame: Buffer): void;
  onClose(): void;
}

export interface MediaConnection {
  close(): void;
}

interface Expected {
  receiver: Receiver;
  connection?: MediaConnection;
}

export interface Expectation {
  token: string;
  /** Refuses the connection from now on, and closes it where it is there. */
  forget(): void;
}

const trialSeconds = 60;
const trialFrames = 25;

/**
 * A connection may deliver sound when it shows the token of a tap that waits for it; a token is good once. Tokens are
 * UUIDs, because AudioSocket has no room for anything else.
 */
export function createMediaTokens(keys: Keyring) {
  const waiting = new Map<string, Expected>();

  return {
    expect(receiver: Receiver): Expectation {
      const token = randomUUID();
      const expected: Expected = { receiver };
      waiting.set(token, expected);
      return {
        token,
        forget() {
          waiting.delete(token);
          expected.connection?.close();
        },
      };
    },

    /** Undefined for a token that no tap waits for. */
    take(token: string, connection: MediaConnection, now = Date.now()): Receiver | undefined {
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
 * A token for the check of the set-up, which may run beside the server whose media endpoint it tries: good for a minute,
 * and for half a second of sound that goes nowhere.
 */
export function trialToken(keys: Keyring, now = Date.now()): string {
  const until = String(Math.floor(now / 1000) + trialSeconds);
  return [until, keys.signing, keys.mac("media-trial", until).toString("base64url")].join(".");
}

function isTrialToken(keys: Keyring, token: string, now: number): boolean {
  const [until = "", kid = "", mac = ""] = token.split(".", 3);
  if (!/^\d{10,12}$/.test(until) || Number(until) * 1000 < now) return false;
  return keys.matches("media-trial", until, Buffer.from(mac, "base64url"), kid);
}

/** Takes a few frames and closes: by that Asterisk, and so the check, sees that they came. */
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
