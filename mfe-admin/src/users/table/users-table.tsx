import type { User } from "@souffleur/contracts";
import { Badge, Skeleton, SortHeader } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import { columnWidth } from "../../column-width.ts";
import dataTable from "../../data-table.module.css";
import { t } from "../../texts/texts.ts";
import { nameIdOf } from "./role-cell.tsx";
import type { UserHeader, UserRow, UsersTableModel } from "./use-users-table.ts";
import { actionsPlace, columnOf, placeOf, type SortKey } from "./user-columns.tsx";
import styles from "./users-table.module.css";

/** About as many rows as fit on a screen. */
const skeletonRowsMax = 10;
/** Where the number of users is unknown: a list grows from these, and does not collapse to fewer. */
const skeletonRows = 3;

interface UsersTableProps {
  name: string;
  table: UsersTableModel;
  loading: boolean;
  /** The number of users, where it is known before they are. */
  expected: number | undefined;
  /** Of a page. */
  size: number;
  refreshing: boolean;
  callerId: string;
  /** The buttons of a user's row; `nameId` is the id of the element with the user's name. */
  actions: (user: User, nameId: string) => ReactNode;
}

/** One page of users. On a phone each row is a card, and the headers are a row of sort buttons. */
export function UsersTable({
  name,
  table,
  loading,
  expected = skeletonRows,
  size,
  refreshing,
  callerId,
  actions,
}: UsersTableProps) {
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  return (
    <div className={dataTable.scroller}>
      <table aria-label={name} aria-busy={loading || refreshing} className={styles.table}>
        <thead>
          <tr>
            {headers.map((header) => (
              <HeaderCell key={header.id} header={header} table={table} />
            ))}
            <th scope="col" className={styles.actionsHeader}>
              <span className="visually-hidden">{t("Actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {loading ? (
            <SkeletonRows headers={headers} count={Math.min(size, skeletonRowsMax, Math.max(1, expected))} />
          ) : (
            table
              .getRowModel()
              .rows.map((row) => (
                <UserCells
                  key={row.id}
                  row={row}
                  table={table}
                  isCaller={row.id === callerId}
                  actions={actions}
                />
              ))
          )}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell({ header, table }: { header: UserHeader; table: UsersTableModel }) {
  const sorted = header.column.getIsSorted();
  const order = { asc: "ascending", desc: "descending" } as const;
  return (
    <SortHeader
      data-column={header.column.id}
      style={columnWidth(columnOf(header.column.id as SortKey).width)}
      order={sorted === false ? "none" : order[sorted]}
      onSort={header.column.getToggleSortingHandler()}
    >
      <table.FlexRender header={header} />
    </SortHeader>
  );
}

function cellProps(id: string) {
  const column = columnOf(id as SortKey);
  return { "data-column": id, "data-wraps": column.wraps, style: placeOf(column) };
}

interface UserCellsProps extends Pick<UsersTableProps, "table" | "actions"> {
  row: UserRow;
  isCaller: boolean;
}

function UserCells({ row, table, isCaller, actions }: UserCellsProps) {
  const nameId = nameIdOf(row.id);
  const buttons = actions(row.original, nameId);
  return (
    <tr>
      {row.getAllCells().map((cell) =>
        cell.column.id === "name" ? (
          <th key={cell.id} scope="row" {...cellProps(cell.column.id)}>
            <span id={nameId}>
              <table.FlexRender cell={cell} />
            </span>
            {isCaller && <Badge tone="accent">{t("You")}</Badge>}
          </th>
        ) : (
          <td key={cell.id} {...cellProps(cell.column.id)}>
            <table.FlexRender cell={cell} />
          </td>
        ),
      )}
      <td className={styles.actions} style={actionsPlace}>
        {buttons}
      </td>
    </tr>
  );
}

/** Rows as high as the ones to come. */
function SkeletonRows({ headers, count }: { headers: readonly UserHeader[]; count: number }) {
  return Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing but their number
    <tr key={place} aria-hidden>
      {headers.map(({ id }) => (
        <td key={id} {...cellProps(id)}>
          <Skeleton width={id === "name" || id === "email" ? "75%" : "50%"} />
        </td>
      ))}
      <td className={styles.actions} style={actionsPlace}>
        <Skeleton width={96} height={28} />
      </td>
    </tr>
  ));
}
