import { randomUUID } from "node:crypto";
import type { WebhookEvent } from "@souffleur/contracts/webhooks";
import { type Model, Schema } from "mongoose";
import { clock } from "../clock.ts";

/**
 * Something that webhooks tell. The write that changes a document also adds the event to it, so that no crash can separate
 * them; from there it is relayed to the webhooks' deliveries.
 */
export interface OutgoingEvent {
  id: string;
  type: WebhookEvent;
  at: Date;
  /** Where the document loses its own. */
  organizationId?: string;
}

/** A document with events. */
export interface EventHolder {
  _id: string;
  organizationId?: string | null;
  events?: OutgoingEvent[];
}

/** A collection whose documents hold events. It needs a sparse index of `events.at`. */
export interface EventSource<Doc extends EventHolder = EventHolder> {
  model: Model<Doc>;
  /** The field that an erased document has; of such a one only the last event is told. */
  erased: "erasedAt" | "deletedAt";
  /** What the event's `data` is, from the document as it is now. */
  dataOf(doc: Doc, event: OutgoingEvent): object;
}

const text = { type: String, required: true };

export const eventsField = {
  type: [
    new Schema<OutgoingEvent>(
      { id: text, type: text, at: { type: Date, required: true }, organizationId: String },
      { _id: false, id: false, strict: "throw" },
    ),
  ],
  default: undefined,
  select: false,
};

export const outgoingEvent = (type: WebhookEvent, organizationId?: string): OutgoingEvent => ({
  id: randomUUID(),
  type,
  at: clock.now(),
  ...(organizationId !== undefined && { organizationId }),
});
