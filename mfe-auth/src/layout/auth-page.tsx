import { ArrowLeftIcon, ColumnPage, IconButton } from "@souffleur/shared-ui";
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./auth-page.module.css";

interface AuthPageProps {
  title: string;
  subtitle?: ReactNode;
  /** Replaces the subtitle in the space reserved for it, so that a notice does not move the form. */
  notice?: ReactNode;
  /** Adds a back arrow before the title. */
  onBack?: () => void;
  children: ReactElement | readonly ReactElement[];
  /** Links to the other public pages. */
  foot?: ReactNode;
}

/** The layout of the public pages. */
export function AuthPage({ title, subtitle, notice, onBack, children, foot }: AuthPageProps) {
  const slot = useStableHeight(notice);
  return (
    <ColumnPage>
      <div className={styles.title}>
        {onBack !== undefined && (
          <IconButton label={t("Back")} onClick={onBack}>
            <ArrowLeftIcon aria-hidden />
          </IconButton>
        )}
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {subtitle !== undefined && (
        // Takes the focus when the action of a notice disappears.
        <div ref={slot} tabIndex={-1} className={styles.slot}>
          {notice || <p className={styles.subtitle}>{subtitle}</p>}
        </div>
      )}
      {children}
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </ColumnPage>
  );
}

/** Keeps the height of a notice that is taller than the reserved space, so that the form stays when it disappears. */
function useStableHeight(notice: ReactNode) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice is what is measured
  useLayoutEffect(() => {
    const slot = ref.current;
    if (slot === null) return;
    const height = slot.offsetHeight;
    if (height > Number.parseFloat(getComputedStyle(slot).minHeight)) slot.style.minHeight = `${height}px`;
  }, [notice]);
  return ref;
}

/**
 * Focuses the heading of a view that replaces another one on the same page, unless the view has set the focus itself.
 * The focus moves with the view: later, a key that is pressed at once would go nowhere.
 */
export function useViewFocus(view: string): void {
  const shown = useRef(view);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || activeElement.id === "main")
      document.querySelector("h1")?.focus({ preventScroll: true });
  }, [view]);
}

/** The links to the sign-in and the registration, for pages that a mailed link or a registration leads to. */
export function Foot() {
  return (
    <>
      <Link to="/login">{t("Sign In")}</Link>
      <Link to="/register">{t("Register")}</Link>
    </>
  );
}
