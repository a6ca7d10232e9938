import type { Endpoint, EndpointAnswer } from "@souffleur/contracts";
import * as z from "zod";
import { failureTexts } from "./catalogue.ts";
import { RequestError } from "./request-error.ts";

/** The number of items of a long list that are checked at a time, which takes some milliseconds. */
const batchSize = 500;

/**
 * Checks an answer against its contract. Long lists are checked in batches, so that the page stays responsive.
 * @throws RequestError
 */
export async function checkAnswer<E extends Endpoint>(
  endpoint: E,
  answer: unknown,
): Promise<EndpointAnswer<E>> {
  const { data, message, ...rest } = (answer ?? {}) as Record<string, unknown>;
  const [checkedData, checkedTop] = [await check(endpoint.data, data), await check(endpoint.top, rest)];
  return {
    ...(checkedTop as object),
    data: checkedData,
    ...(typeof message === "string" && { message }),
  } as EndpointAnswer<E>;
}

async function check(schema: z.ZodType, value: unknown): Promise<unknown> {
  const [name, items] = longListIn(value);
  const list = schema instanceof z.ZodObject && name !== undefined ? schema.shape[name] : undefined;
  if (name === undefined || !(list instanceof z.ZodArray)) return parsed(schema, value);
  const checked = parsed(schema, { ...(value as object), [name]: [] }) as object;
  const checkedItems: unknown[] = [];
  for (let from = 0; from < items.length; from += batchSize) {
    if (from > 0) await yieldToBrowser();
    checkedItems.push(...(parsed(list, items.slice(from, from + batchSize)) as unknown[]));
  }
  return { ...checked, [name]: checkedItems };
}

function longListIn(value: unknown): [string | undefined, unknown[]] {
  for (const [name, held] of Object.entries(value ?? {})) {
    if (Array.isArray(held) && held.length > batchSize) return [name, held];
  }
  return [undefined, []];
}

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new RequestError("unexpected", failureTexts.unexpected, { cause: result.error });
  return result.data;
}

/** Browsers without a scheduler delay successive timers by a few milliseconds each. */
function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
