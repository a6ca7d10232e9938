import { ScenarioName, Sender, SuggestionCategory } from "@souffleur/contracts";
import * as z from "zod";
import complaint from "./scenarios/complaint.json" with { type: "json" };
import discovery from "./scenarios/discovery.json" with { type: "json" };
import priceObjection from "./scenarios/price-objection.json" with { type: "json" };
import renewal from "./scenarios/renewal.json" with { type: "json" };

const confidence = z.number().min(0).max(1);

const ScriptLine = z.strictObject({
  speaker: Sender,
  /** May name `{agent}` and `{client}`. */
  text: z.string().trim().min(1),
  /** Silence before the line; 0 where a speaker cuts in. */
  pauseMs: z.int().min(0).max(5000),
  /** From the first sound to the final transcript. */
  durationMs: z.int().min(200).max(15_000),
  confidence,
  /** Suggestions that appear when the line is final. */
  suggest: z
    .array(
      z.strictObject({
        /** The id of the built-in playbook's entry that it answers. */
        intent: z.string().min(1),
        text: z.string().min(1),
        category: SuggestionCategory,
        confidence,
      }),
    )
    .optional(),
});
export type ScriptLine = z.infer<typeof ScriptLine>;

const Scenario = z.strictObject({
  name: ScenarioName,
  agentName: z.string().min(1),
  clientName: z.string().min(1),
  lines: z.array(ScriptLine).min(25),
});
export type Scenario = z.infer<typeof Scenario>;

/** The scripted calls. An invalid data file fails the server's start. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = z
  .record(ScenarioName, Scenario)
  .parse({ discovery, "price-objection": priceObjection, renewal, complaint } satisfies Record<
    ScenarioName,
    unknown
  >);

/** A scripted call with the names of its speakers; by default, with the scenario's own names. */
export function castScenario(
  name: ScenarioName,
  people: { agentName?: string | undefined; clientName?: string | undefined } = {},
): Scenario {
  const scenario = scenarios[name];
  const agentName = people.agentName || scenario.agentName;
  const clientName = people.clientName || scenario.clientName;
  const cast = (text: string) =>
    text.replace(/\{(agent|client)\}/gu, (_slot, role) => (role === "agent" ? agentName : clientName));
  const lines = scenario.lines.map((line) => ({ ...line, text: cast(line.text) }));
  return { ...scenario, agentName, clientName, lines };
}
