import {
  type Endpoint,
  type ErrorCode,
  type OnboardingStep,
  saveOutcome,
  startSimulation,
  transcribeAudio,
} from "@souffleur/contracts";
import { addHeardText } from "@souffleur/contracts/heard-text";
import { createInvitations } from "@souffleur/contracts/invitations";
import { publishPlaybook, savePlaybookDraft } from "@souffleur/contracts/playbook";
import { saveRetention } from "@souffleur/contracts/privacy";

/** Whose step it is: a person's own, that of all of their organization, or both. */
export type Whose = "person" | "organization" | "both";

const keyOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;

/** The requests by which steps are done. */
const stepsOf = new Map<string, [OnboardingStep, Whose]>([
  [keyOf(startSimulation), ["practice-call", "person"]],
  [keyOf(saveOutcome), ["wrap-up", "person"]],
  [keyOf(createInvitations), ["invite", "organization"]],
  [keyOf(savePlaybookDraft), ["playbook", "organization"]],
  [keyOf(publishPlaybook), ["playbook", "organization"]],
  [keyOf(saveRetention), ["retention", "organization"]],
]);

/**
 * The step that a request does.
 * @param refusal the code with which it was refused
 */
export function stepDoneBy(
  endpoint: Endpoint,
  body: unknown,
  refusal?: ErrorCode,
): [OnboardingStep, Whose] | undefined {
  const { speaker, dryRun } = (body ?? {}) as { speaker?: unknown; dryRun?: unknown };
  const isAudio = endpoint.path === transcribeAudio.path || endpoint.path === addHeardText.path;
  // Sound has arrived, even where no recognizer listens.
  const isUnheard = isAudio && (refusal === "STT_NOT_CONFIGURED" || refusal === "STT_UNAVAILABLE");
  if (dryRun === true || (refusal !== undefined && !isUnheard)) return undefined;
  if (!isAudio) return stepsOf.get(keyOf(endpoint));
  return speaker === "client" ? ["audio", "organization"] : ["microphone", "person"];
}
