import { playbookLimits, publishPlaybook } from "@souffleur/contracts/playbook";
import { ConfirmDialog, call, Notice, RequestError, TextAreaField, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { ownFailureText } from "../users/failure-text.ts";
import { Differences } from "./differences.tsx";
import type { Change } from "./draft/changes.ts";
import type { PlaybookAutosave } from "./draft/draft.ts";

interface PublishDialogProps {
  userId: string;
  draft: PlaybookAutosave;
  /** Between the published playbook and the draft. */
  changes: readonly Change[];
  onClose: () => void;
}

export function PublishDialog({ userId, draft, changes, onClose }: PublishDialogProps) {
  const [note, setNote] = useState("");
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const revision = draft.get().stored?.revision ?? 0;
      const text = note.trim();
      const body = { revision, ...(text !== "" && { note: text }) };
      return (await call(publishPlaybook, { body })).data;
    },
    onSuccess: async ({ version }) => {
      const reload = (name: string) =>
        queryClient.invalidateQueries({ queryKey: ["playbook", userId, name] });
      await Promise.all([reload("published"), reload("versions"), draft.load()]);
      toast.success(t("Version {version} is published. Running calls use it now.", { version }));
      onClose();
    },
    onError: (failure) => {
      if (failure instanceof RequestError && failure.code === "INVALID_TRANSITION") void draft.load();
    },
  });
  const isOutdated = error instanceof RequestError && error.code === "INVALID_TRANSITION";
  return (
    <ConfirmDialog
      title={t("Publish these changes?")}
      description={t("Agents get them within a second, in running calls too.")}
      confirmText={t("Publish")}
      busy={isPending}
      confirmDisabled={note.trim().length > playbookLimits.noteMax}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {error !== null && (
        <Notice kind="error">
          {isOutdated
            ? t("The draft was changed elsewhere. Review the changes below and publish again.")
            : ownFailureText(error, "The draft could not be published.", "Please check your connection.")}
        </Notice>
      )}
      <Differences changes={changes} />
      <TextAreaField
        label={t("Note (optional)")}
        hint={t("For the list of versions.")}
        rows={2}
        maxLength={playbookLimits.noteMax}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}
