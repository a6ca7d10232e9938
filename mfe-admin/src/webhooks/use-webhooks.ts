import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  type Webhook,
  type WebhookInput,
} from "@souffleur/contracts/webhooks";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { fieldFailure, toastFailure } from "../users/failure-text.ts";
import { useProof } from "../users/use-proof.ts";

const notCreated = "The webhook could not be created.";
export const notChanged = "The webhook could not be changed.";
/** How often a webhook that is looked at is read again. */
export const slowPollMs = 10_000;

export const webhooksKey = (callerId: string) => ["admin", callerId, "webhooks"];

/**
 * The organization's webhooks, their creation and the renewal of their secrets; the server may want the password again.
 * @param isFollowed whether they are read again regularly
 */
export function useWebhooks(callerId: string, { isFollowed = false } = {}) {
  const queryClient = useQueryClient();
  const key = webhooksKey(callerId);
  const query = useEndpoint(key, listWebhooks, isFollowed && slowPollMs);
  const reload = () => queryClient.invalidateQueries({ queryKey: key, exact: true });
  const { withProof, dialog: proof } = useProof(t("A webhook sends data of your organization elsewhere."));
  const creation = useMutation({
    mutationFn: (body: WebhookInput) => withProof(async () => (await call(createWebhook, { body })).data),
    onSuccess: reload,
    onError: (failure) => fieldFailure(failure, notCreated) || toastFailure(failure, notCreated),
  });
  const renewal = useMutation({
    mutationFn: ({ id }: Webhook) =>
      withProof(async () => (await call(renewWebhookSecret, { params: { webhookId: id } })).data),
    onSuccess: reload,
    onError: (failure) => toastFailure(failure, notChanged),
  });
  const deletion = useMutation({
    mutationFn: ({ id }: Webhook) => call(deleteWebhook, { params: { webhookId: id } }),
    onSuccess: () => toast.success(t("Webhook deleted.")),
    onError: (failure) => toastFailure(failure, notChanged),
    // Another administrator may have deleted it.
    onSettled: reload,
  });
  return {
    query,
    create: creation.mutate,
    isCreating: creation.isPending,
    /** The field that the server has refused. */
    error: fieldFailure(creation.error, notCreated),
    renew: (webhook: Webhook) => !renewal.isPending && renewal.mutate(webhook),
    /** What was created or renewed last, until it is dismissed; this alone contains the secret. */
    withSecret: creation.data ?? renewal.data,
    dismiss() {
      creation.reset();
      renewal.reset();
    },
    remove: (webhook: Webhook, onRemoved: () => void) =>
      !deletion.isPending && deletion.mutate(webhook, { onSuccess: onRemoved }),
    proof,
  };
}
