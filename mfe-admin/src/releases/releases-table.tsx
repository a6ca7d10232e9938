import type { LiveRelease } from "@souffleur/contracts";
import { Badge, Button, formatPercent, Skeleton, UndoIcon } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import dataTable from "../data-table.module.css";
import { type Text, t } from "../texts/texts.ts";
import { ageText, commitText, errorPercent, outcomesText, sizeText, timeText } from "./release-texts.ts";
import styles from "./releases.module.css";

/** Percent of failures from which the badge is a warning. */
const warnPercent = 1;
const badPercent = 5;
/** As many as there are remotes. */
const skeletonRows = 5;
const columns = [
  { id: "name", label: "Module" },
  { id: "version", label: "Version" },
  { id: "live", label: "Live" },
  { id: "size", label: "Size" },
  { id: "share", label: "Share" },
  { id: "errors", label: "Errors" },
  { id: "time", label: "Load time" },
] as const satisfies readonly { id: string; label: Text }[];

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
            {columns.map(({ id, label }) => (
              <th key={id} scope="col" data-column={id}>
                {t(label)}
              </th>
            ))}
            <th scope="col" data-column="actions">
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
  const { remote, title, version, commit, liveSince, builtAt, bytes, share, medianMs, slowMs, before } =
    release;
  const nameId = `release-${remote}-${version}`;
  return (
    <tr>
      <th scope="row" style={{ gridArea: "name" }}>
        <span id={nameId}>{title}</span>
        {release.trial && <Badge tone="accent">{t("Canary")}</Badge>}
        <code className={dataTable.second}>{remote}</code>
      </th>
      <Cell name="version" second={commit === null ? t("No commit") : commitText(commit)}>
        <code>{version}</code>
      </Cell>
      <Cell
        name="live"
        label={t("Live")}
        second={builtAt !== null && t("Built {ago}", { ago: ageText(builtAt, now) })}
      >
        {liveSince === null ? <Unknown /> : <time dateTime={liveSince}>{ageText(liveSince, now)}</time>}
      </Cell>
      <Cell name="size" label={t("Size")}>
        {bytes === null ? <Unknown /> : sizeText(bytes)}
      </Cell>
      <Cell name="share" label={t("Share")}>
        {formatPercent(share)}
      </Cell>
      <Cell
        name="errors"
        label={t("Errors")}
        second={errorPercent(release) !== undefined && outcomesText(release)}
      >
        <Errors release={release} />
      </Cell>
      <Cell
        name="time"
        label={t("Load time")}
        second={slowMs !== null && t("p95 {time}", { time: timeText(slowMs) })}
      >
        {medianMs === null ? <Unknown text={t("No reports")} /> : timeText(medianMs)}
      </Cell>
      <td className={styles.actions} style={{ gridArea: "actions" }}>
        {before !== null && (
          <Button small aria-describedby={nameId} onClick={() => onRollback(release)}>
            <UndoIcon aria-hidden />
            <span>{t("Roll back")}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}

interface CellProps {
  name: string;
  /** Shown above the value in a card, which has no column header. */
  label?: string;
  /** A second line. */
  second?: ReactNode;
  children: ReactNode;
}

function Cell({ name, label, second, children }: CellProps) {
  return (
    <td data-label={label} style={{ gridArea: name }}>
      <span>{children}</span>
      {second !== undefined && second !== false && <span className={dataTable.second}>{second}</span>}
    </td>
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
