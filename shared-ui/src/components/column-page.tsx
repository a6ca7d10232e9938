import type { ReactNode } from "react";
import { inElement } from "../language/in-element.tsx";
import styles from "./column-page.module.css";
import { Logo } from "./logo.tsx";

interface ColumnPageProps {
  /** For content wider than a form. */
  wide?: boolean;
  children: ReactNode;
}

/** A page without the application's frame: one narrow column below the product's name. */
export function ColumnPage({ wide, children }: ColumnPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.column} data-wide={wide}>
        <p className={styles.brand}>
          <Logo size={28} />
          <span>Souffleur</span>
        </p>
        {inElement(children)}
      </div>
    </div>
  );
}
