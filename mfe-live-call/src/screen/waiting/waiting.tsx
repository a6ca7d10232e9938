import { Notice } from "@souffleur/shared-ui";
import { type ComponentProps, useEffect, useState } from "react";
import { t } from "../../texts/texts.ts";
import { HeardBy } from "../hearing/heard-by.tsx";
import type { OwnListsComponent } from "./own-lists.tsx";
import { PracticeCards } from "./practice-cards.tsx";
import { Presence } from "./presence.tsx";
import { useUnsent } from "./use-unsent.ts";
import styles from "./waiting.module.css";

interface WaitingProps extends ComponentProps<typeof PracticeCards> {
  /** The call that is being opened. */
  opening: string | undefined;
}

/** What the screen has between calls: the work that waits, and below it, in a place that no list moves, practice. */
export function Waiting({ opening, ...practice }: WaitingProps) {
  const unsent = useUnsent();
  const OwnLists = useOwnLists();
  return (
    <>
      <Presence />
      <HeardBy />
      {unsent.length > 0 && (
        <Notice kind="info">
          {t(
            "{count, plural, one {# wrap-up is} other {# wrap-ups are}} saved in this browser, and will be sent as soon as the server can be reached.",
            { count: unsent.length },
          )}
        </Notice>
      )}
      <div className={styles.work}>{OwnLists && <OwnLists opening={opening} unsent={unsent} />}</div>
      <PracticeCards {...practice} />
    </>
  );
}

/**
 * A chunk of its own: a call that runs has no use for it. A call may end without a network, which the chunk then waits for, as
 * the lists in it do.
 */
function useOwnLists(): OwnListsComponent | undefined {
  const [Loaded, setLoaded] = useState<OwnListsComponent>();
  useEffect(() => {
    const load = () =>
      import("./own-lists.tsx").then(
        ({ OwnLists }) => setLoaded(() => OwnLists),
        () => undefined,
      );
    void load();
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, []);
  return Loaded;
}
