import { expect, test } from "playwright/test";
import { telephone } from "../../api/testing/speech/programs.ts";
import { pbxUser, startFakeAri } from "../../api/testing/telephony/fake-ari.ts";
import { frameBytes, frameMs } from "../../api/testing/telephony/fake-media.ts";
import { startPocketsphinx } from "../../api/testing/transcription/pocketsphinx/pocketsphinx.ts";
import { launchProduct } from "../../api/tools/launch-product.ts";
import { agent, signInAs } from "./accounts.ts";
import { log } from "./practice-call.ts";

/** A sample of mu-law silence. */
const silence = 0xff;

test("what the client says on the telephone is on the agent's screen, heard by a recognizer of one's own", async ({
  browser,
}) => {
  const pbx = await startFakeAri();
  const recognizer = await startPocketsphinx(["hundred", "dollars", "wednesday", "contract", "tomorrow"]);
  const product = await launchProduct({
    ...recognizer.env,
    ASTERISK_ARI_URL: pbx.url,
    ASTERISK_ARI_USER: pbxUser.user,
    ASTERISK_ARI_PASSWORD: pbxUser.password,
    ASTERISK_MEDIA_CLIENT: "souffleur",
  });
  pbx.media.uris.souffleur = `${product.url.replace("http", "ws")}/telephony/media`;
  let line: NodeJS.Timeout | undefined;
  try {
    const page = await (await browser.newContext({ baseURL: product.url })).newPage();
    await signInAs(page, agent, {}, product.url);
    await page.goto("/live-call");
    await expect(page.getByRole("button", { name: "Test Live Transcription" })).toBeVisible();
    await expect.poll(() => pbx.hasListener()).toBe(true);
    const variables = { SOUFFLEUR_AGENT: agent.email };
    const client = pbx.dial(variables, { name: "Jeanne Martin", number: "0611223344" });
    const other = pbx.dial(variables);
    pbx.bridge(client, other);
    await expect.poll(() => pbx.isTapped(client) && pbx.isTapped(other)).toBe(true);

    const said = await recognizer.programs.say("hundred dollars", ["en-us", 120], telephone, ["pad", "0.5"]);
    let at = 0;
    line = setInterval(() => {
      const frame = said.subarray(at, at + frameBytes);
      at += frameBytes;
      pbx.sendSound(client, frame.length === frameBytes ? frame : silence);
      pbx.sendSound(other, silence);
    }, frameMs);
    await expect(log(page).getByText("hundred dollars", { exact: true })).toBeVisible();
  } finally {
    clearInterval(line);
    await product.stop();
    await recognizer.close();
    await pbx.close();
  }
});
