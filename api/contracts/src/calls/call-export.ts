import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { choice } from "../fields.ts";
import { listCalls } from "./call-list.ts";
import { callParams, exampleCall } from "./calls.ts";

const CsvSeparatorName = choice("Separator", ["comma", "semicolon"]);
const exporting = {
  access: "organization",
  capability: "exportData",
  scope: "calls:export",
  tag: "Calls",
} as const;

export const exportCalls = endpoint("GET", "/api/calls/export", {
  ...exporting,
  summary:
    "The calls that the list's filters find, the newest first, as CSV, separated as the reader’s region has it, or as asked; for callers who may export data",
  limit: 10,
  example: { query: { outcome: "follow_up", from: "2026-03-01T00:00:00+01:00" } },
  query: listCalls.query
    .omit({ limit: true, cursor: true })
    .extend({ separator: CsvSeparatorName.optional() }),
  file: ["text/csv"],
});

export const CallFormat = choice("Format", ["text", "json", "vcon"]);
export type CallFormat = z.infer<typeof CallFormat>;

export const exportCall = endpoint("GET", "/api/calls/:callId/export", {
  ...exporting,
  summary:
    "A call with its conversation, notes, outcome, suggestions and talk figures: as text to read, as JSON, or as a vCon of the IETF (draft-ietf-vcon-vcon-core); for callers who may export data",
  limit: 60,
  example: { params: exampleCall, query: { format: "vcon" } },
  params: callParams,
  query: z.object({ format: CallFormat }),
  file: ["text/plain", "application/json", "application/vcon"],
});
