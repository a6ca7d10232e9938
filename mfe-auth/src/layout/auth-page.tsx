import { ArrowLeftIcon, ColumnPage, IconButton } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import styles from "./auth-page.module.css";

interface AuthPageProps {
  title: string;
  subtitle?: ReactNode;
  /** Stands in the subtitle's place, which has room for it: what comes and goes must not move the form. */
  notice?: ReactNode;
  /** Leads back, by an arrow before the title. */
  onBack?: () => void;
  children: ReactNode;
  /** Links to the other public pages. */
  foot?: ReactNode;
}

/** The one column of the public pages. */
export function AuthPage({ title, subtitle, notice, onBack, children, foot }: AuthPageProps) {
  return (
    <ColumnPage>
      <div className={styles.title}>
        {onBack !== undefined && (
          <IconButton label="Back" onClick={onBack}>
            <ArrowLeftIcon aria-hidden />
          </IconButton>
        )}
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {subtitle !== undefined && (
        <div className={styles.slot}>{notice || <p className={styles.subtitle}>{subtitle}</p>}</div>
      )}
      {children}
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </ColumnPage>
  );
}
