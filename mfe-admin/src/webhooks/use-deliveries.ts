import { limits } from "@souffleur/contracts";
import {
  type DeliveryState,
  listWebhookDeliveries,
  sendWebhookDelivery,
  switchWebhookOn,
  testWebhook,
  type Webhook,
} from "@souffleur/contracts/webhooks";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Text, t } from "../texts/texts.ts";
import { toastFailure } from "../users/failure-text.ts";
import { type DeliveryPages, takeOver } from "./delivery-pages.ts";
import { notChanged, slowPollMs, webhooksKey } from "./use-webhooks.ts";

/** How often deliveries are read again while one waits for its first attempt. */
const pollMs = 1000;

/** What the reader has in view. */
export interface InView {
  /** Whether rows must not move: somebody has scrolled into them, or points at or focuses one. */
  isReading: () => boolean;
  /** The deliveries on the screen. */
  shownIds: () => readonly string[];
}

/** The deliveries of a webhook, page by page, and the newest as they come. */
export function useDeliveries(
  callerId: string,
  { id, state: webhookState }: Webhook,
  state: DeliveryState | undefined,
  inView: InView,
) {
  const queryClient = useQueryClient();
  const key = [...webhooksKey(callerId), id, "deliveries", state ?? "all"];
  const newsKey = [...key, "news"];
  const read = async (cursor: string | undefined, signal: AbortSignal) => {
    const query = { limit: limits.callsPageMax, ...(state && { state }), ...(cursor && { cursor }) };
    try {
      return (await call(listWebhookDeliveries, { params: { webhookId: id }, query }, signal)).data;
    } catch (failure) {
      // Somebody else has deleted the webhook: the list of them tells.
      if (failure instanceof RequestError && failure.status === 404)
        void queryClient.invalidateQueries({ queryKey: webhooksKey(callerId), exact: true });
      throw failure;
    }
  };
  const { data, ...list } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Read again by `news`, as far as they are in view.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const deliveries = useMemo(() => data?.pages.flatMap((page) => page.deliveries), [data]);

  /** Reads the newest page again, and the one in view where deliveries wait. @returns whether changes wait for the reader */
  async function follow(signal: AbortSignal): Promise<boolean> {
    const shown = new Set(inView.shownIds());
    const stored = () => queryClient.getQueryData<DeliveryPages>(key);
    const watched = stored()?.pages.findIndex((page) =>
      page.deliveries.some((one) => one.state === "waiting" && shown.has(one.id)),
    );
    let waits = false;
    for (const index of new Set([0, Math.max(0, watched ?? 0)])) {
      const before = stored();
      const fresh = await read(before?.pageParams[index], signal);
      const pages = stored();
      // Another page was loaded, or the list begun anew, in the meantime: the next time counts.
      if (pages === undefined || pages.pageParams[index] !== before?.pageParams[index]) continue;
      const taken = takeOver(pages, index, fresh, inView.isReading());
      queryClient.setQueryData<DeliveryPages>(key, taken.data);
      waits ||= taken.waits;
    }
    return waits;
  }

  const isAwaited =
    webhookState === "on" && deliveries?.some((one) => one.state === "waiting" && one.attempts === 0);
  const news = useQuery({
    queryKey: newsKey,
    queryFn: ({ signal }) => follow(signal),
    enabled: deliveries !== undefined,
    refetchOnMount: "always",
    refetchInterval: isAwaited ? pollMs : slowPollMs,
  });

  return {
    ...list,
    deliveries,
    /** Whether deliveries have come or gone that are not shown yet. */
    hasNews: news.data === true,
    /** Shows what has come and gone. */
    async showNews(): Promise<void> {
      const newest = await read(undefined, new AbortController().signal);
      queryClient.setQueryData<DeliveryPages>(key, { pages: [newest], pageParams: [undefined] });
      queryClient.setQueryData(newsKey, false);
    },
  };
}

/** What is done with a webhook's deliveries. */
export function useDeliveryActions(callerId: string, { id }: Webhook) {
  const queryClient = useQueryClient();
  const key = webhooksKey(callerId);
  const mutation = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; done: Text }) => run(),
    onSuccess: (_answer, { done }) => toast.success(t(done)),
    onError: (failure) => toastFailure(failure, notChanged),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: key, exact: true }),
        queryClient.invalidateQueries({ predicate: ({ queryKey }) => isNewsOf(queryKey, [...key, id]) }),
      ]),
  });
  const change = (done: Text, run: () => Promise<unknown>) =>
    !mutation.isPending && mutation.mutate({ run, done });
  return {
    isBusy: mutation.isPending,
    test: () => change("The test is on its way.", () => call(testWebhook, { params: { webhookId: id } })),
    switchOn: () =>
      change("Webhook switched on.", () => call(switchWebhookOn, { params: { webhookId: id } })),
    sendAgain: (deliveryId: string) =>
      change("Sent again.", () => call(sendWebhookDelivery, { params: { webhookId: id, deliveryId } })),
  };
}

/** The pages are not read again as a whole. */
const isNewsOf = (queryKey: readonly unknown[], webhook: readonly string[]): boolean =>
  queryKey.at(-1) === "news" && webhook.every((part, at) => queryKey[at] === part);
