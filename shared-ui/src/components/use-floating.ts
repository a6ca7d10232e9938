import { useRef, useState } from "react";

/**
 * The state of what floats beside its opener, such as a menu. It is rendered into the opener's landmark, as all content of a
 * page belongs to one; the end of the body, where the library puts it, belongs to none.
 */
export function useFloating<Opener extends HTMLElement>() {
  const opener = useRef<Opener>(null);
  /** Null in a dialog, which is at the end of the body itself. */
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  return {
    opener,
    container,
    open,
    onOpenChange(next: boolean) {
      const landmark = opener.current?.closest<HTMLElement>("main") ?? opener.current?.closest("header");
      // While it goes it stays where it is.
      if (next) setContainer(landmark ?? null);
      setOpen(next);
    },
  };
}
