/** The wrap-up of a call, for the screens that show it. Each remote that has one bundles it; the shell does not share it. */
export { AgentNotes } from "./wrap-up/agent-notes.tsx";
export { isCallGone } from "./wrap-up/is-call-gone.ts";
export { KeyHint } from "./wrap-up/key-hint.tsx";
export { nextDays } from "./wrap-up/next-days.ts";
export { nextCall, notesPlace, notesPrefix } from "./wrap-up/note-drafts.ts";
export { Notes } from "./wrap-up/notes.ts";
export { createOutcome, outcomePlace, outcomePrefix, useOutcome } from "./wrap-up/outcome.ts";
export { OutcomeBadge } from "./wrap-up/outcome-badge.tsx";
export {
  checkOutcome,
  currencyOf,
  emptyOutcome,
  type OutcomeForm,
  parseAmount,
} from "./wrap-up/outcome-form.ts";
export { OutcomeSummary } from "./wrap-up/outcome-summary.tsx";
export { useKeyPress } from "./wrap-up/use-key-press.ts";
export { useKeysLive } from "./wrap-up/use-keys-live.ts";
export { WrapUpForm } from "./wrap-up/wrap-up-form.tsx";
