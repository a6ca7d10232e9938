import {
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";

/** Changes the number of parts that a group waits for. */
const Waiting = createContext<(change: (sum: number) => number) => void>(() => {});
const more = (sum: number) => sum + 1;
const less = (sum: number) => sum - 1;

/** After this time, what is there is shown: one slow answer does not hold back the others. */
const patienceMs = 3000;

interface ShowTogetherProps {
  className?: string | undefined;
  /** Shown until then. */
  places: ReactElement;
  children: ReactNode;
}

/**
 * Shows parts that load on their own in one go: each that came later would move those below it from under a press. It
 * waits for skeletons and for `useAwaited`, once; what loads again later hides nothing.
 */
export function ShowTogether({ className, places, children }: ShowTogetherProps) {
  // The first commit counts as waiting, too: only after it is known what else is waited for.
  const [waiting, count] = useState(1);
  const [isShown, setIsShown] = useState(false);
  if (waiting === 0 && !isShown) setIsShown(true);
  useLayoutEffect(() => {
    count(less);
    return () => count(more);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {!isShown && places}
      <div className={className} style={isShown ? undefined : { display: "none" }}>
        <Waiting value={count}>{children}</Waiting>
      </div>
    </>
  );
}

/** Makes the group around a component wait for it. */
export function useAwaited(isLoading: boolean): void {
  const count = use(Waiting);
  useLayoutEffect(() => {
    if (!isLoading) return;
    count(more);
    return () => count(less);
  }, [isLoading, count]);
}
