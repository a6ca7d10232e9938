import type { PlaybookSettings, savePlaybookSettings } from "@souffleur/contracts/playbook";
import type { z } from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { refusal } from "../http/errors.ts";
import type { Author } from "./playbook-drafts.ts";
import type { PlaybookModels } from "./playbook-records.ts";
import { defaultSettings, type PublishedPlaybooks } from "./published-playbooks.ts";

interface SettingsDeps {
  config: Pick<Config, "LLM_BASE_URL">;
  models: PlaybookModels;
  published: PublishedPlaybooks;
  keys: Keyring;
  audit: Pick<Audit, "wake">;
}

type Answer = z.output<typeof savePlaybookSettings.data>;

/** How an organization's suggestions are made. */
export function createPlaybookSettings({ config, models, published, keys, audit }: SettingsDeps) {
  async function read(organizationId: string): Promise<Answer> {
    const { settings = defaultSettings, settingsRevision = 0 } = await published.find(organizationId);
    return {
      ...settings,
      revision: settingsRevision,
      modelConfigured: config.LLM_BASE_URL !== undefined,
    };
  }

  return {
    read,

    /** @throws AppError INVALID_TRANSITION with what is stored, where it has changed since `revision` */
    async save(
      { organizationId: _id, userId, source }: Author,
      { revision, ...settings }: z.output<typeof savePlaybookSettings.body>,
      now: Date,
    ): Promise<Answer> {
      const before = await read(_id);
      const event = auditEvent("playbook.settings_changed", _id, now, {
        actorId: userId,
        from: textOf(before),
        to: textOf(settings),
        source,
      });
      const isSaved = await models.playbooks
        .updateOne(
          { _id, settingsRevision: revision === 0 ? { $exists: false } : revision },
          { $set: { settings }, $inc: { settingsRevision: 1 }, $push: { audit: sealEvent(keys, event) } },
          { upsert: revision === 0 },
        )
        .then(({ matchedCount, upsertedCount }) => matchedCount + upsertedCount > 0)
        .catch((thrown: unknown) => {
          if (isDuplicateKey(thrown)) return false;
          throw thrown;
        });
      if (!isSaved) {
        throw refusal("INVALID_TRANSITION", {
          text: "These settings were changed elsewhere.",
          current: await read(_id),
        });
      }
      audit.wake();
      return read(_id);
    },
  };
}
export type PlaybookSettingsRecords = ReturnType<typeof createPlaybookSettings>;

function textOf({ model, quieter }: PlaybookSettings): string {
  return `language model ${model}, quieter ${quieter ? "on" : "off"}`;
}
