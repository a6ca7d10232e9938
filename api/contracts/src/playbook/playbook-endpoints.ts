import { choice, endpoint, z } from "@souffleur/contracts";
import { text } from "../texts/text.ts";
import {
  checkWhole,
  content,
  PlaybookDraft,
  PlaybookVersion,
  PublishedPlaybook,
  playbookLimits,
} from "./playbook-content.ts";

const path = "/api/playbook";
const revision = z.int({ error: text("Revision must be a number") }).min(0);

export const readPlaybook = endpoint({
  method: "GET",
  path,
  access: "organization",
  capability: "manageUsers",
  tag: "Playbook",
  summary: "The published playbook of the organization; for managers and callers who may manage settings",
  data: PublishedPlaybook,
});

export const readPlaybookDraft = endpoint({
  method: "GET",
  path: `${path}/draft`,
  access: "organization",
  capability: "manageUsers",
  tag: "Playbook",
  summary: "The draft of the playbook; for managers and callers who may manage settings",
  data: PlaybookDraft,
});

export const savePlaybookDraft = endpoint({
  method: "PUT",
  path: `${path}/draft`,
  access: "organization",
  capability: "manageSettings",
  tag: "Playbook",
  summary:
    "Save the draft of the playbook; for callers who may manage settings. 409 with the stored draft as `current` where it has changed since the revision that is named",
  errors: ["INVALID_TRANSITION"],
  limit: playbookLimits.savesPerMinute,
  bodyBytes: playbookLimits.bodyBytes,
  example: {
    body: {
      revision: 0,
      entries: [
        {
          id: "price",
          intent: "Price",
          group: "objections",
          phrases: [{ text: "trop cher", strength: "strong" }],
          not: ["pas trop cher"],
          replies: [{ id: "price-1", category: "question", text: "Par rapport à quel budget ?" }],
        },
      ],
    },
  },
  body: z.object({ ...content, revision }).superRefine(checkWhole),
  data: PlaybookDraft,
});

export const publishPlaybook = endpoint({
  method: "POST",
  path: `${path}/publish`,
  access: "organization",
  capability: "manageSettings",
  tag: "Playbook",
  summary:
    "Publish the draft: running calls have it within a second; for callers who may manage settings. 409 with the stored draft as `current` where it has changed since the revision that is named",
  errors: ["INVALID_TRANSITION"],
  limit: playbookLimits.publicationsPerMinute,
  example: { body: { revision: 1, note: "Answers to the new competitor" } },
  body: z.object({
    revision,
    note: z
      .string({ error: text("Note must be text") })
      .trim()
      .max(playbookLimits.noteMax, {
        error: text(`Note is too long (max ${playbookLimits.noteMax} characters)`),
      })
      .optional(),
  }),
  data: PlaybookVersion,
});

export const listPlaybookVersions = endpoint({
  method: "GET",
  path: `${path}/versions`,
  access: "organization",
  capability: "manageUsers",
  tag: "Playbook",
  summary:
    "All published versions, the newest first, the built-in one last; for managers and callers who may manage settings",
  data: z.object({ versions: z.array(PlaybookVersion) }),
});

export const readPlaybookVersion = endpoint({
  method: "GET",
  path: `${path}/versions/:version`,
  access: "organization",
  capability: "manageUsers",
  tag: "Playbook",
  summary: "A published version, 0 the built-in one; for managers and callers who may manage settings",
  errors: ["NOT_FOUND"],
  example: { params: { version: 0 } },
  params: z.object({
    version: z.coerce
      .number({ error: text("Version must be a number") })
      .int({ error: text("Version must be a number") })
      .min(0, { error: text("Version must be a number") }),
  }),
  data: PublishedPlaybook,
});

export const PlaybookSettings = z.object({
  /** Whether a configured language model is asked first, only where the playbook has nothing, or never. */
  model: choice("Model", ["first", "when-silent", "off"]),
  /** Whether replies that an agent says unprompted are shown to them less. */
  quieter: z.boolean({ error: text("Quieter must be true or false") }),
});
export type PlaybookSettings = z.infer<typeof PlaybookSettings>;

const StoredSettings = PlaybookSettings.extend({
  /** Counts the changes. */
  revision: z.int().nonnegative(),
  /** Whether this server has a language model. */
  modelConfigured: z.boolean(),
});

export const readPlaybookSettings = endpoint({
  method: "GET",
  path: `${path}/settings`,
  access: "organization",
  capability: "manageUsers",
  tag: "Playbook",
  summary: "How the organization's suggestions are made; for managers and callers who may manage settings",
  data: StoredSettings,
});

export const savePlaybookSettings = endpoint({
  method: "PUT",
  path: `${path}/settings`,
  access: "organization",
  capability: "manageSettings",
  tag: "Playbook",
  summary:
    "Set how the organization's suggestions are made; for callers who may manage settings. 409 with the stored ones as `current` where they have changed since the revision that is named",
  errors: ["INVALID_TRANSITION"],
  example: { body: { model: "first", quieter: false, revision: 0 } },
  body: PlaybookSettings.extend({ revision }),
  data: StoredSettings,
});
