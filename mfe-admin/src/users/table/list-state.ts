import { limits } from "@souffleur/contracts";
import { useSearchParams } from "react-router-dom";
import { type Tab, tabs } from "./tabs.ts";
import { type SortKey, userColumns } from "./user-columns.tsx";

export interface Sort {
  readonly by: SortKey;
  readonly descending: boolean;
}

/** The state of the list, kept in the address; `page` counts from 1. */
export interface ListState {
  readonly tab: Tab;
  readonly search: string;
  readonly sort: Sort;
  readonly page: number;
  readonly size: number;
}

export const searchMax = 100;
/** Above any real page, and small enough for exact arithmetic. */
const pageMax = 1_000_000;

/** Pending users by waiting time, the longest first; others by name. */
export function defaultSort(tab: Tab): Sort {
  return { by: tab === "pending" ? "requested" : "name", descending: false };
}

/** The list's state in the address. A change replaces the history entry: Back leaves the page. */
export function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = readListState(params);
  const change = (differences: Partial<ListState>) =>
    setParams(writeListState(changeListState(state, differences)), { replace: true });
  return [state, change];
}

/** Reads the address; missing and invalid values are defaults. */
export function readListState(params: URLSearchParams): ListState {
  const tab = tabs.find((name) => name === params.get("tab")) ?? "pending";
  return {
    tab,
    search: (params.get("q") ?? "").slice(0, searchMax),
    sort: readSort(params.get("sort")) ?? defaultSort(tab),
    page: readPage(params.get("page")),
    size:
      limits.adminPageSizes.find((size) => String(size) === params.get("size")) ??
      limits.adminPageSizeDefault,
  };
}

/** The address of a list, without default values. */
export function writeListState({ tab, search, sort, page, size }: ListState): URLSearchParams {
  const byDefault = defaultSort(tab);
  const params = new URLSearchParams();
  if (tab !== "pending") params.set("tab", tab);
  if (search !== "") params.set("q", search);
  if (sort.by !== byDefault.by || sort.descending !== byDefault.descending) {
    params.set("sort", `${sort.descending ? "-" : ""}${sort.by}`);
  }
  if (page !== 1) params.set("page", String(page));
  if (size !== limits.adminPageSizeDefault) params.set("size", String(size));
  return params;
}

/** Another tab, search, order or size starts at the first page; another tab also starts with its default order. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const tab = change.tab ?? state.tab;
  const sort = tab === state.tab ? state.sort : defaultSort(tab);
  return { ...state, page: 1, sort, ...change };
}

/** The existing page nearest to the requested one. */
export function nearestPage(page: number, rows: number, size: number): number {
  return Math.min(page, pageCount(rows, size));
}

/** An empty list has one page. */
export function pageCount(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size));
}

function readSort(value: string | null): Sort | undefined {
  const descending = value?.startsWith("-") ?? false;
  const by = userColumns.find(({ id }) => id === (descending ? value?.slice(1) : value))?.id;
  return by && { by, descending };
}

function readPage(value: string | null): number {
  const page = value !== null && /^\d{1,7}$/.test(value) ? Number(value) : 1;
  return page >= 1 && page <= pageMax ? page : 1;
}
