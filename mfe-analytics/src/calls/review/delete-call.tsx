import type { CallReview } from "@souffleur/contracts";
import { deleteCall } from "@souffleur/contracts/privacy";
import { Button, CloseIcon, ConfirmDialog, call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../texts/texts.ts";
import { textOf, useDeletedCalls } from "../use-calls.ts";

type Deletion = ReturnType<typeof useDeletion>;

/** Whether a call was deleted, here or elsewhere while it was shown, and the way to delete it. */
export function useDeletion(callId: string) {
  const { deleted, addDeleted } = useDeletedCalls();
  const mutation = useMutation({
    mutationFn: () => call(deleteCall, { params: { callId } }),
    onSuccess: () => addDeleted(callId),
    onError: (error) => {
      // Somebody else was faster.
      if (error instanceof RequestError && error.status === 404) addDeleted(callId);
      else toast.error(t("The call could not be deleted. {reason}", { reason: textOf(error) }));
    },
  });
  return { isDone: deleted.includes(callId), isPending: mutation.isPending, start: () => mutation.mutate() };
}

export function DeleteCall({
  call: { clientName },
  deletion,
}: {
  call: CallReview["call"];
  deletion: Deletion;
}) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>
        <CloseIcon aria-hidden />
        {t("Delete")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t("Delete the call with {clientName}?", { clientName })}
        description={t(
          "Its transcript, notes, names and suggestions will be deleted for everyone. This can't be undone. The figures keep counting the call without names.",
        )}
        confirmVariant="danger"
        busy={deletion.isPending}
        onConfirm={deletion.start}
        onClose={() => !deletion.isPending && setIsAsked(false)}
      />
    </>
  );
}
