import { expect, type Page, test } from "playwright/test";
import { openAs } from "./accounts.ts";

test("from a request for help to the first whisper a supervisor needs three presses at most", async ({
  browser,
}) => {
  const complaints: string[] = [];
  const [agent, supervisor] = await Promise.all(
    (["agent", "supervisor"] as const).map((role) => openAs(browser, role, complaints)),
  );
  if (!agent || !supervisor) throw new Error("somebody is missing");
  await agent.goto("/live-call");
  await agent.getByRole("button", { name: "Test Live Transcription" }).click();
  const suggestions = agent.getByRole("region", { name: "Live Suggestions" });
  await expect(suggestions.getByRole("listitem").first()).toBeVisible();
  await supervisor.goto("/analytics");
  const banner = supervisor.getByRole("region", { name: "Requests for help" });
  await agent.keyboard.press("h");
  await expect(banner).toContainText("asks for help");
  const askedAt = Date.now();
  let presses = 0;
  const press = async (name: string | RegExp, within: Pick<Page, "getByRole"> = supervisor) => {
    presses += 1;
    await within.getByRole("button", { name }).first().click();
  };
  await press("Join", banner);
  await press(/^Whisper this: /);
  await expect(suggestions.getByRole("region", { name: "Whisper from Sophie Girard" })).toBeVisible();
  expect(presses).toBeLessThanOrEqual(3);
  test.info().annotations.push({ type: "ms to the whisper", description: String(Date.now() - askedAt) });
  await agent.getByRole("button", { name: "End Call" }).click();
  expect(complaints).toEqual([]);
});
