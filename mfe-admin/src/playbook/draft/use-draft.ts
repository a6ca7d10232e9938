import { toast } from "@souffleur/shared-ui";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useBeforeUnload } from "react-router-dom";
import { t } from "../../texts/texts.ts";
import { createDraft, type Draft, type DraftState } from "./draft.ts";

/** The draft while the screen is open. Leaving the screen saves it; closing the page with unsaved changes asks first. */
export function useDraft(userId: string): { draft: Draft; state: DraftState } {
  const [draft] = useState(() =>
    createDraft(userId, (changedBy) =>
      toast.info(
        changedBy === undefined
          ? t("Merged with changes by another administrator.")
          : t("Merged with changes by {name}.", { name: changedBy }),
      ),
    ),
  );
  const state = useSyncExternalStore(draft.subscribe, draft.get);
  useEffect(() => {
    void draft.load();
    const onShown = () => void (document.visibilityState === "visible" ? draft.load() : draft.save());
    const saveNow = () => void draft.save();
    document.addEventListener("visibilitychange", onShown);
    window.addEventListener("online", saveNow);
    window.addEventListener("pagehide", saveNow);
    return () => {
      document.removeEventListener("visibilitychange", onShown);
      window.removeEventListener("online", saveNow);
      window.removeEventListener("pagehide", saveNow);
    };
  }, [draft]);
  useBeforeUnload((event) => {
    if (draft.isDirty()) event.preventDefault();
  });
  return { draft, state };
}
