import { createHash } from "node:crypto";
import { clock } from "../clock.ts";
import { serverLimits } from "../limits.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { createSlices } from "../slices.ts";
import type { DeliveryRecords, NewDelivery } from "./delivery-records.ts";
import type { EventHolder, EventSource, OutgoingEvent } from "./event.ts";
import type { WebhookRecords } from "./webhook-records.ts";

type Receiver = Awaited<ReturnType<WebhookRecords["receiving"]>>[number];

interface EventRelayDeps {
  jobs: Pick<Jobs, "moved">;
  webhooks: Pick<WebhookRecords, "receiving" | "markDue">;
  deliveries: Pick<DeliveryRecords, "add" | "erase">;
  /** Called when webhooks have become due. */
  onDue?(): void;
}

/** The same for an event however often it is relayed, so that it is stored once. */
const messageIdOf = (holderId: string, { id }: OutgoingEvent) =>
  `msg_${createHash("sha256").update(`${holderId} ${id}`).digest("base64url").slice(0, 27)}`;

export const bodyOf = (type: string, at: Date, data: object) =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * Moves events from their documents to deliveries. An event leaves its document when its deliveries are stored and their
 * webhooks are due; after a crash in between all of it is repeated, which has no effect.
 */
export function createEventRelay({ jobs, webhooks, deliveries, onDue }: EventRelayDeps) {
  const sources = new Map<string, EventSource>();
  const queue = jobs.moved<EventHolder, "all">({
    name: "events",
    shares: serverLimits.jobs.moves,
    batch: serverLimits.batches.events,
    most: serverLimits.movesWaiting,
    list: "events",
    waiting: { filter: { "events.at": { $gt: new Date(0) } }, since: "at" },
    select: "+events",
    move: (holders, model) => move(sources.get(model.modelName) as EventSource, holders),
  });

  /** Removes what erased documents have left in deliveries. */
  async function eraseGone({ model, erased }: EventSource, ids: readonly string[]): Promise<void> {
    const gone = await model
      .find({ _id: { $in: ids }, [erased]: { $ne: null } }, { _id: 1 })
      .lean<EventHolder[]>();
    if (gone.length > 0) await deliveries.erase(gone.map(({ _id }) => _id));
  }

  async function move(source: EventSource, holders: readonly EventHolder[]): Promise<void> {
    const ids = holders.map(({ _id }) => _id);
    const organizations = new Set(holders.flatMap((holder) => eventsOf(holder).map(ownerOf(holder))));
    const receivers = await webhooks.receiving([...organizations].filter((id) => id !== ""));
    const given: NewDelivery[] = [];
    const pause = createSlices();
    for (const holder of receivers.length === 0 ? [] : holders) {
      for (const event of toldOf(source, holder)) {
        given.push(...deliveriesOf(source, holder, event, receivers));
        // What is told of a call is masked, which takes a while for long notes.
        await pause();
      }
    }
    const now = clock.now();
    await eraseGone(source, ids);
    await deliveries.add(given, now);
    // Once more: one that was erased since it was read has been stored with its data.
    await eraseGone(source, ids);
    const due = [...new Set(given.map(({ webhookId }) => webhookId))];
    if (due.length > 0) {
      await webhooks.markDue(due, now);
      onDue?.();
    }
    await source.model.bulkWrite(
      holders.map((holder) => ({
        updateOne: {
          filter: { _id: holder._id },
          update: { $pull: { events: { id: { $in: eventsOf(holder).map(({ id }) => id) } } } },
        },
      })),
    );
  }

  return {
    ...queue,
    watch<Doc extends EventHolder>(source: EventSource<Doc>): void {
      sources.set(source.model.modelName, source as unknown as EventSource);
      queue.watch(source.model);
    },
  };
}

const eventsOf = ({ events = [] }: EventHolder) => events;

/** The organization of an event; empty for a platform administrator's test call. */
const ownerOf =
  ({ organizationId }: EventHolder) =>
  (event: OutgoingEvent) =>
    organizationId ?? event.organizationId ?? "";

const isErased = ({ erased }: EventSource, holder: EventHolder) =>
  (holder as { [Field in typeof erased]?: Date })[erased] != null;

/** What was before an erasure has no data any more. */
const toldOf = (source: EventSource, holder: EventHolder) =>
  isErased(source, holder) ? eventsOf(holder).slice(-1) : eventsOf(holder);

function deliveriesOf(
  source: EventSource,
  holder: EventHolder,
  event: OutgoingEvent,
  receivers: readonly Receiver[],
): NewDelivery[] {
  const { type, at } = event;
  const owner = ownerOf(holder)(event);
  const receiving = receivers.filter(
    ({ organizationId, events }) => organizationId === owner && events.includes(type),
  );
  if (receiving.length === 0) return [];
  const delivery = {
    messageId: messageIdOf(holder._id, event),
    type,
    subjectId: holder._id,
    body: bodyOf(type, at, source.dataOf(holder, event)),
    at,
    ...(isErased(source, holder) && { isAnonymous: true }),
  };
  return receiving.map(({ _id: webhookId }) => ({ webhookId, ...delivery }));
}
