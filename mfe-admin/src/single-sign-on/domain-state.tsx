import type { ProviderDomain } from "@souffleur/contracts/sso";
import { Badge } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";

const texts = { waiting: "Waiting for confirmation", confirmed: "Confirmed", refused: "Refused" } as const;
const tones = { waiting: "warning", confirmed: "success", refused: "danger" } as const;

export function DomainState({ state }: Pick<ProviderDomain, "state">) {
  return <Badge tone={tones[state]}>{t(texts[state])}</Badge>;
}
