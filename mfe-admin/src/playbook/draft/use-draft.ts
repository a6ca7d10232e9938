import { toast } from "@souffleur/shared-ui";
import { useAutosave } from "@souffleur/shared-ui/saving";
import { useState } from "react";
import { useBeforeUnload } from "react-router-dom";
import { t } from "../../texts/texts.ts";
import { type DraftState, PlaybookAutosave } from "./draft.ts";

/** The draft while the screen is open. Leaving the screen saves it; closing the page with unsaved changes asks first. */
export function useDraft(userId: string): { draft: PlaybookAutosave; state: DraftState } {
  const [draft] = useState(
    () =>
      new PlaybookAutosave(userId, (changedBy) =>
        toast.info(
          changedBy === "oneself"
            ? t("Merged with changes from another window of yours.")
            : changedBy.name === undefined
              ? t("Merged with changes by another administrator.")
              : t("Merged with changes by {name}.", { name: changedBy.name }),
        ),
      ),
  );
  const state = useAutosave(draft);
  useBeforeUnload((event) => {
    if (state.stored !== undefined && draft.isDirty()) event.preventDefault();
  });
  return { draft, state };
}
