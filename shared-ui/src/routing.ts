import type { ActionEntry } from "@souffleur/contracts";
import { type ComponentType, createContext, useContext } from "react";

/** What a remote exposes as `./routes` (its default export): a component for each screen of its `remote.json`. */
export interface RemoteModule {
  readonly routes: readonly RemoteRoute[];
  /** Loads the texts of the page's language, before a screen is shown; undefined where nothing is to load. */
  readonly loadTexts?: () => Promise<void> | undefined;
}

interface RemoteRoute {
  readonly path: string;
  readonly Component: ComponentType;
}

/** The shell gives the dashboard what all remotes bring for it. */
export const QuickActionsContext = createContext<readonly ActionEntry[]>([]);

/** The quick actions that this user may take, in their order. */
export function useQuickActions(): readonly ActionEntry[] {
  return useContext(QuickActionsContext);
}
