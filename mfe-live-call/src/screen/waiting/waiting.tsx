import { type ComponentProps, lazy, Suspense } from "react";
import { PracticeCards } from "./practice-cards.tsx";
import { Presence } from "./presence.tsx";

/** A chunk of its own: a call that runs has no use for it. */
const OwnLists = lazy(() => import("./own-lists.tsx"));

interface WaitingProps extends ComponentProps<typeof PracticeCards> {
  /** The call that is being opened. */
  opening: string | undefined;
}

/** What the screen has between calls. */
export function Waiting({ opening, ...practice }: WaitingProps) {
  return (
    <>
      <Presence />
      <PracticeCards {...practice} />
      <Suspense>
        <OwnLists opening={opening} />
      </Suspense>
    </>
  );
}
