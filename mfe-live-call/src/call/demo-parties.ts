import type { CallSource, Sender } from "@souffleur/contracts";
import { t } from "../texts/texts.ts";

/** The specification's demonstration names; they are fictitious. */
export const demoParties = {
  client: "Hélène Vasseur",
  agent: "Julien Carrel",
} as const;

let unknownParties: Readonly<Record<Sender, string>> | undefined;

/** The speakers' names; a telephone call never gets the demonstration names. */
export function partiesOf(call: {
  source: CallSource | undefined;
  names: Readonly<Record<Sender, string>> | undefined;
}): Readonly<Record<Sender, string>> {
  if (call.names !== undefined || call.source !== "telephony") return call.names ?? demoParties;
  // The same object each time, because store selectors compare by identity.
  unknownParties ??= { client: t("Client"), agent: t("Agent") };
  return unknownParties;
}
