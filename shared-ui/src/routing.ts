import type { ComponentType } from "react";

export { type RouteEntry, routeTable } from "@souffleur/contracts";

/** What a remote exposes as `./routes` (its default export): the screens that it owns. */
export interface RemoteModule {
  readonly routes: readonly RemoteRoute[];
}

export interface RemoteRoute {
  readonly path: string;
  readonly Component: ComponentType;
}
