import type { TokenScope } from "@souffleur/contracts";
import type { Text } from "../texts/texts.ts";

/** What a token with the scope may do. */
export const scopeTexts: Readonly<Record<TokenScope, Text>> = {
  "calls:read": "Read calls",
  "calls:export": "Export calls",
  "customers:read": "Read customers",
  "customers:write": "Change customers",
  "users:provision": "Provision users (SCIM)",
};
