import type { ActiveRelease, Registry } from "@souffleur/contracts";

/**
 * The registry for one browser that has these releases in place of the live ones, or besides them. No other release takes the
 * place of one of them that fails.
 */
export function withOwnReleases(registry: Registry, own: readonly ActiveRelease[]): Registry {
  const rest = <Of>(record: Record<string, Of> = {}) =>
    Object.fromEntries(Object.entries(record).filter(([remote]) => own.every(({ name }) => remote !== name)));
  return {
    ...registry,
    remotes: { ...registry.remotes, ...Object.fromEntries(own.map((release) => [release.name, release])) },
    canaries: rest(registry.canaries),
    ...(registry.previous && { previous: rest(registry.previous) }),
  };
}
