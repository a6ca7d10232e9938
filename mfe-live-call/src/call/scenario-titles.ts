import type { ScenarioName } from "@souffleur/contracts";
import type { Text } from "../texts/texts.ts";

export const scenarioTitles = {
  discovery: "Discovery",
  "price-objection": "Price objection",
  renewal: "Renewal",
  complaint: "Complaint",
} as const satisfies Record<ScenarioName, Text>;
