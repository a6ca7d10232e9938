import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  type Webhook,
  type WebhookInput,
} from "@souffleur/contracts/webhooks";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { endsSession, type FailureTexts, ownFailureText } from "../users/failure-text.ts";
import { useProof } from "../users/proof-dialog.tsx";

const creatingTexts: FailureTexts = {
  refused: "The webhook could not be created.",
  unanswered: "The webhook could not be created. Please try again.",
};
export const changingTexts: FailureTexts = {
  refused: "The webhook could not be changed.",
  unanswered: "The webhook could not be changed. Please try again.",
};
/** How often a webhook that is looked at is read again. */
export const slowPollMs = 10_000;

const fieldOf = (failure: unknown) => (failure instanceof RequestError ? failure.field : undefined);
export const webhooksKey = (callerId: string) => ["admin", callerId, "webhooks"];

/**
 * The organization's webhooks, their creation and the renewal of their secrets; the server may want the password again.
 * @param isFollowed whether they are read again regularly
 */
export function useWebhooks(callerId: string, { isFollowed = false } = {}) {
  const queryClient = useQueryClient();
  const key = webhooksKey(callerId);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listWebhooks, {}, signal)).data.webhooks,
    refetchOnMount: "always",
    refetchInterval: isFollowed && slowPollMs,
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: key, exact: true });
  const { withProof, dialog: proof } = useProof(t("A webhook sends data of your organization elsewhere."));
  const onError = (texts: FailureTexts) => (failure: unknown) => {
    if (!endsSession(failure) && fieldOf(failure) === undefined) toast.error(ownFailureText(failure, texts));
  };
  const creation = useMutation({
    mutationFn: (body: WebhookInput) => withProof(async () => (await call(createWebhook, { body })).data),
    onSuccess: reload,
    onError: onError(creatingTexts),
  });
  const renewal = useMutation({
    mutationFn: ({ id }: Webhook) =>
      withProof(async () => (await call(renewWebhookSecret, { params: { webhookId: id } })).data),
    onSuccess: reload,
    onError: onError(changingTexts),
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
    remove: (webhook: Webhook, onRemoved: () => void) =>
      !deletion.isPending && deletion.mutate(webhook, { onSuccess: onRemoved }),
    proof,
  };
}
