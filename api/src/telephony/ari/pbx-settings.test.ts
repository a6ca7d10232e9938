import { readConfig } from "../../config.ts";
import { pbxSettings } from "./pbx-settings.ts";

const complete = {
  ASTERISK_ARI_URL: "http://pbx.example:8088/ari/",
  ASTERISK_ARI_USER: "souffleur",
  ASTERISK_ARI_PASSWORD: "a-password-of-ari",
  ASTERISK_MEDIA_CLIENT: "souffleur",
};
const read = (env: Record<string, string>) => pbxSettings(readConfig({ NODE_ENV: "test", ...env }));

test("is undefined where no PBX is configured", () => {
  expect(read({})).toBeUndefined();
});

test("accepts ARI's address with and without /ari", () => {
  expect(read(complete)?.url).toBe("http://pbx.example:8088");
  expect(read({ ...complete, ASTERISK_ARI_URL: "https://pbx.example/pbx" })?.url).toBe(
    "https://pbx.example/pbx",
  );
});

test("defaults to the application souffleur and to chan_websocket", () => {
  expect(read(complete)).toMatchObject({ app: "souffleur", media: "websocket", organization: undefined });
});

test.each([
  [{ ASTERISK_ARI_USER: "" }, "ASTERISK_ARI_USER is not set"],
  [{ ASTERISK_ARI_PASSWORD: "" }, "ASTERISK_ARI_PASSWORD is not set"],
  [{ ASTERISK_MEDIA_CLIENT: "" }, "ASTERISK_MEDIA_CLIENT is not set"],
  [{ ASTERISK_MEDIA_CLIENT: "ws://api/media" }, "the name of a section of websocket_client.conf"],
  [{ ASTERISK_MEDIA: "audiosocket" }, "the host:port at which Asterisk reaches this server"],
  [{ ASTERISK_MEDIA: "rtp" }, "websocket or audiosocket"],
  [{ ASTERISK_APP: "two words" }, "letters, digits"],
  [{ ASTERISK_ARI_URL: "pbx.example" }, "an http or https address"],
])("refuses %p in one line", (wrong, line) => {
  expect(() => read({ ...complete, ...wrong })).toThrow(line);
});

test("an error never contains a password from the address", () => {
  const start = () => read({ ...complete, ASTERISK_ARI_URL: "http://user:hidden@pbx.example" });
  expect(start).toThrow("ASTERISK_ARI_USER");
  expect(start).not.toThrow("hidden");
});
