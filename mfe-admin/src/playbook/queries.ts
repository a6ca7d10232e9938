import { listPlaybookVersions, readPlaybook, readPlaybookVersion } from "@souffleur/contracts/playbook";
import { call } from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";

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

/** The content of a version, which never changes. */
export function useVersion(userId: string, version: number | undefined) {
  return useQuery({
    queryKey: keyOf(userId, "version", version),
    queryFn: async ({ signal }) => {
      const params = { version: version ?? 0 };
      return (await call(readPlaybookVersion, { params }, signal)).data;
    },
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** After publishing: the published playbook and the list of versions are read again. */
export function useReadPublishedAgain(userId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      ["published", "versions"].map((name) =>
        queryClient.invalidateQueries({ queryKey: keyOf(userId, name) }),
      ),
    );
  };
}
