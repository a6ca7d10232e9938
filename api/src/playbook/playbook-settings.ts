import type { PlaybookSettings, savePlaybookSettings } from "@souffleur/contracts/playbook";
import type { z } from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isUpserted } from "../database/duplicate-keys.ts";
import { appError } from "../http/errors.ts";
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

/** The settings for an organization's suggestions. */
export function createPlaybookSettings({ config, models, published, keys, audit }: SettingsDeps) {
  async function read(organizationId: string): Promise<Answer> {
    const { settings = defaultSettings, settingsRevision = 0 } = await published.find(organizationId);
    const modelConfigured = config.LLM_BASE_URL !== undefined;
    return { ...settings, revision: settingsRevision, modelConfigured };
  }

  return {
    read,

    /** @throws AppError INVALID_TRANSITION with the stored settings, where `revision` is no longer the stored one */
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
      const isSaved = await isUpserted(
        models.playbooks.updateOne(
          { _id, settingsRevision: revision === 0 ? { $exists: false } : revision },
          { $set: { settings }, $inc: { settingsRevision: 1 }, $push: { audit: sealEvent(keys, event) } },
          { upsert: revision === 0 },
        ),
      );
      if (!isSaved) {
        throw appError("INVALID_TRANSITION", {
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
