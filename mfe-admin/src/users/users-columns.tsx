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
import { useMemo } from "react";
import dataTable from "../data-table.module.css";
import { t } from "../texts/texts.ts";
import { fullName, roleLabels, statusLabels } from "./labels.ts";
import { type Sort, sortKeys } from "./list-state.ts";
import { shownPhone } from "./shown-phone.ts";
import { StatusBadge } from "./status-badge.tsx";

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
});
type Features = typeof features;

const helper = createColumnHelper<Features, User>();
const columns = helper.columns([
  helper.accessor(fullName, { id: "name", header: () => t("Name") }),
  helper.accessor("email", {
    id: "email",
    header: () => t("Email"),
    cell: ({ row: { original } }) => (
      <>
        <Address>{original.email}</Address>
        {original.phone !== undefined && (
          <span className={dataTable.second}>{shownPhone(original.phone)}</span>
        )}
      </>
    ),
  }),
  helper.accessor(({ organizationName = "" }) => organizationName, {
    id: "organization",
    header: () => t("Organization"),
    cell: ({ getValue }) => getValue() || <span className={dataTable.none}>{t("No organization")}</span>,
  }),
  helper.accessor(({ role }) => t(roleLabels[role]), { id: "role", header: () => t("Role") }),
  helper.accessor(({ status }) => t(statusLabels[status]), {
    id: "status",
    header: () => t("Status"),
    cell: ({ row }) => <StatusBadge status={row.original.status} />,
  }),
  helper.accessor(({ requestedAt }) => Date.parse(requestedAt), {
    id: "requested",
    header: () => t("Requested"),
    cell: ({ row: { original } }) => (
      <time dateTime={original.requestedAt} data-label={t("Requested")}>
        {formatShortDate(original.requestedAt)}
      </time>
    ),
  }),
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
