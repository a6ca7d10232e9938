import type { CallReview, ConversationSummary, Language, Line, Sender } from "@souffleur/contracts";
import type { LineNote } from "@souffleur/contracts/coaching";
import { telOf } from "../../phone/phone-number.ts";
import { textIn } from "../../texts/texts.ts";

/** Indexes of the parties, the speaker first. */
const speakers: Readonly<Record<Sender, readonly number[]>> = { agent: [0, 1], client: [1, 0] };

/**
 * A call as an unsigned vCon of draft-ietf-vcon-vcon-core-04. Notes, notes on lines, outcome, summary, suggestions and talk
 * figures are analyses, because attachments are documents that the parties exchange.
 * @param now the time of the export
 * @param language of its title
 */
export function callVcon(
  { call, talk, suggestions }: CallReview,
  lines: readonly Line[],
  lineNotes: readonly LineNote[],
  summary: ConversationSummary,
  now: Date,
  language: Language,
) {
  const { callId, agentId, agentName, customer, startedAt } = call;
  const { outcome, amount, currency, nextStep, nextStepAt } = call;
  const type = call.source === "simulation" ? "bot" : "person";
  const report = (schema: string, body: unknown) => ({
    type: "report",
    ...(lines.length > 0 && { dialog: lines.map((_, index) => index) }),
    vendor: "Souffleur",
    schema,
    mediatype: "application/json",
    encoding: "json",
    body,
  });
  return {
    vcon: "0.4.0",
    uuid: callId,
    created_at: startedAt,
    updated_at: now.toISOString(),
    subject: textIn(language, "Call with {name}", { name: customer.name }),
    parties: [
      { type, name: agentName, validation: "account", uuid: agentId },
      {
        type,
        name: customer.name,
        validation: "none",
        ...(customer.number && { tel: telOf(customer.number) }),
      },
    ],
    dialog: lines.map(({ id, sender, text, timestamp, startedAt: begin = timestamp }) => ({
      type: "text",
      start: begin,
      duration: Math.max(0, Date.parse(timestamp) - Date.parse(begin)) / 1000,
      parties: speakers[sender],
      mediatype: "text/plain",
      encoding: "none",
      body: text,
      application: "Souffleur",
      message_id: id,
    })),
    analysis: [
      report("outcome", { outcome, amount, currency, nextStep, nextStepAt, notes: call.notes }),
      report("summary", summary),
      report("suggestions", suggestions),
      report("talk", talk),
      report("line-notes", lineNotes),
    ],
  };
}
