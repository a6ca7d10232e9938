import type { User } from "@souffleur/contracts";
import { Address, formatShortDate } from "@souffleur/shared-ui";
import {
  createColumnHelper,
  functionalUpdate,
  type Header,
  type Row,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import dataTable from "../data-table.module.css";
import { type Text, t } from "../texts/texts.ts";
import { type Sort, type SortKey, sortKeys } from "./list-state.ts";
import { sortValueOf } from "./order-users.ts";
import { shownPhone } from "./shown-phone.ts";
import { StatusBadge } from "./status-badge.tsx";

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
});
type Features = typeof features;

const helper = createColumnHelper<Features, User>();
/** A column; without `cell` it shows the value by which it is sorted. */
const column = (id: SortKey, title: Text, cell?: (user: User) => ReactNode) =>
  helper.accessor(sortValueOf[id], {
    id,
    header: () => t(title),
    ...(cell && { cell: ({ row }) => cell(row.original) }),
  });

const columns = helper.columns([
  column("name", "Name"),
  column("email", "Email", ({ email, phone }) => (
    <>
      <Address>{email}</Address>
      {phone !== undefined && <span className={dataTable.second}>{shownPhone(phone)}</span>}
    </>
  )),
  column(
    "organization",
    "Organization",
    ({ organizationName }) =>
      organizationName || <span className={dataTable.none}>{t("No organization")}</span>,
  ),
  column("role", "Role"),
  column("status", "Status", ({ status }) => <StatusBadge status={status} />),
  column("requested", "Requested", ({ requestedAt }) => (
    <time dateTime={requestedAt} data-label={t("Requested")}>
      {formatShortDate(requestedAt)}
    </time>
  )),
]);
/** Within an organization the column would be the same for all. */
const columnsOfOrganization = columns.filter(({ id }) => id !== "organization");

interface TableModelOptions {
  /** The users of the current page, sorted. */
  users: readonly User[];
  /** The number of users on all pages. */
  count: number;
  withOrganization: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** An existing page, from 1. */
  page: number;
  size: number;
}

/**
 * The table of one page. Order and page are in the address and applied before: a table row costs far more than a list
 * element, and only one page of 10,000 users is ever visible.
 */
export function useUsersTable({
  users,
  count,
  withOrganization,
  sort,
  onSort,
  page,
  size,
}: TableModelOptions) {
  const sorting = useMemo(() => [{ id: sort.by, desc: sort.descending }], [sort.by, sort.descending]);
  const pagination = useMemo(() => ({ pageIndex: page - 1, pageSize: size }), [page, size]);
  return useTable({
    features,
    columns: withOrganization ? columns : columnsOfOrganization,
    data: users,
    rowCount: count,
    manualSorting: true,
    manualPagination: true,
    getRowId: ({ id }) => id,
    state: { sorting, pagination },
    onSortingChange: (updater) => {
      const [first] = functionalUpdate(updater, sorting);
      const by = sortKeys.find((key) => key === first?.id);
      if (first !== undefined && by !== undefined) onSort({ by, descending: first.desc });
    },
    autoResetPageIndex: false,
    sortDescFirst: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
  });
}

export type UsersTableModel = ReturnType<typeof useUsersTable>;
export type UserRow = Row<Features, User>;
export type UserHeader = Header<Features, User>;
