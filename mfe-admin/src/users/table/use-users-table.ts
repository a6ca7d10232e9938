import type { User } from "@souffleur/contracts";
import {
  createColumnHelper,
  functionalUpdate,
  type Header,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { t } from "../../texts/texts.ts";
import type { Sort } from "./list-state.ts";
import { type UserColumn, userColumns } from "./user-columns.tsx";

const features = tableFeatures({ rowSortingFeature });
type Features = typeof features;

const helper = createColumnHelper<Features, User>();
const columns = helper.columns(
  userColumns.map((column: UserColumn) =>
    helper.accessor(column.order, {
      id: column.id,
      header: () => t(column.label),
      ...(column.cell && { cell: ({ row }) => column.cell?.(row.original) }),
    }),
  ),
);
/** Within an organization the column would be the same for all. */
const columnsOfOrganization = columns.filter(({ id }) => id !== "organization");

interface TableModelOptions {
  /** The users of the current page, sorted. */
  users: readonly User[];
  withOrganization: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/**
 * The table of one page. Order and page are in the address and applied before: a table row costs far more than a list
 * element, and only one page of 10,000 users is ever visible.
 */
export function useUsersTable({ users, withOrganization, sort, onSort }: TableModelOptions) {
  const sorting = useMemo(() => [{ id: sort.by, desc: sort.descending }], [sort.by, sort.descending]);
  return useTable({
    features,
    columns: withOrganization ? columns : columnsOfOrganization,
    data: users,
    manualSorting: true,
    getRowId: ({ id }) => id,
    state: { sorting },
    onSortingChange: (updater) => {
      const [first] = functionalUpdate(updater, sorting);
      const by = userColumns.find(({ id }) => id === first?.id)?.id;
      if (first !== undefined && by !== undefined) onSort({ by, descending: first.desc });
    },
    sortDescFirst: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
  });
}

export type UsersTableModel = ReturnType<typeof useUsersTable>;
export type UserRow = Row<Features, User>;
export type UserHeader = Header<Features, User>;
