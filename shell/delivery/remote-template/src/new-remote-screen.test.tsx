import { sttLanguage } from "@souffleur/contracts";
import { ok, refused, someUser, testPage } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import remote from "./routes.tsx";

const { api, open, button } = testPage(remote, { as: someUser() });

const answer = (configured: boolean) =>
  ok(sttLanguage, { data: { language: "fr", model: "nova-3", configured } });

test.each([
  [true, "Calls are transcribed in French."],
  [false, "Transcription is off."],
])("shows what the API answers (configured: %s)", async (configured, text) => {
  api.on(sttLanguage, () => answer(configured));
  await open("/new-remote");
  expect(screen.getByRole("heading", { level: 1, name: "New Remote" })).toBeVisible();
  expect(await screen.findByText(text)).toBeVisible();
});

test("an error is shown, and Retry loads again", async () => {
  api.on(sttLanguage, () => refused("INTERNAL", "An unexpected error occurred."));
  const { user } = await open("/new-remote");
  expect(await screen.findByText("The screen could not be loaded.")).toBeVisible();
  api.on(sttLanguage, () => answer(true));
  await user.click(button("Retry"));
  expect(await screen.findByText("Calls are transcribed in French.")).toBeVisible();
});
