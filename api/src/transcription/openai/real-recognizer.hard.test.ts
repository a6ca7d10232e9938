import type { Line } from "@souffleur/contracts";
import { agent } from "../../../testing/people/call-people.ts";
import { telephone } from "../../../testing/speech/programs.ts";
import { usePhones } from "../../../testing/telephony/telephony.ts";
import { startPocketsphinx } from "../../../testing/transcription/pocketsphinx/pocketsphinx.ts";

const words = ["appointment", "tomorrow", "hundred", "dollars", "wednesday", "contract", "monday"];
const { inCall } = usePhones();

let recognizer: Awaited<ReturnType<typeof startPocketsphinx>>;
beforeAll(async () => {
  recognizer = await startPocketsphinx(words);
});
afterAll(() => recognizer.close());

test("what is said on the telephone is heard by a real recognizer, and nothing of the silence", async () => {
  const say = (text: string) => recognizer.programs.say(text, ["en-us", 120], telephone, ["pad", "0.5"]);
  const sounds = { client: await say("wednesday"), agent: await say("hundred dollars") };
  const { phones, browser, channels } = await inCall(recognizer.env);
  phones.play(channels, sounds);
  expect(await browser.lines(2)).toEqual(["agent: hundred dollars", "client: wednesday"]);
  const { callId } = browser.of("call_started")[0];
  const { body } = await phones.server().api(agent, "GET", `/api/calls/${callId}/transcript`);
  const texts = body.data.lines.map(({ text }: Line) => text);
  expect(texts.sort()).toEqual(["hundred dollars", "wednesday"]);
  // In seconds; the longer one speaks for 1.3.
  expect(Math.max(...recognizer.lengths)).toBeLessThan(2);
});
