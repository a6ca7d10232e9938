/** Code shared by the screens that show a call. Each remote that has one bundles it; the shell does not share it. */
export { BubbleRow } from "./transcript/bubble-row.tsx";
export { BubbleRows, isVirtual } from "./transcript/bubble-rows.tsx";
export { formatConfidence } from "./transcript/format-confidence.ts";
export { Note, NotedLine } from "./transcript/line-notes.tsx";
export { Marked } from "./transcript/marked.tsx";
export {
  appendLine,
  type Bubble,
  changeLine,
  type FinalLine,
  mergeAll,
  storedLine,
} from "./transcript/merge-fragments.ts";
export { noteDraftPrefix } from "./transcript/note-draft.ts";
export { Confidence, SpeakerLine } from "./transcript/speaker-line.tsx";
export { elapsed, formatClock, formatTimer } from "./transcript/timer.ts";
export { transcriptText } from "./transcript/transcript-text.ts";
export { TranscriptToolbar } from "./transcript/transcript-toolbar.tsx";
export { useCopy } from "./transcript/use-copy.ts";
export { useFindKey } from "./transcript/use-find-key.ts";
export { type LineNotes, lineNotesQuery, useLineNotes } from "./transcript/use-line-notes.ts";
export { usePrinting } from "./transcript/use-printing.ts";
export { useSearch } from "./transcript/use-search.ts";
