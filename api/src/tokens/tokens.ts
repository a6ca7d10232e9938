import { createToken, deleteToken, listTokens } from "@souffleur/contracts/tokens";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Mount } from "../http/mount.ts";
import { createAuthenticateMachine } from "./machines.ts";
import { createOwnTokens } from "./own-tokens.ts";
import { createTokenRecords } from "./token-records.ts";

interface TokensDeps {
  connection: Connection;
  keys: Keyring;
  organizations: Pick<Organizations, "find">;
  audit: Pick<Audit, "watch" | "wake">;
}

/** The tokens with which programs act for an organization. */
export function createTokens({ connection, keys, organizations, audit }: TokensDeps) {
  const records = createTokenRecords(connection, keys);
  audit.watch(records.model);
  const own = createOwnTokens({ records, audit });
  return {
    count: async (organizationId: string) => (await records.listOf(organizationId)).length,
    authenticateMachine: createAuthenticateMachine({ records, organizations }),
    mount(mount: Mount) {
      mount(listTokens, async ({ caller }) => ({ data: { tokens: await own.list(caller) } }));

      mount(createToken, async ({ by, body }) => ({
        data: await own.create(body, by, clock.now()),
        message: "Token created",
      }));

      mount(deleteToken, async ({ by, params }) => {
        await own.remove(params.id, by, clock.now());
        return { message: "Token deleted" };
      });
    },
    createIndexes: (): Promise<void> => records.model.createIndexes(),
  };
}
