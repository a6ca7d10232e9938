import type { ProviderDomain } from "@souffleur/contracts/sso";
import type { Text } from "../texts/texts.ts";

type State = ProviderDomain["state"];

export const domainStateTexts: Readonly<Record<State, Text>> = {
  waiting: "Waiting for confirmation",
  confirmed: "Confirmed",
  refused: "Refused",
};
export const stateTones = { waiting: "warning", confirmed: "success", refused: "danger" } as const;
