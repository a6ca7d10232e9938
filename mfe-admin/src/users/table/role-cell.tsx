import { labelOf, roleLabels, type User } from "@souffleur/contracts";
import { ChevronDownIcon, contractText } from "@souffleur/shared-ui";
import { createContext, useContext } from "react";
import { t } from "../../texts/texts.ts";
import styles from "./users-table.module.css";

interface RoleChange {
  mayChange: (user: User) => boolean;
  onAsk: (user: User) => void;
}

/** How the roles in the table are changed; without it they are only shown. */
export const RoleChangeContext = createContext<RoleChange | undefined>(undefined);

export function RoleCell({ user }: { user: User }) {
  const change = useContext(RoleChangeContext);
  const role = contractText(labelOf(roleLabels, user.role));
  if (!change?.mayChange(user)) return <span>{role}</span>;
  return (
    <button
      type="button"
      className={styles.role}
      aria-label={t("{role}, change role", { role })}
      aria-describedby={nameIdOf(user.id)}
      onClick={() => change.onAsk(user)}
    >
      <span>{role}</span>
      <ChevronDownIcon aria-hidden />
    </button>
  );
}

/** The id of the element with a user's name: the buttons have the same labels in every row. */
export const nameIdOf = (userId: string) => `user-${userId}`;
