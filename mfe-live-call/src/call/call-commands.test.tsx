// The socket's server and client run in one process, so both need their builds for Node.

import { generateSuggestions, saveOutcome, startSimulation } from "@souffleur/contracts";
import { askForHelp } from "@souffleur/contracts/desk";
import { currentCommands } from "@souffleur/shared-ui";
import { act, waitFor } from "@testing-library/react";
import { button, open, page, preparePages, waitForStatus } from "../testing/open-screen.tsx";

preparePages();

const labels = () => currentCommands().map(({ label }) => label);
const run = (label: string) =>
  act(async () =>
    currentCommands()
      .find((command) => command.label === label)
      ?.run(),
  );

test("the palette starts a practice call, asks for suggestions and help, ends the call and sets its outcome", async () => {
  await open();
  expect(labels()).toEqual([
    "Practice: Discovery",
    "Practice: Price objection",
    "Practice: Renewal",
    "Practice: Complaint",
  ]);
  await run("Practice: Renewal");
  await waitForStatus("Active");
  expect(page.server.api.callsOf(startSimulation)[0]?.body).toMatchObject({ scenario: "renewal" });
  await waitFor(() => expect(labels().sort()).toEqual(["Ask for help", "End Call", "Generate suggestions"]));
  await run("Generate suggestions");
  await waitFor(() => expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1));
  await run("Ask for help");
  await waitFor(() => expect(page.server.api.callsOf(askForHelp)).toHaveLength(1));
  // It is asked for once.
  await waitFor(() => expect(labels()).not.toContain("Ask for help"));
  await run("End Call");
  await waitForStatus("Ended");
  expect(labels()).not.toContain("End Call");
  expect(currentCommands().find(({ label }) => label === "Set outcome: Won")?.keys).toEqual(["1"]);
  await run("Set outcome: Won");
  await waitFor(() =>
    expect(page.server.api.callsOf(saveOutcome)[0]?.body).toMatchObject({ outcome: "successful" }),
  );
  // The digits choose once.
  expect(currentCommands().find(({ label }) => label === "Set outcome: Won")?.keys).toBeUndefined();
  await act(async () => button("Later").click());
  expect(labels()[0]).toBe("Practice: Discovery");
});
