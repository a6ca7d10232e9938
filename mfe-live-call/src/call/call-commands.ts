import { scenarioNames } from "@souffleur/contracts";
import type { Command } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import { requestSuggestions, suggestingIn } from "./keep-suggesting.ts";
import type { LiveCall } from "./live-call.ts";
import { practiceCalls } from "./practice-calls.ts";

/** What can be done with the page's call, whichever screen is shown. */
export function callCommands({ store, startTestCall }: LiveCall): readonly Command[] {
  const state = store.get();
  if (state.call.status === "waiting")
    return scenarioNames.map((scenario) => ({
      label: t("Practice: {scenario}", { scenario: t(practiceCalls[scenario].title) }),
      icon: "call",
      to: "/live-call",
      run: () => void startTestCall(scenario),
    }));
  if (suggestingIn(state) === undefined || state.generating) return [];
  return [
    {
      label: t("Generate suggestions"),
      icon: "conversation",
      keys: ["Ctrl", t("Enter")],
      run: () => void requestSuggestions(store, true),
    },
  ];
}
