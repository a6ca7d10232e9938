import type { ActionEntry } from "@souffleur/contracts";
import { type ComponentType, createContext, useContext } from "react";

/** The default export of `./routes`, which a remote exposes: a component for each screen of its `remote.json`. */
export interface RemoteModule {
  readonly routes: readonly RemoteRoute[];
  /** Loads the texts of the page's language before a screen is shown; returns undefined if there is nothing to load. */
  readonly loadTexts?: () => Promise<void> | undefined;
  /** Of the remote that shows calls: makes the page hold the user's running call, on whichever screen. */
  readonly holdCall?: () => void;
}

interface RemoteRoute {
  readonly path: string;
  readonly Component: ComponentType;
}

/** The context through which the shell passes the quick actions of all remotes to the dashboard. */
export const QuickActionsContext = createContext<readonly ActionEntry[]>([]);

/** The quick actions that this user may use, in their order. */
export function useQuickActions(): readonly ActionEntry[] {
  return useContext(QuickActionsContext);
}
