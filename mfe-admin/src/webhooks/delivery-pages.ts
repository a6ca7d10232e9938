import type { WebhookDelivery } from "@souffleur/contracts/webhooks";

export interface DeliveryPage {
  deliveries: WebhookDelivery[];
  nextCursor?: string | undefined;
}
/** The loaded pages, the newest first, with the cursors by which they were read. */
export interface DeliveryPages {
  pages: DeliveryPage[];
  pageParams: (string | undefined)[];
}

/** Whether a delivery is behind another one in the list. */
const isBehind = (one: WebhookDelivery, other: WebhookDelivery): boolean =>
  one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;

/**
 * Takes over a page that was read again. What it says of loaded deliveries is shown in their rows; deliveries that came or
 * went move the rows below them, which waits while somebody reads.
 * @returns the pages, and whether such a change waits
 */
export function takeOver(
  { pages, pageParams }: DeliveryPages,
  index: number,
  fresh: DeliveryPage,
  isReading: boolean,
): { data: DeliveryPages; waits: boolean } {
  const read = new Map(fresh.deliveries.map((delivery) => [delivery.id, delivery]));
  const known = new Set(pages.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)));
  const last = fresh.nextCursor === undefined ? undefined : fresh.deliveries.at(-1);
  const isGone = (delivery: WebhookDelivery) =>
    !read.has(delivery.id) && (last === undefined || !isBehind(delivery, last));
  const before = pages.slice(0, index);
  const after = pages.slice(index);
  const isMoved =
    fresh.deliveries.some(({ id }) => !known.has(id)) ||
    after.some(({ deliveries }) => deliveries.some(isGone));
  if (!isMoved || isReading) {
    const updated = pages.map((page) => ({
      ...page,
      deliveries: page.deliveries.map((delivery) => read.get(delivery.id) ?? delivery),
    }));
    return { data: { pages: updated, pageParams }, waits: isMoved };
  }
  // Nothing behind it is loaded, or what is loaded does not follow it.
  const isWhole = last === undefined || !fresh.deliveries.some(({ id }) => known.has(id));
  const rest = isWhole
    ? [fresh]
    : after.map((page, place) => {
        const kept = page.deliveries.filter((delivery) => !read.has(delivery.id) && !isGone(delivery));
        return { ...page, deliveries: place === 0 ? [...fresh.deliveries, ...kept] : kept };
      });
  return {
    data: { pages: [...before, ...rest], pageParams: pageParams.slice(0, index + rest.length) },
    waits: false,
  };
}
