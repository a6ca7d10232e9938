import type { ScenarioName } from "@souffleur/contracts";
import type { Text } from "../texts/texts.ts";

export const practiceCalls = {
  discovery: { title: "Discovery", description: "A new contact: find out what they need." },
  "price-objection": {
    title: "Price objection",
    description: "The offer is too expensive, and there is a competitor.",
  },
  renewal: { title: "Renewal", description: "A contract ends soon, with doubts about going on." },
  complaint: { title: "Complaint", description: "An angry customer, before anything can be sold." },
} as const satisfies Record<ScenarioName, { title: Text; description: Text }>;
