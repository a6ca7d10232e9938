import { createKeyring } from "../../crypto/keyring.ts";
import { createMediaTokens, trialToken } from "./media-tokens.ts";

const keys = createKeyring(["a secret of these tests"]);
const receiver = { onOpen() {}, onFrame() {}, onClose() {} };

function connection() {
  const closed = jest.fn();
  return { close: closed, closed };
}

test("closes the connection of a tap that is closed, and refuses its token afterwards", () => {
  const tokens = createMediaTokens(keys);
  const [first, second] = [tokens.expect(receiver), tokens.expect(receiver)];
  const open = connection();
  tokens.take(first.token, open);
  first.forget();
  second.forget();
  expect(open.closed).toHaveBeenCalledTimes(1);
  expect(tokens.take(second.token, connection())).toBeUndefined();
});

describe("the token of telephony:check", () => {
  const now = Date.parse("2026-03-02T09:00:00Z");

  test("is valid for half a second of audio, whichever process made it", () => {
    const tokens = createMediaTokens(keys);
    const open = connection();
    const trial = tokens.take(trialToken(createKeyring(["a secret of these tests"]), now), open, now);
    for (let frame = 0; frame < 25; frame++) {
      expect(open.closed).not.toHaveBeenCalled();
      trial?.onFrame(Buffer.alloc(160));
    }
    expect(open.closed).toHaveBeenCalledTimes(1);
  });

  test("is invalid after a minute, under another secret, or with another time", () => {
    const tokens = createMediaTokens(keys);
    const token = trialToken(keys, now);
    const [until, ...rest] = token.split(".");
    const longer = [Number(until) + 60, ...rest].join(".");
    expect(tokens.take(token, connection(), now + 61_000)).toBeUndefined();
    expect(tokens.take(longer, connection(), now)).toBeUndefined();
    expect(tokens.take(trialToken(createKeyring(["another"]), now), connection(), now)).toBeUndefined();
  });
});
