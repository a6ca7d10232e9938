import type { KeptSuggestion } from "@souffleur/contracts";
import { Badge } from "@souffleur/shared-ui";
import styles from "./wrap-up.module.css";

/** The replies that the agent took over or said. */
export function UsedReplies({ suggestions }: { suggestions: readonly KeptSuggestion[] }) {
  const used = suggestions.filter(({ state, said }) => state === "used" || said);
  if (used.length === 0) return <p className={styles.second}>No suggested reply was used.</p>;
  return (
    <ul className={styles.replies}>
      {used.map(({ id, text, state, said }) => (
        <li key={id}>
          <p lang="fr">{text}</p>
          {state === "used" && <Badge tone="accent">Used</Badge>}
          {said && <Badge tone="success">Said</Badge>}
        </li>
      ))}
    </ul>
  );
}
