import type { Call, Customer, Sender } from "@souffleur/contracts";
import { t } from "../texts/texts.ts";

/** The specification's demonstration names; they are fictitious. */
export const demoParties = {
  client: "Hélène Vasseur",
  agent: "Julien Carrel",
} as const;

/** A call's speakers. On the agent's screen a test call has the demonstration's agent; the call has the account's name. */
export function namesOf(call: {
  source: Call["source"];
  agentName: string;
  customer: Customer;
}): Readonly<Record<Sender, string>> {
  return {
    agent: call.source === "simulation" ? demoParties.agent : call.agentName,
    client: call.customer.name,
  };
}

let unknownParties: Readonly<Record<Sender, string>> | undefined;

/** The speakers' names; a telephone call never gets the demonstration names. */
export function partiesOf(call: {
  source: Call["source"] | undefined;
  names: Readonly<Record<Sender, string>> | undefined;
}): Readonly<Record<Sender, string>> {
  if (call.names !== undefined || call.source === undefined || call.source === "simulation")
    return call.names ?? demoParties;
  // The same object each time, because store selectors compare by identity.
  unknownParties ??= { client: t("Client"), agent: t("Agent") };
  return unknownParties;
}
