import { toast } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useState } from "react";

/**
 * A dialog whose file is loaded when an event of the window first opens it.
 * @param load asked again at each opening until it succeeds
 * @param failure the message where it could not be loaded
 */
export function useLateDialog<Dialog>(openEvent: string, load: () => Promise<Dialog>, failure: string) {
  const [open, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<Dialog>();
  const show = useEffectEvent(() => {
    setOpen(true);
    load().then(
      (dialog) => setLoaded(() => dialog),
      (error: unknown) => {
        console.error(failure, error);
        setOpen(false);
        toast.error(failure);
      },
    );
  });
  useEffect(() => {
    const listen = () => show();
    window.addEventListener(openEvent, listen);
    return () => window.removeEventListener(openEvent, listen);
  }, [openEvent]);
  return { Loaded: open ? Loaded : undefined, close: () => setOpen(false) };
}
