import { ConfigError, readConfig } from "../config.ts";
import { createRecognizer, modelOf } from "./create-recognizer.ts";

const url = "http://gpu.company.example:8000/v1";
const openai = { STT_PROVIDER: "openai", STT_URL: url, STT_MODEL: "a/model" };
const deepgram = { DEEPGRAM_API_KEY: "a key" };

test.each([
  ["nothing", {}, undefined, "nova-3"],
  ["Deepgram's key", deepgram, "deepgram", "nova-3"],
  ["Deepgram's key and name", { ...deepgram, STT_PROVIDER: "deepgram" }, "deepgram", "nova-3"],
  ["a server", openai, "openai", "a/model"],
  ["a server with a key", { ...openai, STT_API_KEY: "another key" }, "openai", "a/model"],
  ["a server, beside Deepgram's key", { ...openai, ...deepgram }, "openai", "a/model"],
  [
    "Deepgram by name, beside a server",
    { ...openai, ...deepgram, STT_PROVIDER: "deepgram" },
    "deepgram",
    "a/model",
  ],
])(
  "with %s, the recognizer is the one that is named",
  (_what, env: Record<string, string>, provider, model) => {
    const config = readConfig({ NODE_ENV: "test", ...env });
    expect(createRecognizer(config)?.provider).toBe(provider);
    expect(modelOf(config)).toBe(model);
  },
);

test.each([
  [{ STT_PROVIDER: "whisper" }, 'STT_PROVIDER is set to "whisper"; it must be deepgram or openai.'],
  [
    { STT_PROVIDER: "deepgram" },
    "DEEPGRAM_API_KEY is not set; with STT_PROVIDER=deepgram it must hold the key",
  ],
  [
    { STT_PROVIDER: "openai", STT_MODEL: "m" },
    "STT_URL is not set; with STT_PROVIDER=openai it must hold the address",
  ],
  [
    { ...openai, STT_MODEL: "" },
    "STT_MODEL is not set; with STT_PROVIDER=openai it must hold the name of a model",
  ],
  [{ STT_URL: url }, "STT_PROVIDER is not set; with STT_URL it must be openai, or STT_URL unset."],
  [{ STT_API_KEY: "s3cret", ...deepgram }, "STT_PROVIDER is not set; with STT_API_KEY it must be openai"],
  [
    { ...openai, STT_URL: "http://user:s3cret@gpu/v1" },
    "STT_URL is set to an address that does not fit (not shown",
  ],
  [{ ...openai, STT_URL: "ws://gpu/v1" }, "STT_URL is set to an address that does not fit (not shown"],
  [
    { ...openai, STT_API_KEY: "s3cret\n" },
    "STT_API_KEY is set to a value that does not fit (not shown, it is a secret)",
  ],
])("the start refuses %j in a line that says what to do", (env: Record<string, string>, line) => {
  let message = "";
  try {
    readConfig({ NODE_ENV: "test", ...env });
  } catch (thrown) {
    if (thrown instanceof ConfigError) message = thrown.message;
  }
  expect(message).toContain(line);
  expect(message).not.toContain("s3cret");
});
