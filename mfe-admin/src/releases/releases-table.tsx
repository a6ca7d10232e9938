import type { LiveRelease } from "@souffleur/contracts/live-releases";
import { Badge, Button, formatPercent, Skeleton, UndoIcon } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import { columnWidth } from "../column-width.ts";
import dataTable from "../data-table.module.css";
import { type Text, t } from "../texts/texts.ts";
import { ageText, commitText, errorPercent, outcomesText, sizeText, timeText } from "./release-texts.ts";
import styles from "./releases.module.css";

/** Percent of failures from which the badge is a warning. */
const warnPercent = 1;
const badPercent = 5;
/** As many as there are remotes. */
const skeletonRows = 5;

/** A column of the releases' table, also its area in the grid of a card (`releases.module.css`). */
interface Column {
  id: string;
  label: Text;
  cell: (release: LiveRelease, now: number) => ReactNode;
  /** A second line. */
  second?: (release: LiveRelease, now: number) => string | undefined;
  /** In px on a wide screen; by default what the others leave. */
  width?: number;
  /** A card, which has no column headers, shows the value without its label. */
  isPlain?: true;
}

const columns: readonly Column[] = [
  {
    id: "name",
    label: "Module",
    cell: ({ remote, version, title, trial }) => (
      <>
        <span id={nameIdOf({ remote, version })}>{title}</span>
        {trial && <Badge tone="accent">{t("Canary")}</Badge>}
        <code className={dataTable.second}>{remote}</code>
      </>
    ),
  },
  {
    id: "version",
    label: "Version",
    width: 160,
    cell: ({ version }) => <code>{version}</code>,
    second: ({ commit }) => (commit === null ? t("No commit") : commitText(commit)),
    isPlain: true,
  },
  {
    id: "live",
    label: "Live",
    width: 160,
    cell: ({ liveSince }, now) =>
      liveSince === null ? <Unknown /> : <time dateTime={liveSince}>{ageText(liveSince, now)}</time>,
    second: ({ builtAt }, now) =>
      builtAt === null ? undefined : t("Built {ago}", { ago: ageText(builtAt, now) }),
  },
  {
    id: "size",
    label: "Size",
    width: 104,
    cell: ({ bytes }) => (bytes === null ? <Unknown /> : sizeText(bytes)),
  },
  { id: "share", label: "Share", width: 104, cell: ({ share }) => formatPercent(share) },
  {
    id: "errors",
    label: "Errors",
    width: 160,
    cell: (release) => <Errors release={release} />,
    second: (release) => (errorPercent(release) === undefined ? undefined : outcomesText(release)),
  },
  {
    id: "time",
    label: "Load time",
    width: 136,
    cell: ({ medianMs }) => (medianMs === null ? <Unknown text={t("No reports")} /> : timeText(medianMs)),
    second: ({ slowMs }) => (slowMs === null ? undefined : t("p95 {time}", { time: timeText(slowMs) })),
  },
];
const nameIdOf = ({ remote, version }: Pick<LiveRelease, "remote" | "version">) =>
  `release-${remote}-${version}`;

interface ReleasesTableProps {
  /** Undefined while they load. */
  releases: readonly LiveRelease[] | undefined;
  now: number;
  onRollback: (release: LiveRelease) => void;
}

/** A row for each release; on a narrow screen a card. */
export function ReleasesTable({ releases, now, onRollback }: ReleasesTableProps) {
  return (
    <div className={dataTable.scroller}>
      <table aria-label={t("Releases")} aria-busy={releases === undefined} className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ id, label, width }) => (
              <th key={id} scope="col" style={columnWidth(width)}>
                {t(label)}
              </th>
            ))}
            <th scope="col" className={styles.actionsHeader}>
              <span className="visually-hidden">{t("Actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {releases === undefined
            ? Array.from({ length: skeletonRows }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing but their number
                <SkeletonRow key={place} />
              ))
            : releases.map((release) => (
                <Row
                  // The same row after a rollback, so that it keeps the focus.
                  key={`${release.remote} ${release.trial}`}
                  release={release}
                  now={now}
                  onRollback={onRollback}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<ReleasesTableProps, "now" | "onRollback"> {
  release: LiveRelease;
}

function Row({ release, now, onRollback }: RowProps) {
  return (
    <tr>
      {columns.map(({ id, label, cell, second, isPlain }) => {
        const under = second?.(release, now);
        return id === "name" ? (
          <th key={id} scope="row" style={{ gridArea: id }}>
            {cell(release, now)}
          </th>
        ) : (
          <td key={id} data-label={isPlain ? undefined : t(label)} style={{ gridArea: id }}>
            <span>{cell(release, now)}</span>
            {under !== undefined && <span className={dataTable.second}>{under}</span>}
          </td>
        );
      })}
      <td className={styles.actions} style={{ gridArea: "actions" }}>
        {release.before !== null && (
          <Button small aria-describedby={nameIdOf(release)} onClick={() => onRollback(release)}>
            <UndoIcon aria-hidden />
            <span>{t("Roll back")}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}

function Errors({ release }: { release: LiveRelease }) {
  const percent = errorPercent(release);
  if (percent === undefined) return <Unknown text={t("No reports")} />;
  const tone = percent >= badPercent ? "danger" : percent >= warnPercent ? "warning" : "success";
  return <Badge tone={tone}>{formatPercent(percent)}</Badge>;
}

function Unknown({ text = t("Unknown") }: { text?: string }) {
  return <span className={dataTable.none}>{text}</span>;
}

/** A placeholder with the height of a row. */
function SkeletonRow() {
  return (
    <tr aria-hidden>
      {columns.map(({ id }) => (
        <td key={id} style={{ gridArea: id }}>
          <Skeleton width="70%" />
        </td>
      ))}
      <td className={styles.actions} style={{ gridArea: "actions" }}>
        <Skeleton width={96} height={28} />
      </td>
    </tr>
  );
}
