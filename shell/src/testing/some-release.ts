import type { ActiveRelease } from "@souffleur/contracts";

/** A release of a remote without scripts and styles. */
export function someRelease(
  name: string,
  version: string,
  differences: Partial<ActiveRelease> = {},
): ActiveRelease {
  return {
    name,
    version,
    global: name.replaceAll("-", "_"),
    entry: "remoteEntry.js",
    scripts: [],
    styles: [],
    integrity: {},
    contract: { "shared-ui": "0.1.0", contracts: "0.1.0", react: "19.0.0", router: "7.0.0", query: "5.0.0" },
    base: `/remotes/${name}/${version}/`,
    ...differences,
  };
}
