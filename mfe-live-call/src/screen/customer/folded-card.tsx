import { Card } from "@souffleur/shared-ui";
import { type ReactElement, useId, useState } from "react";
import styles from "./folded-card.module.css";

/** In windows of this height, all of a customer's history and the nine items of the transcription's status are in view. */
const roomForAll = 1240;

interface FoldedCardProps {
  title: string;
  /** Shown to the right of the title, also while the card is folded. */
  aside?: ReactElement;
  children: ReactElement | readonly (ReactElement | false | undefined)[];
}

/** A card of what is rarely needed while someone speaks: only its title, unless the window has room for all. */
export function FoldedCard({ title, aside, children }: FoldedCardProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(() => window.innerHeight >= roomForAll);
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.summary}>
          <h2 id={id}>{title}</h2>
          {aside}
        </summary>
        {children}
      </details>
    </Card>
  );
}
