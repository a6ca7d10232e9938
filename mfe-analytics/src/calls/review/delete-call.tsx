import { deleteCall } from "@souffleur/contracts/privacy";
import { Button, CloseIcon, ConfirmDialog, call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../texts/texts.ts";
import { failureText, useDeletedCalls } from "../use-calls.ts";
import styles from "./review.module.css";

/** Deletes a call; `isDone` also if it was deleted elsewhere while it was shown. */
export function useDeletion(callId: string) {
  const { deleted, addDeleted } = useDeletedCalls();
  const mutation = useMutation({
    mutationFn: () => call(deleteCall, { params: { callId } }),
    onSuccess: () => addDeleted(callId),
    onError: (error) => {
      // Deleted elsewhere in the meantime.
      if (error instanceof RequestError && error.status === 404) addDeleted(callId);
      else toast.error(t("The call could not be deleted. {reason}", { reason: failureText(error) }));
    },
  });
  return { isDone: deleted.includes(callId), isPending: mutation.isPending, start: () => mutation.mutate() };
}

interface DeleteCallProps {
  clientName: string;
  deletion: ReturnType<typeof useDeletion>;
}

export function DeleteCall({ clientName, deletion }: DeleteCallProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      {/* Not beside the export: what can't be undone stands apart. */}
      <Button variant="danger" className={styles.delete} onClick={() => setIsConfirming(true)}>
        <CloseIcon aria-hidden />
        <span>{t("Delete")}</span>
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t("Delete the call with {clientName}?", { clientName })}
        description={t(
          "Its transcript, notes, names and suggestions will be deleted for everyone. This can't be undone. The figures keep counting the call without names.",
        )}
        confirmText={t("Delete")}
        confirmVariant="danger"
        busy={deletion.isPending}
        onConfirm={deletion.start}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
