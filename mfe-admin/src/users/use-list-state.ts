import { useSearchParams } from "react-router-dom";
import { changeListState, type ListState, readListState, writeListState } from "./list-state.ts";

/** The list's state in the address. A change replaces the address: Back leaves the page. */
export function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = readListState(params);
  const change = (differences: Partial<ListState>) =>
    setParams(writeListState(changeListState(state, differences)), { replace: true });
  return [state, change];
}
