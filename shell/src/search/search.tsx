import { useLateDialog } from "../browser/use-late-dialog.ts";
import { t } from "../texts/texts.ts";

const openEvent = "souffleur:search";

/** Opens the search, also while the shortcuts are off. */
export function openSearch(): void {
  window.dispatchEvent(new Event(openEvent));
}

/** The search's dialog. */
export function Search() {
  const { Loaded, close } = useLateDialog(
    openEvent,
    async () => (await import("./search-dialog.tsx")).SearchDialog,
    t("Search could not be loaded. Please check your internet connection."),
  );
  return Loaded && <Loaded onClose={close} />;
}
