import { useLayoutEffect, useSyncExternalStore } from "react";
import type { Autosave, AutosaveState, StoredValue } from "./autosave.ts";

/** The state of a value that is edited by this component, and saved when the component is removed. */
export function useAutosave<Value, Stored extends StoredValue<Value>>(
  autosave: Autosave<Value, Stored>,
): AutosaveState<Value, Stored> {
  // Before the paint, so that a value that is read when it is opened does not appear a moment later.
  useLayoutEffect(() => autosave.open(), [autosave]);
  return useSyncExternalStore(autosave.subscribe, autosave.get);
}
