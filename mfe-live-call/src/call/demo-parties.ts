import type { CallSource, Sender } from "@souffleur/contracts";

/** The specification's fixed demonstration names; nobody real bears them. */
export const demoParties = {
  client: "Hélène Vasseur",
  agent: "Julien Carrel",
} as const;

const unknownParties = { client: "Client", agent: "Agent" } as const;

/** Who speaks, as far as it is known. A telephone call is nobody's of the demonstration. */
export function partiesOf(call: {
  source: CallSource | undefined;
  names: Readonly<Record<Sender, string>> | undefined;
}): Readonly<Record<Sender, string>> {
  return call.names ?? (call.source === "telephony" ? unknownParties : demoParties);
}
