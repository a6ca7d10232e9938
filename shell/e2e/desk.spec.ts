import { expect, test } from "playwright/test";
import { openAs } from "./accounts.ts";

test("an agent asks for help, one supervisor comes and whispers, another one looks on, and the review has it", async ({
  browser,
}) => {
  const complaints: string[] = [];
  const [agent, supervisor, second] = await Promise.all(
    (["admin", "supervisor", "manager"] as const).map((role) => openAs(browser, role, complaints)),
  );
  if (!agent || !supervisor || !second) throw new Error("somebody is missing");

  await agent.goto("/live-call");
  const start = agent.getByRole("button", { name: "Test Live Transcription" });
  const end = agent.getByRole("button", { name: "End Call" });
  // A try that failed may have left its call behind.
  await expect(start.or(end)).toBeVisible();
  if (await end.isVisible()) {
    await end.click();
    await agent.getByRole("button", { name: "Later" }).click();
  }
  await start.click();
  await expect(end).toBeVisible();

  await supervisor.goto("/live-call");
  await supervisor.getByRole("link", { name: "All live calls" }).click();
  await expect(supervisor.getByRole("heading", { level: 1, name: "Live calls" })).toBeVisible();
  // Other tests may have calls of their own.
  const rows = (text: string, page = supervisor) =>
    page.getByRole("region", { name: "Running calls" }).getByRole("listitem").filter({ hasText: text });
  await expect(rows("Hélène Vasseur").locator("p [lang=fr]").first()).toContainText(/\p{L}{3}/u, {
    timeout: 20_000,
  });
  await expect(
    supervisor
      .getByRole("region", { name: "Team" })
      .getByRole("listitem")
      .filter({ hasText: "Camille Laurent" }),
  ).toContainText("In a call");

  // The second one is elsewhere: a banner shows the request with the client's words.
  await agent.keyboard.press("h");
  await expect(agent.getByRole("button", { name: "Waiting Cancel" })).toBeVisible();
  const request = second.getByRole("region", { name: "Requests for help" });
  await expect(request).toContainText(/Camille Laurent asks for help/);
  await expect(request.locator("[lang=fr]")).toContainText(/\p{L}{3}/u);
  await rows("Asks for help").getByRole("button", { name: "Join" }).click();
  const field = supervisor.getByRole("textbox", { name: /^Whisper to/ });
  await expect(field).toBeFocused();
  const company = agent.getByRole("status").filter({ hasText: "is with you" });
  await expect(company).toContainText("Sophie Girard is with you");
  await expect(request).toHaveCount(0);

  await expect(rows("You're helping")).toHaveCount(1);
  await expect(supervisor.getByText("Sophie Girard")).toHaveCount(0);
  const shoulder = supervisor.getByRole("region", { name: /with Hélène Vasseur/ });
  await expect(shoulder.getByRole("log", { name: "Conversation" })).toContainText(/\p{L}{3}/u);
  await expect(company).toContainText("1 looking on: Sophie Girard");

  await field.fill("Proposez un rendez-vous jeudi à dix heures.");
  await field.press("Enter");
  const whispers = agent.getByRole("region", { name: "Live Suggestions" });
  const ofSophie = whispers.getByRole("region", { name: "Whisper from Sophie Girard" });
  await expect(ofSophie).toContainText("Proposez un rendez-vous");
  const sent = supervisor.getByRole("list", { name: "Sent whispers" });
  await expect(sent.getByText("Seen")).toBeVisible();

  // The second one looks on at the same call, and chooses a reply of the playbook.
  await second.goto(supervisor.url());
  await expect(company).toContainText("2 looking on");
  await expect(second.getByRole("list", { name: "Sent whispers" })).toContainText("Sophie Girard");
  const other = second.getByRole("textbox", { name: /^Whisper to/ });
  await other.fill("/");
  await expect(second.getByRole("option").first()).toBeVisible();
  await other.press("Enter");
  const reply = await other.inputValue();
  expect(reply.length).toBeGreaterThan(10);
  await other.press("Enter");
  await expect(second.getByRole("list", { name: "Sent whispers" })).toContainText(reply);
  // The first one stays until the agent has used it.
  await agent.keyboard.press("w");
  await expect(sent.getByText("Used")).toBeVisible();
  await expect(agent.getByLabel("Agent notes")).toHaveValue("");
  const ofKarim = whispers.getByRole("region", { name: "Whisper from Karim Benali" });
  await expect(ofKarim).toBeVisible();

  // A page that is reloaded has what it had not used yet.
  await agent.reload();
  await expect(ofKarim).toBeVisible();
  await expect(agent.getByRole("button", { name: "Sophie is with you" })).toBeVisible();
  await second.getByRole("button", { name: "Close call" }).click();
  await expect(company).toContainText("1 looking on: Sophie Girard");

  await agent.getByRole("button", { name: "End Call" }).click();
  await expect(shoulder.getByText("The call is over.")).toBeVisible();
  await expect(rows("Sophie Girard is helping", second)).toHaveCount(0);
  const callId = new URL(supervisor.url()).searchParams.get("call");
  await supervisor.goto(`/analytics/calls/${callId}`);
  await expect(supervisor.getByText("Whisper from Sophie Girard")).toBeVisible();
  await expect(supervisor.getByText("Whisper from Karim Benali")).toBeVisible();
  expect(complaints).toEqual([]);
});
