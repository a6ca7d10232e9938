import type { RouteEntry } from "@souffleur/contracts";
import type { SkeletonKind } from "@souffleur/contracts/remote-manifest";
import {
  ColumnPage,
  classNames,
  formatLongDate,
  formatWelcome,
  Page,
  PageHeader,
  Skeleton,
  useSession,
} from "@souffleur/shared-ui";
import type { ComponentType } from "react";
import { t } from "../texts/texts.ts";
import styles from "./screen-skeleton.module.css";

interface PlacesProps {
  title: string;
}

const places: Readonly<Record<SkeletonKind, ComponentType<PlacesProps>>> = {
  call: CallPlaces,
  charts: ChartPlaces,
  dashboard: DashboardPlaces,
  "figures-and-table": FigurePlaces,
  form: FormPlaces,
  table: TablePlaces,
};

/** Placeholders for a screen whose bundle is being loaded, with the positions and sizes of its parts. */
export function ScreenSkeleton({ entry: { skeleton, title } }: { entry: RouteEntry }) {
  // A kind that this page does not know yet gets a generic skeleton.
  const Places = places[skeleton as SkeletonKind] ?? TablePlaces;
  return (
    <div role="status" aria-label={t("Loading")}>
      <Places title={title} />
    </div>
  );
}

function DashboardPlaces() {
  const { user } = useSession();
  return (
    <Page>
      <PageHeader title={formatWelcome(user?.firstName)} subtitle={formatLongDate(new Date())}>
        <Skeleton width={206} height="var(--control)" />
      </PageHeader>
      <div className={styles.places}>
        <TilePlaces count={6} />
        <div className={styles.halves}>
          <div className={styles.stack}>
            <CardPlace className={styles.overview} />
            <CardPlace className={styles.actions} />
          </div>
          <CardPlace className={styles.activity} />
        </div>
      </div>
    </Page>
  );
}

function ChartPlaces({ title }: PlacesProps) {
  const section = <CardPlace className={styles.section} />;
  return (
    <Page>
      <PageHeader title={title} subtitle={<Skeleton width={260} />}>
        <div className={styles.tools}>
          {[206, 252, 82, 80].map((width) => (
            <Skeleton key={width} width={width} height="var(--control)" />
          ))}
        </div>
      </PageHeader>
      <div className={styles.halves}>
        {section}
        {section}
        {section}
        {section}
        <CardPlace className={styles.performers} />
        {section}
        {section}
      </div>
    </Page>
  );
}

function FigurePlaces({ title }: PlacesProps) {
  return (
    <Page>
      <PageHeader title={title} subtitle={<Skeleton width={220} />}>
        <Skeleton width={126} height="var(--control)" />
      </PageHeader>
      <div className={styles.places}>
        <TilePlaces count={4} />
        <Skeleton height={58} />
        <Skeleton height={36} />
        <CardPlace className={styles.table} />
      </div>
    </Page>
  );
}

function TablePlaces({ title }: PlacesProps) {
  return (
    <Page>
      <PageHeader title={title} subtitle={<Skeleton width={280} />}>
        <Skeleton width={168} height="var(--control)" />
      </PageHeader>
      <CardPlace className={styles.table} />
    </Page>
  );
}

function CallPlaces({ title }: PlacesProps) {
  return (
    <div className={styles.panes}>
      <div>
        <Skeleton height={294} />
        <Skeleton height={360} />
      </div>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <Skeleton height={82} />
        <Skeleton height="50vh" />
        <Skeleton height={76} />
      </div>
      <div>
        <Skeleton height={28} />
        <Skeleton height={36} />
      </div>
    </div>
  );
}

function FormPlaces() {
  return (
    <ColumnPage>
      <div className={styles.form}>
        <Skeleton width={200} height={28} />
        <Skeleton width={280} />
        <Skeleton height={60} />
        <Skeleton height={60} />
        <Skeleton height="var(--control)" />
      </div>
    </ColumnPage>
  );
}

function TilePlaces({ count }: { count: 4 | 6 }) {
  return (
    <div className={styles.tiles} data-count={count}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity but their index
        <div key={place} className={styles.card}>
          <Skeleton width="60%" />
          <Skeleton width="70%" height={32} />
        </div>
      ))}
    </div>
  );
}

function CardPlace({ className }: { className: string | undefined }) {
  return (
    <div className={classNames(styles.card, className)}>
      <Skeleton width={140} />
      <Skeleton height="100%" />
    </div>
  );
}
