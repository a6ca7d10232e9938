import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./row-list.module.css";

interface RowListProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A framed list of rows, each with its text at the left and its buttons at the right. */
export function RowList({ label, className, children }: RowListProps) {
  return (
    <ul aria-label={label} className={classNames(styles.rows, className)}>
      {children}
    </ul>
  );
}
