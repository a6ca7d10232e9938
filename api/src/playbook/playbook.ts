import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Mount } from "../http/mount.ts";
import { createPlaybookDrafts, sizeOf } from "./playbook-drafts.ts";
import { playbookModels } from "./playbook-records.ts";
import { createPlaybookSettings } from "./playbook-settings.ts";
import { createPublishedPlaybooks } from "./published-playbooks.ts";
import { type LinesOfCall, mountPlaybook } from "./routes.ts";

interface PlaybookDeps {
  config: Pick<Config, "LLM_BASE_URL">;
  connection: Connection;
  keys: Keyring;
  audit: Audit;
  linesOfCall: LinesOfCall;
}

/** The organizations' own playbooks: drafts, published versions, and the settings for suggestions. */
export function createPlaybook({ linesOfCall, ...deps }: PlaybookDeps) {
  const models = playbookModels(deps.connection);
  deps.audit.watch(models.playbooks);
  deps.audit.watch(models.drafts);
  const published = createPublishedPlaybooks(models);
  const drafts = createPlaybookDrafts({ ...deps, models, published });
  const settings = createPlaybookSettings({ ...deps, models, published });
  return {
    published,
    /** Of the draft, or without one of the published playbook. */
    sizeOf: async (organizationId: string) => sizeOf(await drafts.read(organizationId)),
    mount: (mount: Mount): void => mountPlaybook({ mount, published, drafts, settings, linesOfCall }),
    async createIndexes(): Promise<void> {
      await Promise.all(Object.values(models).map((model) => model.createIndexes()));
    },
  };
}
export type Playbook = ReturnType<typeof createPlaybook>;
