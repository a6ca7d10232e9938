import {
  type CallFormat,
  type CallReview,
  type ConversationSummary,
  type CsvSeparator,
  csvSeparatorOf,
  exportCall,
  exportCalls,
  type Language,
  type Line,
} from "@souffleur/contracts";
import type { LineNote } from "@souffleur/contracts/coaching";
import type { Request } from "express";
import type { Audit } from "../../audit/audit.ts";
import { auditEvent } from "../../audit/event.ts";
import { clock } from "../../clock.ts";
import type { By, Caller } from "../../http/guard.ts";
import { languageOf } from "../../http/language.ts";
import type { Mount } from "../../http/mount.ts";
import { type ReadCall, readableBy } from "../access.ts";
import { reviewFrom } from "../call-review.ts";
import { toNoteDto } from "../coaching/note-dto.ts";
import type { NoteRecords } from "../coaching/note-records.ts";
import type { ReadLines } from "../reading-budget.ts";
import { toLineDto } from "../records/call-dto.ts";
import type { CallRecords } from "../records/call-records.ts";
import type { Summaries } from "../summaries.ts";
import { callText } from "./call-text.ts";
import { callVcon } from "./call-vcon.ts";
import { callsCsv } from "./calls-csv.ts";

interface ExportRoutesDeps {
  mount: Mount;
  records: CallRecords;
  notes: Pick<NoteRecords, "of">;
  readLines: ReadLines;
  summaries: Pick<Summaries, "ready">;
  audit: Pick<Audit, "append">;
  read: ReadCall;
}

const callsPerPage = 500;

type FileWriter = (
  review: CallReview,
  lines: readonly Line[],
  language: Language,
  notes: readonly LineNote[],
  summary: ConversationSummary,
) => readonly [extension: string, type: string, text: string | Promise<string>];
const fileOf: Readonly<Record<CallFormat, FileWriter>> = {
  text: (...call) => ["txt", "text/plain", callText(...call)],
  json: (review, lines, _language, notes, summary) => [
    "json",
    "application/json",
    JSON.stringify({ ...review, summary, lines, notes }),
  ],
  vcon: (review, lines, language, notes, summary) => [
    "vcon",
    "application/vcon",
    JSON.stringify(callVcon(review, lines, notes, summary, clock.now(), language)),
  ],
};

const day = (date: Date) => date.toISOString().slice(0, 10);

/** As asked; else that of the caller's first language (RFC 9110, 12.5.4). */
export function separatorFor(req: Request, asked: "comma" | "semicolon" | undefined): CsvSeparator {
  if (asked !== undefined) return asked === "semicolon" ? ";" : ",";
  return csvSeparatorOf(req.acceptsLanguages()[0]);
}

/** Exports calls as files. Each export is in the audit log before its first byte is sent. */
export function mountExports({
  mount,
  records,
  notes,
  readLines,
  summaries,
  audit,
  read,
}: ExportRoutesDeps): void {
  const record = (
    action: "calls.exported" | "call.exported",
    subjectId: string,
    { caller, source }: By<Caller>,
    details: { to: string; reason?: string },
  ) =>
    audit.append([
      auditEvent(action, subjectId, clock.now(), { actorId: caller.userId, source, ...details }),
    ]);

  mount(exportCalls, async ({ query, by, caller, req }) => {
    const { organizationId } = caller;
    const { q, separator, ...given } = query;
    // Practice is no business: it is exported where it is asked for.
    const isAsked = given.practice !== undefined || given.source === "simulation";
    const filters = isAsked ? given : { ...given, practice: "false" as const };
    const readable = readableBy(caller);
    const page = (cursor?: string) => {
      const asked = { ...filters, limit: callsPerPage, cursor };
      if (q === undefined) return records.list(readable, asked);
      return records.search({ readable, organizationId }, { ...asked, q }, { found: false });
    };
    const first = await page();
    // Without the search text, which may be a customer's name: the log is kept forever.
    const reason = Object.entries({ ...given, ...(q && { q: "…" }) })
      .map(([name, value]) => `${name}=${value}`)
      .join(" ");
    await record("calls.exported", organizationId, by, { to: "csv", reason });
    return {
      file: {
        name: `calls-${day(clock.now())}.csv`,
        type: "text/csv",
        parts: callsCsv(first, page, languageOf(req), separatorFor(req, separator)),
      },
    };
  });

  mount(exportCall, async ({ params, query: { format }, by, caller, req }) => {
    const call = await read(params.callId, caller);
    const [stored, suggestions, lineNotes] = await Promise.all([
      readLines.after(caller, call._id, 0),
      records.suggestions.of(call._id),
      notes.of(call._id),
    ]);
    const review = await reviewFrom(call, stored, suggestions);
    const [extension, type, text] = fileOf[format](
      review,
      stored.map(toLineDto),
      languageOf(req),
      lineNotes.map(toNoteDto),
      await summaries.ready(call, stored),
    );
    await record("call.exported", call._id, by, { to: format });
    const name = `call-${day(call.startedAt)}-${call._id.slice(0, 8)}.${extension}`;
    return { file: { name, type, parts: [await text] } };
  });
}
