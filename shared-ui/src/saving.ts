/** Saving and retrying. Each remote that saves what is typed bundles it; the shell does not share it. */
export { Autosave, type AutosaveState, isEdited } from "./saving/autosave.ts";
export { backoffMs, deliver, isTransient, wait } from "./saving/deliver.ts";
export { type Draft, type DraftPlace, parseDraft, readDraft, writeDraft } from "./saving/draft.ts";
export { newId } from "./saving/new-id.ts";
export { useAutosave } from "./saving/use-autosave.ts";
export { useKeptState, useOverReload } from "./saving/use-over-reload.ts";
