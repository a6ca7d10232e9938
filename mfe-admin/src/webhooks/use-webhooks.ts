import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  sendWebhookDelivery,
  switchWebhookOn,
  testWebhook,
  type Webhook,
  type WebhookInput,
} from "@souffleur/contracts/webhooks";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Text, t } from "../texts/texts.ts";
import { endsSession, type FailureTexts, ownFailureText } from "../users/failure-text.ts";

const creatingTexts: FailureTexts = {
  refused: "The webhook could not be created.",
  unanswered: "The webhook could not be created. Please try again.",
};
const changingTexts: FailureTexts = {
  refused: "The webhook could not be changed.",
  unanswered: "The webhook could not be changed. Please try again.",
};
/** How often deliveries are read again while one waits. */
const pollMs = 1000;
const slowPollMs = 10_000;

const fieldOf = (failure: unknown) => (failure instanceof RequestError ? failure.field : undefined);
const keyOf = (callerId: string) => ["admin", callerId, "webhooks"];

/** The organization's webhooks, their creation and the renewal of their secrets; the server may want the password again. */
export function useWebhooks(callerId: string) {
  const queryClient = useQueryClient();
  const key = keyOf(callerId);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listWebhooks, {}, signal)).data.webhooks,
    refetchOnMount: "always",
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: key });
  const [unproven, setUnproven] = useState<() => void>();
  const onError = (texts: FailureTexts) => (failure: unknown, retry: () => void) => {
    if (endsSession(failure)) return;
    if (failure instanceof RequestError && failure.code === "PROOF_REQUIRED") setUnproven(() => retry);
    else if (fieldOf(failure) === undefined) toast.error(ownFailureText(failure, texts));
  };
  const creation = useMutation({
    mutationFn: async (body: WebhookInput) => (await call(createWebhook, { body })).data,
    onSuccess: reload,
    onError: (failure, input) => onError(creatingTexts)(failure, () => creation.mutate(input)),
  });
  const renewal = useMutation({
    mutationFn: async ({ id }: Webhook) =>
      (await call(renewWebhookSecret, { params: { webhookId: id } })).data,
    onSuccess: reload,
    onError: (failure, webhook) => onError(changingTexts)(failure, () => renewal.mutate(webhook)),
  });
  const deletion = useMutation({
    mutationFn: ({ id }: Webhook) => call(deleteWebhook, { params: { webhookId: id } }),
    onSuccess: () => toast.success(t("Webhook deleted.")),
    onError: (failure) => {
      if (!endsSession(failure)) toast.error(ownFailureText(failure, changingTexts));
    },
    // Another administrator may have deleted it.
    onSettled: reload,
  });
  const field = fieldOf(creation.error);
  return {
    query,
    create: (input: WebhookInput) => !creation.isPending && creation.mutate(input),
    isCreating: creation.isPending,
    /** The field that the server has refused. */
    error: field === undefined ? undefined : { field, text: ownFailureText(creation.error, creatingTexts) },
    renew: (webhook: Webhook) => !renewal.isPending && renewal.mutate(webhook),
    /** What was created or renewed last, until it is dismissed; this alone contains the secret. */
    withSecret: creation.data ?? renewal.data,
    dismiss() {
      creation.reset();
      renewal.reset();
    },
    remove: (webhook: Webhook) => !deletion.isPending && deletion.mutate(webhook),
    proof: unproven && {
      onProven: () => {
        setUnproven(undefined);
        unproven();
      },
      onClose: () => setUnproven(undefined),
    },
  };
}

/** The deliveries of a webhook, and what is done with them. */
export function useDeliveries(callerId: string, { id, state }: Webhook) {
  const queryClient = useQueryClient();
  const key = [...keyOf(callerId), id];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam };
      return (await call(listWebhookDeliveries, { params: { webhookId: id }, query }, signal)).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
    refetchInterval: ({ state: { data } }) => {
      const isAwaited = data?.pages.some(({ deliveries }) =>
        deliveries.some(({ state, attempts }) => state === "waiting" && attempts === 0),
      );
      return isAwaited && state === "on" ? pollMs : slowPollMs;
    },
  });
  const mutation = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; done: Text }) => run(),
    onSuccess: (_answer, { done }) => toast.success(t(done)),
    onError: (failure) => {
      if (!endsSession(failure)) toast.error(ownFailureText(failure, changingTexts));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(callerId) }),
  });
  const change = (done: Text, run: () => Promise<unknown>) =>
    !mutation.isPending && mutation.mutate({ run, done });
  return {
    query,
    deliveries: query.data?.pages.flatMap(({ deliveries }) => deliveries),
    isBusy: mutation.isPending,
    test: () => change("Test sent.", () => call(testWebhook, { params: { webhookId: id } })),
    switchOn: () =>
      change("Webhook switched on.", () => call(switchWebhookOn, { params: { webhookId: id } })),
    sendAgain: (deliveryId: string) =>
      change("Sent again.", () => call(sendWebhookDelivery, { params: { webhookId: id, deliveryId } })),
  };
}
