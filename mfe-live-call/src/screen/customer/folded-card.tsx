import { Card } from "@souffleur/shared-ui";
import { type ReactElement, useId, useLayoutEffect, useRef, useState } from "react";
import styles from "./folded-card.module.css";

interface FoldedCardProps {
  title: string;
  /** Shown below the title, also while the card is folded. */
  aside?: ReactElement;
  /** Changes with what needs room in its column: whether the card fits is then looked up again. */
  fitsWith?: string;
  children: ReactElement | readonly ReactElement[];
}

/** A card that is open where its column has room for all of it, until the reader opens or folds it. */
export function FoldedCard({ title, aside, fitsWith, children }: FoldedCardProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const isChosen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `fitsWith`
  useLayoutEffect(() => {
    const openWhereItFits = () => {
      const element = details.current;
      if (element === null || isChosen.current) return;
      element.open = true;
      element.open = !isOverfull(element);
      setIsOpen(element.open);
    };
    openWhereItFits();
    addEventListener("resize", openWhereItFits);
    return () => removeEventListener("resize", openWhereItFits);
  }, [fitsWith]);
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <details ref={details} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button; its press is only remembered */}
        <summary
          className={styles.summary}
          onClick={() => {
            isChosen.current = true;
          }}
        >
          <h2 id={id}>{title}</h2>
          {aside}
        </summary>
        {children}
      </details>
    </Card>
  );
}

/** Whether what scrolls around an element has more content than room. */
function isOverfull(element: Element): boolean {
  let around = element.parentElement;
  while (around !== null && !/auto|scroll/.test(getComputedStyle(around).overflowY))
    around = around.parentElement;
  return around !== null && around.scrollHeight > around.clientHeight;
}
