import type { ComponentType } from "react";

export { type RouteEntry, routeTable } from "@souffleur/contracts";

/** What a remote exposes as `./routes` (its default export): its screens. */
export interface RemoteModule {
  readonly routes: readonly RemoteRoute[];
}

interface RemoteRoute {
  readonly path: string;
  readonly Component: ComponentType;
}
