import type { CallSource, Sender } from "@souffleur/contracts";

/** The specification's demonstration names; they are fictitious. */
export const demoParties = {
  client: "Hélène Vasseur",
  agent: "Julien Carrel",
} as const;

const unknownParties = { client: "Client", agent: "Agent" } as const;

/** The speakers' names; a telephone call never gets the demonstration names. */
export function partiesOf(call: {
  source: CallSource | undefined;
  names: Readonly<Record<Sender, string>> | undefined;
}): Readonly<Record<Sender, string>> {
  return call.names ?? (call.source === "telephony" ? unknownParties : demoParties);
}
