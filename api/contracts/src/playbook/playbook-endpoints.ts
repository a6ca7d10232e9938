import { boundedText, choice, endpoint, revisionField, wholeNumber, z } from "@souffleur/contracts";
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
const reading = { access: "organization", capability: "manageUsers", tag: "Playbook" } as const;
const editing = { access: "organization", capability: "manageSettings", tag: "Playbook" } as const;

export const readPlaybook = endpoint("GET", path, {
  ...reading,
  summary: "The published playbook of the organization; for managers and callers who may manage settings",
  data: PublishedPlaybook,
});

export const readPlaybookDraft = endpoint("GET", `${path}/draft`, {
  ...reading,
  summary: "The draft of the playbook; for managers and callers who may manage settings",
  data: PlaybookDraft,
});

export const savePlaybookDraft = endpoint("PUT", `${path}/draft`, {
  ...editing,
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
  body: z.object({ ...content, revision: revisionField }).superRefine(checkWhole),
  data: PlaybookDraft,
});

export const publishPlaybook = endpoint("POST", `${path}/publish`, {
  ...editing,
  summary:
    "Publish the draft: running calls have it within a second; for callers who may manage settings. 409 with the stored draft as `current` where it has changed since the revision that is named",
  errors: ["INVALID_TRANSITION"],
  limit: playbookLimits.publicationsPerMinute,
  example: { body: { revision: 1, note: "Answers to the new competitor" } },
  body: z.object({
    revision: revisionField,
    note: boundedText("Note", playbookLimits.noteMax).optional(),
  }),
  data: PlaybookVersion,
});

export const listPlaybookVersions = endpoint("GET", `${path}/versions`, {
  ...reading,
  summary:
    "All published versions, the newest first, the built-in one last; for managers and callers who may manage settings",
  data: z.object({ versions: z.array(PlaybookVersion) }),
});

export const readPlaybookVersion = endpoint("GET", `${path}/versions/:version`, {
  ...reading,
  summary: "A published version, 0 the built-in one; for managers and callers who may manage settings",
  errors: ["NOT_FOUND"],
  example: { params: { version: 0 } },
  params: z.object({ version: wholeNumber("Version must be a number") }),
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

export const readPlaybookSettings = endpoint("GET", `${path}/settings`, {
  ...reading,
  summary: "How the organization's suggestions are made; for managers and callers who may manage settings",
  data: StoredSettings,
});

export const savePlaybookSettings = endpoint("PUT", `${path}/settings`, {
  ...editing,
  summary:
    "Set how the organization's suggestions are made; for callers who may manage settings. 409 with the stored ones as `current` where they have changed since the revision that is named",
  errors: ["INVALID_TRANSITION"],
  example: { body: { model: "first", quieter: false, revision: 0 } },
  body: PlaybookSettings.extend({ revision: revisionField }),
  data: StoredSettings,
});
