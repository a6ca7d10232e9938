import { listPlaybookVersions, readPlaybook, readPlaybookVersion } from "@souffleur/contracts/playbook";
import { call } from "@souffleur/shared-ui";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";

const keyOf = (userId: string, ...rest: readonly unknown[]) => ["playbook", userId, ...rest];

export function usePublished(userId: string) {
  return useQuery({
    queryKey: keyOf(userId, "published"),
    queryFn: async ({ signal }) => (await call(readPlaybook, {}, signal)).data,
    refetchOnMount: "always",
  });
}

export function useVersions(userId: string) {
  return useQuery({
    queryKey: keyOf(userId, "versions"),
    queryFn: async ({ signal }) => (await call(listPlaybookVersions, {}, signal)).data.versions,
    refetchOnMount: "always",
  });
}

/** The content of a version is immutable. */
export function versionOptions(userId: string, version: number | undefined) {
  return queryOptions({
    queryKey: keyOf(userId, "version", version),
    queryFn: async ({ signal }) =>
      (await call(readPlaybookVersion, { params: { version: version ?? 0 } }, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useVersion(userId: string, version: number | undefined) {
  return useQuery({ ...versionOptions(userId, version), enabled: version !== undefined });
}

/** Reloads the published playbook and the list of versions after publishing. */
export function useReloadPublished(userId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      ["published", "versions"].map((name) =>
        queryClient.invalidateQueries({ queryKey: keyOf(userId, name) }),
      ),
    );
  };
}
