import { toast } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { t } from "../texts/texts.ts";
import type { SearchDialog } from "./search-dialog.tsx";

const openEvent = "souffleur:search";

/** Opens the search, also while the shortcuts are off. */
export function openSearch(): void {
  window.dispatchEvent(new Event(openEvent));
}

/** The search's dialog, which is loaded when it is first opened. */
export function Search() {
  const [open, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<typeof SearchDialog>();
  useEffect(() => {
    const show = () => {
      setOpen(true);
      import("./search-dialog.tsx").then(
        ({ SearchDialog: Dialog }) => setLoaded(() => Dialog),
        (error: unknown) => {
          console.error("The search could not be loaded", error);
          setOpen(false);
          toast.error(t("Search could not be loaded. Please check your internet connection."));
        },
      );
    };
    window.addEventListener(openEvent, show);
    return () => window.removeEventListener(openEvent, show);
  }, []);
  return open && Loaded !== undefined ? <Loaded onClose={() => setOpen(false)} /> : null;
}
