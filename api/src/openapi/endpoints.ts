import type { Endpoint } from "@souffleur/contracts";
import * as contracts from "@souffleur/contracts";
import * as coachingEndpoints from "@souffleur/contracts/coaching";
import * as customerEndpoints from "@souffleur/contracts/customers";
import * as deskEndpoints from "@souffleur/contracts/desk";
import * as heardTextEndpoints from "@souffleur/contracts/heard-text";
import * as invitationEndpoints from "@souffleur/contracts/invitations";
import * as releaseEndpoints from "@souffleur/contracts/live-releases";
import * as nextStepEndpoints from "@souffleur/contracts/next-steps";
import * as passkeyEndpoints from "@souffleur/contracts/passkeys";
import * as playbookEndpoints from "@souffleur/contracts/playbook";
import * as previewEndpoints from "@souffleur/contracts/previews";
import * as privacyEndpoints from "@souffleur/contracts/privacy";
import * as releaseCommands from "@souffleur/contracts/release-commands";
import * as ssoEndpoints from "@souffleur/contracts/sso";
import * as tokenEndpoints from "@souffleur/contracts/tokens";
import * as usageEndpoints from "@souffleur/contracts/usage";
import * as webhookEndpoints from "@souffleur/contracts/webhooks";

/** By the addresses that they are imported from. */
const exportedFrom: Readonly<Record<string, object>> = {
  "@souffleur/contracts": contracts,
  "@souffleur/contracts/coaching": coachingEndpoints,
  "@souffleur/contracts/customers": customerEndpoints,
  "@souffleur/contracts/desk": deskEndpoints,
  "@souffleur/contracts/heard-text": heardTextEndpoints,
  "@souffleur/contracts/invitations": invitationEndpoints,
  "@souffleur/contracts/live-releases": releaseEndpoints,
  "@souffleur/contracts/next-steps": nextStepEndpoints,
  "@souffleur/contracts/passkeys": passkeyEndpoints,
  "@souffleur/contracts/playbook": playbookEndpoints,
  "@souffleur/contracts/previews": previewEndpoints,
  "@souffleur/contracts/privacy": privacyEndpoints,
  "@souffleur/contracts/release-commands": releaseCommands,
  "@souffleur/contracts/sso": ssoEndpoints,
  "@souffleur/contracts/tokens": tokenEndpoints,
  "@souffleur/contracts/usage": usageEndpoints,
  "@souffleur/contracts/webhooks": webhookEndpoints,
};

export type NamedEndpoint = [name: string, endpoint: Endpoint, importedFrom: string];

/** Every call of the contracts. */
export function endpoints(): NamedEndpoint[] {
  return Object.entries(exportedFrom).flatMap(([from, exported]) =>
    Object.entries(exported)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]): NamedEndpoint => [name, endpoint, from]),
  );
}

const patterns = () =>
  endpoints().map(([, endpoint]) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}/?$`),
    placeholders: endpoint.path.split(":").length,
  }));
let known: ReturnType<typeof patterns> | undefined;

/** The call that a request makes, of several the one with the fewest placeholders; undefined for what no contract describes. */
export function endpointAt(method: string, pathname: string): Endpoint | undefined {
  known ??= patterns();
  return known
    .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
    .toSorted((one, other) => one.placeholders - other.placeholders)[0]?.endpoint;
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "path" in value && "access" in value && "method" in value
  );
}
