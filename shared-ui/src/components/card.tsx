import {
  type ComponentPropsWithRef,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  useId,
} from "react";
import { inElement } from "../language/in-element.tsx";
import { t } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import styles from "./card.module.css";
import { classNames } from "./class-names.ts";
import { ErrorIcon, RetryIcon } from "./icons.ts";
import { useAwaited } from "./show-together.tsx";

interface CardProps extends Omit<ComponentPropsWithRef<"section">, "title"> {
  title?: string;
  /** Shown to the right of the title. */
  aside?: ReactNode;
}

/** A section of a page; with a title it is a region of that name. */
export function Card({ title, aside, className, children, ...rest }: CardProps) {
  const id = useId();
  return (
    <section
      {...(title !== undefined && { "aria-labelledby": id })}
      {...rest}
      className={classNames(styles.card, className)}
    >
      {title !== undefined && (
        <div className={styles.header}>
          <h2 id={id}>{title}</h2>
          {inElement(aside)}
        </div>
      )}
      {inElement(children)}
    </section>
  );
}

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

export function Page({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classNames(styles.page, className)}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  children?: ReactNode;
}

/** The page's only h1; it gets the focus when the route changes. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <header className={styles.pageHeader}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {subtitle !== undefined && <p>{subtitle}</p>}
      </div>
      {inElement(children)}
    </header>
  );
}

/** A grid of tiles: `columns` wide, 3 under 1180 px, 2 on a phone. */
export function Tiles({ columns = 6, children }: { columns?: number; children: ReactNode }) {
  return (
    <dl className={styles.tiles} style={{ "--columns": columns } as CSSProperties}>
      {children}
    </dl>
  );
}

interface StatTileProps {
  label: string;
  /** Undefined while it loads. A link makes the whole tile one. */
  value: ReactNode;
  /** Whether the value could not be loaded; `value` is then a substitute. */
  isFailed?: boolean;
  icon: ComponentType<{ "aria-hidden"?: boolean }>;
  /** The value's change, on the tile's frame. */
  change?: ReactNode;
}

export function StatTile({ label, value, isFailed = false, icon: Icon, change }: StatTileProps) {
  return (
    <div className={classNames(styles.card, styles.tile)}>
      <dt className={styles.tileLabel}>
        <Icon aria-hidden />
        <span>{label}</span>
      </dt>
      <dd className={styles.tileValue} data-failed={isFailed}>
        {value === undefined ? <Skeleton width="70%" height={32} /> : inElement(value)}
        {isFailed && <small>{t("Not loaded")}</small>}
      </dd>
      {change !== undefined && <dd className={styles.tileChange}>{inElement(change)}</dd>}
    </div>
  );
}

export function Skeleton({
  width = "100%",
  height = 20,
}: {
  width?: number | string;
  height?: number | string;
}) {
  useAwaited(true);
  return (
    <span
      aria-hidden
      className={styles.skeleton}
      style={{ display: "block", width, height, maxWidth: "100%" }}
    />
  );
}

type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger" | "client";

export function Badge({
  tone = "neutral",
  className,
  children,
  ...rest
}: ComponentPropsWithRef<"span"> & { tone?: BadgeTone }) {
  return (
    <span {...rest} className={classNames(styles.badge, styles[tone], className)}>
      {children}
    </span>
  );
}

/** Shown for an empty list: one line and optionally an action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {inElement(action)}
    </div>
  );
}

/** An error message with Retry. */
export function ErrorState({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div role="alert" className={styles.empty}>
      <ErrorIcon aria-hidden />
      <p>{children}</p>
      <Button onClick={onRetry}>
        <RetryIcon aria-hidden />
        <span>{t("Retry")}</span>
      </Button>
    </div>
  );
}
